import { csvLine } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import type { AuditFilter } from "@fanfare/contract/schema/accounts/audit";
import type { AuditEntry } from "@fanfare/contract/schema/responses/accounts/audit";
import type { AUDIT_ROUTES } from "@fanfare/contract/schema/routes/audit";
import { z } from "zod";
import type { AuditLog } from "../../../accounts/audit/audit-log.ts";
import { fromJson, toIso } from "../../../store/columns.ts";
import type { AuditRow } from "../../../store/statements/accounts/audit-log.ts";
import { auditedNames } from "../../../store/statements/accounts/audited-names.ts";
import type { Store } from "../../../store/store.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

const detailSchema = z.record(z.string(), z.unknown());

export function auditHandlers({ audit_log, store }: ApiDeps): Handlers<typeof AUDIT_ROUTES> {
  return {
    "GET /api/audit": async ({ query }) => {
      const { after: before, ...filter } = query;
      const { rows, next } = await audit_log.page({ ...filter, before });
      return { items: await presentAuditEntries(store.db, rows), next };
    },
    "GET /api/audit/verify": () => audit_log.verify(),
    "GET /api/audit/export": ({ c, query }) => {
      const { format, ...filter } = query;
      const { type, head, line } = FORMATS[format];
      return c.body(exportStream({ audit_log, db: store.db }, filter, head, line), 200, {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="fanfare-audit.${format}"`,
      });
    },
  };
}

async function presentAuditEntries(db: Store["db"], rows: readonly AuditRow[]): Promise<readonly AuditEntry[]> {
  const entries = rows.map(({ detail, ...row }) => {
    const parsed = fromJson(detail, (value) => detailSchema.parse(value));
    return { ...row, detail: parsed, named: namedResource(row, parsed) };
  });
  const nameOf = await auditedNames(
    db,
    entries.map(({ named }) => named),
  );
  return entries.map(({ at, named, ...entry }) => {
    const { id, member_id, action, resource_type, resource_id, app_id, detail, seq, hash } = entry;
    const resource_name = nameOf(named.type, named.id) ?? nameInDetail(detail) ?? null;
    const shown = { id, at: toIso(at), member_id, action, resource_type, resource_id, resource_name, app_id };
    return { ...shown, detail, seq, hash };
  });
}

/** The resource whose name an entry shows. A suppression has none of its own, so it shows the person's. */
function namedResource(
  { resource_type, resource_id }: Pick<AuditRow, "resource_type" | "resource_id">,
  { person_id }: AuditEntry["detail"],
): { readonly type: string; readonly id: string } {
  if (resource_type === "suppression" && typeof person_id === "string") return { type: "person", id: person_id };
  return { type: resource_type, id: resource_id };
}

/** Name of a resource that no longer exists, as its entry recorded it. */
function nameInDetail({ name, email }: AuditEntry["detail"]): string | undefined {
  return [name, email].find((value) => typeof value === "string");
}

const COLUMNS = [
  "id",
  "at",
  "member_id",
  "action",
  "resource_type",
  "resource_id",
  "resource_name",
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
  { audit_log, db }: { readonly audit_log: AuditLog; readonly db: Store["db"] },
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
      const text = (await presentAuditEntries(db, rows)).map(line).join("");
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (next === null) controller.close();
      else before = next;
    },
  });
}
