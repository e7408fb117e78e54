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

/** `GET /api/audit`, newest first. `after` is the last ID of the previous page. */
export const auditQuerySchema = auditFilterSchema.extend({
  after: text(60),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
/** `GET /api/audit/export`: all entries that match the filter, newest first, streamed. */
export const auditExportQuerySchema = auditFilterSchema.extend({ format: z.enum(["ndjson", "csv"]).default("ndjson") });
