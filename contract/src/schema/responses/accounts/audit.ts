import { z } from "zod";
import { pageSchema, type ResponseOf, responseSchema } from "../response-schema.ts";

const auditEntrySchema = responseSchema("AuditEntry", {
  id: z.string(),
  at: z.iso.datetime(),
  /** Null for the server itself, and for the operator's commands and tokens. */
  member_id: z.string().nullable(),
  action: z.string(),
  resource_type: z.string(),
  resource_id: z.string(),
  /** The resource's current name, or the name in the entry if it was deleted. Null if it has none. */
  resource_name: z.string().nullable(),
  app_id: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** Position in the chain. Null briefly, until the entry is chained. */
  seq: z.number().nullable(),
  hash: z.string().nullable(),
});
export type AuditEntry = ResponseOf<typeof auditEntrySchema>;

export const auditPageSchema = pageSchema("AuditPage", auditEntrySchema);

export const auditVerificationSchema = responseSchema("AuditVerdict", {
  intact: z.boolean(),
  entries: z.number(),
  /** The newest link. Store it elsewhere to detect later that entries were removed at the end. */
  head: z.strictObject({ seq: z.number(), hash: z.string() }).nullable(),
  /** First break in the chain, where an entry was changed or removed. */
  broken_at: z.number().nullable(),
});
export type AuditVerification = ResponseOf<typeof auditVerificationSchema>;
