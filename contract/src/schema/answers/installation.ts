import { z } from "zod";
import type { BackupSummary, BackupsResponse, HealthFinding, HealthResponse } from "../installation.ts";
import { exactly, listOf } from "./exactly.ts";

export const healthFindingSchema = exactly<HealthFinding>("HealthFinding")(
  z.strictObject({ check: z.string(), state: z.enum(["good", "warning", "bad"]), says: z.string() }),
);

export const healthResponseSchema = exactly<HealthResponse>("HealthResponse")(
  z.strictObject({ items: listOf(healthFindingSchema) }),
);

export const backupSummarySchema = exactly<BackupSummary>("BackupSummary")(
  z.strictObject({ name: z.string(), made_at: z.iso.datetime(), bytes: z.number(), with_key: z.boolean() }),
);

export const backupsResponseSchema = exactly<BackupsResponse>("BackupsResponse")(
  z.strictObject({
    running: z.strictObject({ started_at: z.iso.datetime(), bytes: z.number() }).nullable(),
    failure: z.string().nullable(),
    items: listOf(backupSummarySchema),
  }),
);
