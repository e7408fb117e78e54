import { csvLine } from "@fanfare/contract/csv";
import { limits } from "@fanfare/contract/limits";
import {
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  type AuditVerdict,
  auditExportQuerySchema,
  auditQuerySchema,
} from "@fanfare/contract/schema/audit";
import { Hono } from "hono";
import { z } from "zod";
import type { AuditLog } from "../accounts/audit-log.ts";
import type { AuditRow } from "../store/audit.ts";
import { fromJson, toIso } from "../store/columns.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseQuery } from "./body.ts";

const detailSchema = z.record(z.string(), z.unknown());

/** Who did what. */
export function auditRoutes({ audit_log }: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/audit", async (c) => {
      const { rows, next } = await audit_log.page(parseQuery(c, auditQuerySchema));
      return c.json({ items: rows.map(presentEntry), next } satisfies AuditPage);
    })
    .get("/audit/verify", async (c) => c.json((await audit_log.verify()) satisfies AuditVerdict))
    .get("/audit/export", (c) => {
      const { format, ...filter } = parseQuery(c, auditExportQuerySchema);
      const { type, head, line } = FORMATS[format];
      return c.body(streamOf(audit_log, filter, head, line), 200, {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="fanfare-audit.${format}"`,
      });
    });
}

function presentEntry({ at, detail, ...row }: AuditRow): AuditEntry {
  const { id, member_id, action, resource_type, resource_id, app_id, seq, hash } = row;
  const shown = { id, at: toIso(at), member_id, action, resource_type, resource_id, app_id };
  return { ...shown, detail: fromJson(detail, (value) => detailSchema.parse(value)), seq, hash };
}

const COLUMNS = [
  "id",
  "at",
  "member_id",
  "action",
  "resource_type",
  "resource_id",
  "app_id",
  "detail",
  "seq",
  "hash",
] as const satisfies readonly (keyof AuditEntry)[];

const FORMATS = {
  ndjson: {
    type: "application/x-ndjson; charset=utf-8",
    head: "",
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
  csv: {
    type: "text/csv; charset=utf-8",
    head: csvLine(COLUMNS),
    line: (entry: AuditEntry) => csvLine(COLUMNS.map((column) => textOf(entry[column]))),
  },
} as const;

function textOf(value: AuditEntry[keyof AuditEntry]): string | number | null {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : value;
}

/** One page at a time, when the reader has taken the one before. */
function streamOf(
  audit_log: AuditLog,
  filter: AuditFilter,
  head: string,
  line: (entry: AuditEntry) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: string | undefined;
  return new ReadableStream({
    start(controller) {
      if (head !== "") controller.enqueue(encoder.encode(head));
    },
    async pull(controller) {
      const { rows, next } = await audit_log.page({ ...filter, before, limit: limits.audit_export_page_rows });
      const text = rows.map((row) => line(presentEntry(row))).join("");
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (next === null) controller.close();
      else before = next;
    },
  });
}
