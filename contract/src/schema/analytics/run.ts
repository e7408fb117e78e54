import { z } from "zod";
import type { CelebrationPreset } from "../../content/celebration-preset.ts";
import type { Frequency, Trigger } from "../../content/content.ts";
import type { EndReason, RunState, StartReason } from "../../events/events.ts";
import { limits } from "../../limits.ts";
import type { ContentSummary } from "../accounts/sign-in.ts";
import { appIdSchema } from "../app-id.ts";

/** `GET /api/contents/{id}/runs`, newest first. */
export const runsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  after: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

/** Person of a run or answer. For anonymous visitors, `external_id` is their name. */
export interface RunPerson {
  readonly id: string;
  readonly external_id: string;
  readonly anonymous: boolean;
  readonly name: string | null;
}

export interface ContentRun {
  readonly id: string;
  readonly person: RunPerson;
  readonly version: number;
  readonly state: RunState;
  readonly start_reason: StartReason;
  readonly end_reason: EndReason | null;
  readonly started_at: string;
  readonly ended_at: string | null;
}
export interface ContentRunsPage {
  readonly items: readonly ContentRun[];
  readonly next: string | null;
}

/** `GET /api/celebrations?app_id=`: a celebration with its draft's settings and its play counts in the app. */
export interface CelebrationSummary extends ContentSummary {
  readonly preset: CelebrationPreset;
  readonly message: string | null;
  readonly colors: readonly string[];
  readonly intensity: number;
  readonly trigger: Trigger;
  readonly frequency: Frequency;
  /** Played for at least a second, or to its end. */
  readonly played: number;
  /** Ended within its first second, or couldn't be shown. */
  readonly skipped: number;
}
export interface CelebrationsPage {
  readonly items: readonly CelebrationSummary[];
  readonly next: string | null;
  readonly total: number;
}
