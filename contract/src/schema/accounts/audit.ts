/** Audit log: who did what, in a hash chain that reveals later changes and deletions. */
import { z } from "zod";
import { limits } from "../../limits.ts";

const text = (chars_max: number) => z.string().min(1).max(chars_max).optional();

const auditFilterSchema = z.strictObject({
  member_id: text(60),
  /** For example, `content.publish` */
  action: text(60),
  resource_type: text(40),
  resource_id: text(60),
  app_id: text(40),
  /** Inclusive. */
  since: z.iso.datetime({ offset: true }).optional(),
  /** Exclusive. */
  until: z.iso.datetime({ offset: true }).optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

/** `GET /api/audit`, newest first. `before` is the last ID of the previous page. */
export const auditQuerySchema = auditFilterSchema.extend({
  before: text(60),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
/** `GET /api/audit/export`: all entries that match the filter, newest first, streamed. */
export const auditExportQuerySchema = auditFilterSchema.extend({ format: z.enum(["ndjson", "csv"]).default("ndjson") });

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  /** Null for the server itself, and for the operator's commands and tokens. */
  readonly member_id: string | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly app_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Position in the chain. Null briefly, until the entry is chained. */
  readonly seq: number | null;
  readonly hash: string | null;
}
export interface AuditPage {
  readonly items: readonly AuditEntry[];
  readonly next: string | null;
}
export interface AuditVerification {
  readonly intact: boolean;
  readonly entries: number;
  /** The newest link. Store it elsewhere to detect later that entries were removed at the end. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
  /** First break in the chain, where an entry was changed or removed. */
  readonly broken_at: number | null;
}
