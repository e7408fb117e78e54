/** What became of contents. */
import { z } from "zod";
import type { EndReason, PrepareFailure, RunState, StartReason } from "../../events/events.ts";
import { DAY_MS, limits } from "../../limits.ts";
import { WEBHOOK_DELIVERY_STATES } from "../../realtime/webhook.ts";
import type { Strategy } from "../../target/target.ts";
import { contentListQuerySchema } from "../accounts/sign-in.ts";
import { appIdSchema } from "../app-id.ts";
import { KNOWN_AS } from "../people/person.ts";

const FUNNEL_PARTS = ["all", "version", "step_id", "variant", "locale"] as const;
export type FunnelBy = (typeof FUNNEL_PARTS)[number];

/** `GET /api/analytics/funnel?app_id=&content_id=` answers a {@link ContentFunnel}; days are those of UTC. */
export const funnelQuerySchema = z
  .strictObject({
    app_id: appIdSchema,
    content_id: z.string().max(limits.id_chars_max),
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
    by: z.enum(FUNNEL_PARTS).default("all"),
    /** Only people who are in this segment now. */
    segment_id: z.string().min(1).max(limits.id_chars_max).optional(),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ["to"],
    message: "The end must be after the start.",
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= limits.analytics_days_max * DAY_MS, {
    path: ["from"],
    message: `Use at most ${limits.analytics_days_max} days.`,
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
  /** What would have found it, the most frequent first: this strategy found one that was hidden, or several. */
  readonly near: readonly {
    readonly strategy: Strategy["kind"];
    readonly found: "several" | "hidden";
    readonly times: number;
  }[];
  /** How often the page was asked to prepare for it and did not get ready, by why, the most frequent first; absent: never. */
  readonly unready?: readonly { readonly why: PrepareFailure; readonly times: number }[];
}
export interface FunnelPart {
  /** The version, variant … that it is about; "" for all, and for events that name none. */
  readonly value: string;
  /** So often it was really shown: half of it in sight for a second. */
  readonly started: number;
  readonly completed: number;
  readonly dismissed: number;
  /** "Do not show again", and "Remind me later". */
  readonly suppressed: number;
  /** It ended before anybody could see it for a second; counted nowhere else. */
  readonly unseen: number;
  /** It failed, by kind of error, the most frequent first. */
  readonly errors: readonly { readonly kind: string; readonly times: number }[];
  /** From when nothing stood in its way to when it stood there: half, and 95 of 100, took no longer; null: none is known. */
  readonly time_to_show: { readonly p50_ms_max: number; readonly p95_ms_max: number } | null;
  readonly steps: readonly FunnelStep[];
}
/**
 * For whom a funnel was asked: people who met the content in these days and are in the segment now. It is counted from their
 * events, so that it has what the app still keeps of those.
 */
export interface FunnelSegment {
  readonly id: string;
  /** So many people who met the content were looked at, and so many of them are in the segment. */
  readonly met: number;
  readonly people: number;
  /** False: there were more runs than are looked at; these people are those of the latest. */
  readonly whole: boolean;
}
export interface ContentFunnel {
  /** Null: everybody was asked for. */
  readonly segment: FunnelSegment | null;
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
  "groups",
  "memberships",
  "attribute_definitions",
  "goals",
  "publications",
  "live_updates",
  "live_update_deliveries",
  "decision_log",
  "feed_reads",
  "occasions",
  "event_counts",
  "webhook_deliveries",
  "webhook_attempts",
] as const;
export type ExportedTable = (typeof EXPORTED_TABLES)[number];
/** Lists of the workspace that leave as files, too, as they are shown. */
export const EXPORTED_LISTS = ["contents", "segments", "members", "tokens"] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
/**
 * `GET /api/exports?app_id=&table=&format=` answers a file, streamed. Of people also those alone whom their list shows when
 * it is narrowed in the same words; whoever became somebody else is in the whole table only. `contents` are those of the
 * workspace as they stand in the app, as their list shows them when it is narrowed. Segments, members and API tokens are the
 * workspace's, whatever the app.
 */
export const exportQuerySchema = z
  .strictObject({
    app_id: appIdSchema,
    table: z.enum([...EXPORTED_TABLES, ...EXPORTED_LISTS]),
    format: z.enum(["csv", "ndjson"]).default("csv"),
    /** The beginning of an id, a name, a last name or an e-mail address, in any case. */
    q: z.string().max(limits.search_chars_max).default(""),
    identity: z.enum(KNOWN_AS).optional(),
    segment_id: z.string().max(limits.id_chars_max).optional(),
    type: contentListQuerySchema.shape.type,
    status: contentListQuerySchema.shape.status,
    tag: contentListQuerySchema.shape.tag,
    /** Of calls to webhooks: those that stand so. */
    state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
  })
  .refine(
    ({ table, q, identity, segment_id }) =>
      table === "people" ||
      ((q.trim() === "" || table === "contents" || table === "segments") &&
        identity === undefined &&
        segment_id === undefined),
    { path: ["table"], error: "Only the table people supports the filters q, identity, and segment_id." },
  )
  .refine(
    ({ table, type, status, tag }) => table === "contents" || (type === "all" && status === "all" && tag === ""),
    { path: ["table"], error: "Only the table contents supports the filters type, status, and tag." },
  )
  .refine(({ table, state }) => table === "webhook_deliveries" || state === undefined, {
    path: ["table"],
    error: "Only the table webhook_deliveries supports the filter state.",
  });

/** `POST /api/exports` answers some people as a file: those who are named, by what names them in addresses, as far as they are known. */
export const exportPeopleRequestSchema = z.strictObject({
  app_id: appIdSchema,
  format: z.enum(["csv", "ndjson"]).default("csv"),
  people: z.array(z.string().min(1).max(limits.person_name_chars_max)).min(1).max(limits.selected_max),
});
