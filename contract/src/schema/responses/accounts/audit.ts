import { z } from "zod";
import type { AuditEntry, AuditPage, AuditVerification } from "../../accounts/audit.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

const auditEntrySchema = exactSchema<AuditEntry>("AuditEntry")(
  z.strictObject({
    id: z.string(),
    at: z.iso.datetime(),
    member_id: z.string().nullable(),
    action: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    app_id: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    seq: z.number().nullable(),
    hash: z.string().nullable(),
  }),
);

export const auditPageSchema = exactSchema<AuditPage>("AuditPage")(
  z.strictObject({ items: readonlyArray(auditEntrySchema), next: z.string().nullable() }),
);

export const auditVerificationSchema = exactSchema<AuditVerification>("AuditVerdict")(
  z.strictObject({
    intact: z.boolean(),
    entries: z.number(),
    head: z.strictObject({ seq: z.number(), hash: z.string() }).nullable(),
    broken_at: z.number().nullable(),
  }),
);
