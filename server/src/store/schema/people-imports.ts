import type { AppId, MemberId, PeopleImportId } from "@fanfare/contract/lib/ids";
import type { ImportState } from "@fanfare/contract/schema/people/people-import";
import type { JsonText, Millis } from "./column-types.ts";

export interface ImportTables {
  people_imports: {
    id: PeopleImportId;
    app_id: AppId;
    state: ImportState;
    file_name: string;
    /** A CsvPlace: where the next part continues. */
    reader: JsonText;
    /** ImportColumn[]: guessed from the first rows, later as selected. */
    columns: JsonText;
    /** First rows, `string[][]`. Empty after the import has ended. */
    sample: JsonText;
    bytes: number;
    parts: number;
    /** Total number of stored batches of rows. */
    batches: number;
    row_count: number;
    rows_done: number;
    made: number;
    changed: number;
    refused: number;
    failure: string | null;
    member_id: MemberId | null;
    created_at: Millis;
    started_at: Millis | null;
    ended_at: Millis | null;
  };
  /** The file as CsvRow[], in batches. Each batch is deleted in the transaction that stores its people. */
  people_import_rows: { import_id: PeopleImportId; seq: number; rows: JsonText };
  /** `fields`: the original row. */
  people_import_refusals: {
    import_id: PeopleImportId;
    line: number;
    /** The row's person, if it names one. */
    external_id: string | null;
    /** A Cause, translated when shown. */
    message: JsonText;
    fields: JsonText;
  };
}
