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

/** Why a server is degraded. With each of them except `redis_unavailable`, `/readyz` fails. */
export const DEGRADED_REASONS = [
  "disk_full",
  "disk_low",
  "clock_wrong",
  "store_unavailable",
  "redis_unavailable",
] as const;
export type DegradedReason = (typeof DEGRADED_REASONS)[number];

/** `GET /api/status`, for all members. Null while the server works. */
export const serverStatusSchema = responseSchema("ServerStatus", {
  degraded: z.strictObject({ reason: z.enum(DEGRADED_REASONS), since: z.iso.datetime() }).nullable(),
});
export type ServerStatus = ResponseOf<typeof serverStatusSchema>;

const nodeSchema = responseSchema("Node", {
  id: z.string(),
  /** `standby`: waits until the active node stops. `superseded`: replaced after it stopped reporting. */
  state: z.enum(["active", "standby", "draining", "superseded"]),
  /** Whether it reported in the last seconds. */
  alive: z.boolean(),
  /** Whether it sends this response. */
  current: z.boolean(),
  host: z.string(),
  port: z.number(),
  version: z.string(),
  started_at: z.iso.datetime(),
  last_report_s: z.number(),
  connections: z.number(),
  degraded: z.enum(DEGRADED_REASONS).nullable(),
});
export type Node = ResponseOf<typeof nodeSchema>;

/** `GET /api/nodes`: servers of this installation, oldest first. Empty on SQLite, which has one. */
export const nodesResponseSchema = responseSchema("NodesResponse", { items: readonlyArray(nodeSchema) });

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
