import { csvLine } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import type { AuditFilter } from "@fanfare/contract/schema/accounts/audit";
import type { AuditEntry } from "@fanfare/contract/schema/responses/accounts/audit";
import type { AUDIT_ROUTES } from "@fanfare/contract/schema/routes/audit";
import { z } from "zod";
import type { AuditLog } from "../../../accounts/audit/audit-log.ts";
import { fromJson, toIso } from "../../../store/columns.ts";
import type { AuditRow } from "../../../store/statements/accounts/audit-log.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

const detailSchema = z.record(z.string(), z.unknown());

export function auditHandlers({ audit_log }: ApiDeps): Handlers<typeof AUDIT_ROUTES> {
  return {
    "GET /api/audit": async ({ query }) => {
      const { rows, next } = await audit_log.page(query);
      return { items: rows.map(presentAuditEntry), next };
    },
    "GET /api/audit/verify": () => audit_log.verify(),
    "GET /api/audit/export": ({ c, query }) => {
      const { format, ...filter } = query;
      const { type, head, line } = FORMATS[format];
      return c.body(exportStream(audit_log, filter, head, line), 200, {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="fanfare-audit.${format}"`,
      });
    },
  };
}

function presentAuditEntry({ at, detail, ...row }: AuditRow): AuditEntry {
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
    line: (entry: AuditEntry) => csvLine(COLUMNS.map((column) => cellText(entry[column]))),
  },
} as const;

function cellText(value: AuditEntry[keyof AuditEntry]): string | number | null {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : value;
}

/** Reads one page at a time, when the reader has consumed the previous one. */
function exportStream(
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
      const text = rows.map((row) => line(presentAuditEntry(row))).join("");
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (next === null) controller.close();
      else before = next;
    },
  });
}
