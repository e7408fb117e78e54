/** The server itself: how it is, and its backups. */
import type { Cause } from "../../wording/cause.ts";

/** `GET /api/health` */
export interface HealthResponse {
  readonly items: readonly HealthFinding[];
}
export interface HealthFinding {
  readonly check: string;
  readonly state: "good" | "warning" | "bad";
  /** `cause` in English: what was found and, unless it is good, what to do. */
  readonly says: string;
  readonly cause: Cause;
}

/** `GET /api/backups`, the newest first. `POST /api/backups` answers 202; the list says when it is there. */
export interface BackupsResponse {
  readonly running: { readonly started_at: string; readonly bytes: number } | null;
  /** Why the last one that was asked for here failed. */
  readonly failure: string | null;
  readonly items: readonly BackupSummary[];
}
export interface BackupSummary {
  /** Its directory below `backups`. */
  readonly name: string;
  readonly made_at: string;
  /** Of the database. */
  readonly bytes: number;
  /** Whether the key that opens its secrets lies beside it. */
  readonly with_key: boolean;
}
