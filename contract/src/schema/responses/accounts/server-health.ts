import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { causeSchema } from "../stored-schemas.ts";

const healthFindingSchema = responseSchema("HealthFinding", {
  check: z.string(),
  state: z.enum(["good", "warning", "bad"]),
  /** `cause` in English: the finding and, unless it's good, what to do. */
  says: z.string(),
  cause: causeSchema,
});
export type HealthFinding = ResponseOf<typeof healthFindingSchema>;

/** Why a server is degraded and `/readyz` fails. */
export const DEGRADED_REASONS = ["disk_full", "disk_low", "clock_wrong", "store_unavailable"] as const;
export type DegradedReason = (typeof DEGRADED_REASONS)[number];

/** `GET /api/status`, for all members. Null while the server works. */
export const serverStatusSchema = responseSchema("ServerStatus", {
  degraded: z.strictObject({ reason: z.enum(DEGRADED_REASONS), since: z.iso.datetime() }).nullable(),
});
export type ServerStatus = ResponseOf<typeof serverStatusSchema>;

export const healthResponseSchema = responseSchema("HealthResponse", { items: readonlyArray(healthFindingSchema) });

const backupSummarySchema = responseSchema("BackupSummary", {
  /** Directory below `backups` */
  name: z.string(),
  made_at: z.iso.datetime(),
  /** Database size */
  bytes: z.number(),
  /** Whether the master key is stored with it. */
  with_key: z.boolean(),
  /** Made by the schedule, which keeps only the newest. */
  automatic: z.boolean(),
});
export type BackupSummary = ResponseOf<typeof backupSummarySchema>;

/**
 * `GET /api/backups`, newest first. `POST /api/backups` responds with 202; the list shows the backup once it's
 * complete.
 */
export const backupsResponseSchema = responseSchema("BackupsResponse", {
  running: z.strictObject({ started_at: z.iso.datetime(), bytes: z.number() }).nullable(),
  /** Null if automatic backups are off. */
  schedule: z.strictObject({ interval_hours: z.number(), kept: z.number() }).nullable(),
  /** Why the last backup failed. */
  failure: z.string().nullable(),
  items: readonlyArray(backupSummarySchema),
});
export type BackupsResponse = ResponseOf<typeof backupsResponseSchema>;
