import { z } from "zod";
import type { BackupSummary, BackupsResponse, HealthFinding, HealthResponse } from "../../accounts/server-health.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { causeSchema } from "../stored-schemas.ts";

const healthFindingSchema = exactSchema<HealthFinding>("HealthFinding")(
  z.strictObject({
    check: z.string(),
    state: z.enum(["good", "warning", "bad"]),
    says: z.string(),
    cause: causeSchema,
  }),
);

export const healthResponseSchema = exactSchema<HealthResponse>("HealthResponse")(
  z.strictObject({ items: readonlyArray(healthFindingSchema) }),
);

const backupSummarySchema = exactSchema<BackupSummary>("BackupSummary")(
  z.strictObject({ name: z.string(), made_at: z.iso.datetime(), bytes: z.number(), with_key: z.boolean() }),
);

export const backupsResponseSchema = exactSchema<BackupsResponse>("BackupsResponse")(
  z.strictObject({
    running: z.strictObject({ started_at: z.iso.datetime(), bytes: z.number() }).nullable(),
    failure: z.string().nullable(),
    items: readonlyArray(backupSummarySchema),
  }),
);
