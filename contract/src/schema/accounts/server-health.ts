import type { Cause } from "../../wording/cause.ts";

export interface HealthResponse {
  readonly items: readonly HealthFinding[];
}
export interface HealthFinding {
  readonly check: string;
  readonly state: "good" | "warning" | "bad";
  /** `cause` in English: the finding and, unless it's good, what to do. */
  readonly says: string;
  readonly cause: Cause;
}

/**
 * `GET /api/backups`, newest first. `POST /api/backups` responds with 202; the list shows the backup once it's
 * complete.
 */
export interface BackupsResponse {
  readonly running: { readonly started_at: string; readonly bytes: number } | null;
  /** Why the last requested backup failed. */
  readonly failure: string | null;
  readonly items: readonly BackupSummary[];
}
export interface BackupSummary {
  /** Directory below `backups` */
  readonly name: string;
  readonly made_at: string;
  /** Database size */
  readonly bytes: number;
  /** Whether the master key is stored with it. */
  readonly with_key: boolean;
}
