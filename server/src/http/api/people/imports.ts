import { csvLine } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import type { PeopleImport } from "@fanfare/contract/schema/responses/people/people-import";
import { causeSchema } from "@fanfare/contract/schema/responses/stored-schemas";
import type { PEOPLE_IMPORT_ROUTES } from "@fanfare/contract/schema/routes/people-imports";
import type { Cause } from "@fanfare/contract/wording/cause";
import { refusalText } from "@fanfare/contract/wording/refusals";
import { z } from "zod";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { checkImport, selectColumns } from "../../../people/import/check-import.ts";
import {
  createImport,
  existingImport,
  importColumns,
  importSample,
  storeImportPart,
} from "../../../people/import/uploaded-file.ts";
import { fromJson, toIso } from "../../../store/columns.ts";
import { importsOf, type PeopleImportRow, refusalsAfter } from "../../../store/statements/people/people-imports.ts";
import type { Store } from "../../../store/store.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

const numberSchema = z.coerce.number().int().min(0);

/** CSV import of people: upload in parts, map and check the columns, then run as a background job. */
export function peopleImportHandlers(deps: ApiDeps): Handlers<typeof PEOPLE_IMPORT_ROUTES> {
  const { importer, store } = deps;
  const present = async (app: AppRecord, id: string): Promise<PeopleImport> => {
    const row = await existingImport(deps, app, id);
    const first = await refusalsAfter(store.db, row.id, 0, limits.people_import_refused_shown);
    const refused_first = first.map(({ line, message }) => {
      const cause = readCause(message);
      return { line, message: refusalText(cause), cause };
    });
    return { ...presentImport(row), refused_first };
  };

  return {
    "GET /api/people-imports": async ({ app }) => {
      const rows = await importsOf(store.db, app.id, limits.people_imports_listed_max);
      return { items: rows.map(presentImport) };
    },
    "POST /api/people-imports": async ({ c, body, actor, app }) => {
      const row = await createImport(deps, app, body.file_name, actor.member_id);
      c.header("Location", `/api/people-imports/${row.id}?app_id=${app.id}`);
      return presentImport(row);
    },
    "GET /api/people-imports/:id": ({ params, app }) => present(app, params.id),
    "PUT /api/people-imports/:id/parts/:number": async ({ params, body, app }) => {
      const number = numberSchema.catch(Number.MAX_SAFE_INTEGER).parse(params.number);
      const row = await storeImportPart(deps, app, params.id, { ...body, number });
      return presentImport(row);
    },
    "POST /api/people-imports/:id/check": ({ params, body, app }) => checkImport(deps, app, params.id, body),
    "POST /api/people-imports/:id/start": async ({ params, body, actor, app }) => {
      const row = await existingImport(deps, app, params.id);
      await importer.start(row, selectColumns(row, body.columns), actor.member_id);
      return present(app, row.id);
    },
    "POST /api/people-imports/:id/cancel": async ({ params, actor, app }) => {
      const row = await existingImport(deps, app, params.id);
      await importer.cancel(row, actor.member_id);
      return present(app, row.id);
    },
    "GET /api/people-imports/:id/refused": async ({ c, params, app }) => {
      const row = await existingImport(deps, app, params.id);
      return c.body(rejectedRowsCsv(store.db, row), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="refused-rows.csv"',
      });
    },
  };
}

function presentImport(row: PeopleImportRow): PeopleImport {
  const { id, state, file_name, bytes, parts, rows_done, made, changed, refused, failure, member_id } = row;
  const at = (millis: number | null): string | null => (millis === null ? null : toIso(millis));
  return {
    ...{ id, state, file_name, bytes, parts, rows: row.row_count, rows_done, made, changed, refused },
    refused_first: [],
    refused_kept: Math.min(refused, limits.people_import_refused_kept_max),
    ...{ columns: importColumns(row), sample: importSample(row), failure, member_id },
    ...{ created_at: toIso(row.created_at), started_at: at(row.started_at), ended_at: at(row.ended_at) },
  };
}

const fieldsSchema = z.array(z.string());
const readCause = (stored: string): Cause => fromJson(stored, (value) => causeSchema.parse(value));

/**
 * Original rows, prefixed with their line and the reason. After fixing them and removing these two columns, the file
 * can be imported again.
 */
function rejectedRowsCsv(db: Store["db"], row: PeopleImportRow): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start(controller) {
      const head = csvLine(["line", "why", ...importColumns(row).map(({ name }) => name)]);
      controller.enqueue(encoder.encode(head));
    },
    async pull(controller) {
      const rows = await refusalsAfter(db, row.id, after, limits.people_import_refused_per_read);
      const lines = rows.map(({ line, message, fields }) =>
        csvLine([line, refusalText(readCause(message)), ...fromJson(fields, (value) => fieldsSchema.parse(value))]),
      );
      const last = rows.at(-1);
      if (last === undefined) return controller.close();
      after = last.line;
      controller.enqueue(encoder.encode(lines.join("")));
    },
  });
}
