/** What became of contents. */
import { z } from "zod";
import type { EndReason, RunState, StartReason } from "../events.ts";
import { DAY_MS, limits } from "../limits.ts";

export const FUNNEL_PARTS = ["all", "version", "step_id", "variant", "locale"] as const;
export type FunnelBy = (typeof FUNNEL_PARTS)[number];

/** `GET /api/analytics/funnel?app_id=&content_id=` answers a {@link ContentFunnel}; days are those of UTC. */
export const funnelQuerySchema = z
  .object({
    app_id: z.string().max(40),
    content_id: z.string().max(80),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    by: z.enum(FUNNEL_PARTS).default("all"),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ["to"],
    message: "The end is not after the beginning.",
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= limits.analytics_days_max * DAY_MS, {
    path: ["from"],
    message: `At most ${limits.analytics_days_max} days.`,
  });

/** `GET /api/event-names?app_id=`: what happened in the last 90 days beside contents, the most frequent first. */
export interface EventNamesResponse {
  readonly items: readonly { readonly name: string; readonly events: number }[];
}

export interface FunnelStep {
  readonly step_id: string;
  readonly seen: number;
  readonly completed: number;
  /** How often its target was not there. */
  readonly missing: number;
  /** It is missing so often that the step should be looked at. */
  readonly alert: boolean;
}
export interface FunnelPart {
  /** The version, variant … that it is about; "" for all, and for events that name none. */
  readonly value: string;
  readonly started: number;
  readonly completed: number;
  readonly dismissed: number;
  /** "Do not show again", and "Remind me later". */
  readonly suppressed: number;
  readonly steps: readonly FunnelStep[];
}
export interface ContentFunnel {
  readonly parts: readonly FunnelPart[];
  /** How many runs began and ended for which reasons; `end_reason` null: they are open. */
  readonly reasons: readonly {
    readonly start_reason: StartReason;
    readonly end_reason: EndReason | null;
    readonly state: RunState;
    readonly runs: number;
  }[];
}

export const EXPORTED_TABLES = [
  "events",
  "people",
  "runs",
  "suppressions",
  "milestones",
  "exposures",
  "event_rollups",
  "survey_answers",
] as const;
/** `GET /api/exports?app_id=&table=&format=` answers a file, streamed. */
export const exportQuerySchema = z.object({
  app_id: z.string().max(40),
  table: z.enum(EXPORTED_TABLES),
  format: z.enum(["csv", "ndjson"]).default("csv"),
});
