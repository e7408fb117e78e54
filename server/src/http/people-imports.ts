import { csvLine } from "@fanfare/contract/csv";
import { limits } from "@fanfare/contract/limits";
import {
  checkImportRequestSchema,
  createPeopleImportRequestSchema,
  type ImportCheck,
  importPartRequestSchema,
  type PeopleImport,
  type PeopleImportsResponse,
  startImportRequestSchema,
} from "@fanfare/contract/schema/people-import";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { checkImport, chosenColumns } from "../people/import-check.ts";
import { createImport, existingImport, importColumns, importSample, takeImportPart } from "../people/import-file.ts";
import { fromJson, toIso } from "../store/columns.ts";
import { importsOf, type PeopleImportRow, refusalsAfter } from "../store/people-imports.ts";
import type { Store } from "../store/store.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";

const numberSchema = z.coerce.number().int().min(0);

/** People from a CSV file: it comes in parts, its columns are chosen and checked, and the server works it off. */
export function peopleImportRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { importer, store } = deps;
  const appOf = (c: Context<ApiEnv>) => appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
  const rowOf = (c: Context<ApiEnv>) => existingImport(deps, appOf(c), c.req.param("id") ?? "");
  const present = async (c: Context<ApiEnv>): Promise<Response> => {
    const row = await rowOf(c);
    const first = await refusalsAfter(store.db, row.id, 0, limits.people_import_refused_shown);
    const refused_first = first.map(({ line, message }) => ({ line, message }));
    return c.json({ ...presentImport(row), refused_first } satisfies PeopleImport);
  };

  return new Hono<ApiEnv>()
    .get("/people-imports", async (c) => {
      const rows = await importsOf(store.db, appOf(c).id, limits.people_imports_listed_max);
      return c.json({ items: rows.map(presentImport) } satisfies PeopleImportsResponse);
    })
    .post("/people-imports", async (c) => {
      const { app_id, file_name } = await parseText(c, createPeopleImportRequestSchema);
      const app = appNamed(deps.apps, app_id);
      const row = await createImport(deps, app, file_name, c.var.actor.member_id);
      return c.json(presentImport(row), 201, { Location: `/api/people-imports/${row.id}?app_id=${app.id}` });
    })
    .get("/people-imports/:id", present)
    .put("/people-imports/:id/parts/:number", async (c) => {
      const part = await parseText(c, importPartRequestSchema);
      const number = numberSchema.catch(Number.MAX_SAFE_INTEGER).parse(c.req.param("number"));
      const row = await takeImportPart(deps, appOf(c), c.req.param("id"), { ...part, number });
      return c.json(presentImport(row));
    })
    .post("/people-imports/:id/check", async (c) => {
      const wish = await parseText(c, checkImportRequestSchema);
      return c.json((await checkImport(deps, appOf(c), c.req.param("id"), wish)) satisfies ImportCheck);
    })
    .post("/people-imports/:id/start", async (c) => {
      const { columns } = await parseText(c, startImportRequestSchema);
      const row = await rowOf(c);
      await importer.start(row, chosenColumns(row, columns), c.var.actor.member_id);
      return present(c);
    })
    .post("/people-imports/:id/cancel", async (c) => {
      await importer.cancel(await rowOf(c), c.var.actor.member_id);
      return present(c);
    })
    .get("/people-imports/:id/refused", async (c) => {
      const row = await rowOf(c);
      return c.body(refusedCsv(store.db, row), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="refused-rows.csv"',
      });
    });
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

/** The rows as they came, behind the line and the reason: mended and without these two columns they can be imported again. */
function refusedCsv(db: Store["db"], row: PeopleImportRow): ReadableStream<Uint8Array> {
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
        csvLine([line, message, ...fromJson(fields, (value) => fieldsSchema.parse(value))]),
      );
      const last = rows.at(-1);
      if (last === undefined) return controller.close();
      after = last.line;
      controller.enqueue(encoder.encode(lines.join("")));
    },
  });
}
