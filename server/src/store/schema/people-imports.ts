import type { AppId, MemberId, PeopleImportId } from "@fanfare/contract/lib/ids";
import type { ImportState } from "@fanfare/contract/schema/people/people-import";
import type { JsonText, Millis } from "./column-types.ts";

/** Files of people that are being imported, and what became of them. */
export interface ImportTables {
  people_imports: {
    id: PeopleImportId;
    app_id: AppId;
    state: ImportState;
    file_name: string;
    /** A CsvPlace: where the next part goes on. */
    reader: JsonText;
    /** ImportColumn[], guessed from the first rows, then as chosen. */
    columns: JsonText;
    /** The first rows, `string[][]`; none once it has ended. */
    sample: JsonText;
    bytes: number;
    parts: number;
    /** How many batches of rows were ever stored. */
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
  /** The file as CsvRow[], a batch each. A batch goes in the transaction that stores its people. */
  people_import_rows: { import_id: PeopleImportId; seq: number; rows: JsonText };
  /** `fields`: the row as it came. */
  people_import_refusals: {
    import_id: PeopleImportId;
    line: number;
    /** Whom it speaks of, where it says so. */
    external_id: string | null;
    /** A Cause: languages have their own words for it. */
    message: JsonText;
    fields: JsonText;
  };
}
