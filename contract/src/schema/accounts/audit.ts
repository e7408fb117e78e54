/** The audit log: who did what, in a chain that shows what was changed or taken out afterwards. */
import { z } from "zod";
import { limits } from "../../limits.ts";

const text = (chars_max: number) => z.string().min(1).max(chars_max).optional();

const auditFilterSchema = z.strictObject({
  member_id: text(60),
  /** `content.publish`, for example. */
  action: text(60),
  resource_type: text(40),
  resource_id: text(60),
  app_id: text(40),
  /** From this instant on. */
  since: z.iso.datetime({ offset: true }).optional(),
  /** Before this instant. */
  until: z.iso.datetime({ offset: true }).optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

/** `GET /api/audit`, the newest first; `before` is the last id of the page before. */
export const auditQuerySchema = auditFilterSchema.extend({
  before: text(60),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
/** `GET /api/audit/export`: all that fits the filter, the newest first, as it is read. */
export const auditExportQuerySchema = auditFilterSchema.extend({ format: z.enum(["ndjson", "csv"]).default("ndjson") });

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  /** Null: the server itself, a command of the operator, or a token of the operator. */
  readonly member_id: string | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly app_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Its place in the chain; null for the blink until it has one. */
  readonly seq: number | null;
  readonly hash: string | null;
}
export interface AuditPage {
  readonly items: readonly AuditEntry[];
  readonly next: string | null;
}
/** `GET /api/audit/verify` */
export interface AuditVerification {
  readonly intact: boolean;
  readonly entries: number;
  /** The newest link: kept elsewhere, it shows later that nothing was cut off at the end. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
  /** Where the chain breaks first: what was changed or taken out stands there. */
  readonly broken_at: number | null;
}
