import { z } from "zod";
import { limits } from "../../limits.ts";
import { WEBHOOK_DELIVERY_STATES } from "../../realtime/webhook.ts";
import { contentListQuerySchema } from "../accounts/sign-in.ts";
import { appIdSchema } from "../app-id.ts";
import { KNOWN_AS } from "../people/person.ts";
import { periodShape, withPeriodLimits } from "./period.ts";

const FUNNEL_PARTS = ["all", "version", "step_id", "variant", "locale"] as const;
export type FunnelBy = (typeof FUNNEL_PARTS)[number];

/**
 * `GET /api/analytics/funnel?app_id=&content_id=`. Responds with a {@link ContentFunnel} of the runs that began in these
 * days. Days are in UTC.
 */
export const funnelQuerySchema = withPeriodLimits(
  z.strictObject({
    app_id: appIdSchema,
    content_id: z.string().max(limits.id_chars_max),
    ...periodShape,
    by: z.enum(FUNNEL_PARTS).default("all"),
    /** Only people who are in this segment now. */
    segment_id: z.string().min(1).max(limits.id_chars_max).optional(),
  }),
);

const FUNNEL_GROUPS = ["started", "completed", "dismissed", "failed", "in_progress", "suppressed", "unseen"] as const;
/** A number of a funnel. */
export type FunnelGroup = (typeof FUNNEL_GROUPS)[number];
const FUNNEL_STEP_GROUPS = ["seen", "advanced", "missing", "skipped"] as const;
/** A number of a step. */
export type FunnelStepGroup = (typeof FUNNEL_STEP_GROUPS)[number];

/**
 * `GET /api/analytics/funnel/people?app_id=&content_id=&group=`. Responds with the {@link FunnelPeople} behind a number
 * of a content funnel, as it counts people.
 */
export const funnelPeopleQuerySchema = withPeriodLimits(
  z.strictObject({
    ...funnelQuerySchema.shape,
    /** Version, variant, or other value of the dimension. */
    value: z.string().max(limits.id_chars_max).default(""),
    group: z.enum([...FUNNEL_GROUPS, ...FUNNEL_STEP_GROUPS]),
    /** Step of the groups seen, advanced, missing, and skipped. */
    step_id: z.string().min(1).max(limits.id_chars_max).optional(),
  }),
).refine(({ group, step_id }) => isStepGroup(group) === (step_id !== undefined), {
  path: ["step_id"],
  error: "Set a step for the groups seen, advanced, missing, and skipped, and for no other group.",
});

export function isStepGroup(group: FunnelGroup | FunnelStepGroup): group is FunnelStepGroup {
  // The cast widens the list, to search it for other groups.
  return (FUNNEL_STEP_GROUPS as readonly string[]).includes(group);
}

/** `GET /api/analytics/contents?app_id=&content_ids=`. Responds with a {@link ContentResults}. Days are in UTC. */
export const contentResultsQuerySchema = withPeriodLimits(
  z.strictObject({
    app_id: appIdSchema,
    /** Comma-separated IDs of content. */
    content_ids: z
      .string()
      .max(limits.results_contents_max * (limits.id_chars_max + 1))
      .transform((text) => text.split(",").filter((id) => id !== ""))
      .pipe(z.array(z.string()).min(1).max(limits.results_contents_max)),
    ...periodShape,
  }),
);

export const EXPORTED_TABLES = [
  "events",
  "people",
  "runs",
  "suppressions",
  "milestones",
  "exposures",
  "event_rollups",
  "funnel_runs",
  "funnel_steps",
  "survey_answers",
  "survey_responses",
  "groups",
  "memberships",
  "segment_people",
  "attribute_definitions",
  "goals",
  "publications",
  "live_updates",
  "live_update_deliveries",
  "decision_log",
  "live_update_emails",
  "email_unsubscribes",
  "live_update_pushes",
  "push_subscriptions",
  "feed_reads",
  "occasions",
  "event_counts",
  "group_event_days",
  "group_tasks",
  "webhook_deliveries",
  "webhook_attempts",
] as const;
export type ExportedTable = (typeof EXPORTED_TABLES)[number];
/** Workspace lists that can also be exported as shown. */
export const EXPORTED_LISTS = ["contents", "segments", "members", "tokens"] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
/**
 * `GET /api/exports?app_id=&table=&format=` streams a file. `people` accepts the filters of its list; people merged
 * into others are only in the unfiltered export. `contents` has the workspace's content with its status in the app, and
 * accepts the filters of its list. Segments, members, and API tokens are the workspace's, whatever the app.
 */
export const exportQuerySchema = z
  .strictObject({
    app_id: appIdSchema,
    table: z.enum([...EXPORTED_TABLES, ...EXPORTED_LISTS]),
    format: z.enum(["csv", "ndjson"]).default("csv"),
    /** Prefix of an ID, first name, last name, or email address. Case-insensitive. */
    q: z.string().max(limits.search_chars_max).default(""),
    identity: z.enum(KNOWN_AS).optional(),
    segment_id: z.string().max(limits.id_chars_max).optional(),
    type: contentListQuerySchema.shape.type,
    status: contentListQuerySchema.shape.status,
    tag: contentListQuerySchema.shape.tag,
    state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
    /** ID of a webhook or destination. `q` is in the request or its error, as in the list of deliveries. */
    webhook_id: z.string().max(limits.id_chars_max).optional(),
  })
  .refine(
    ({ table, q, identity, segment_id }) =>
      table === "people" ||
      ((q.trim() === "" || ["contents", "segments", "webhook_deliveries"].includes(table)) &&
        identity === undefined &&
        segment_id === undefined),
    { path: ["table"], error: "Only the table people supports the filters q, identity, and segment_id." },
  )
  .refine(
    ({ table, type, status, tag }) => table === "contents" || (type === "all" && status === "all" && tag === ""),
    { path: ["table"], error: "Only the table contents supports the filters type, status, and tag." },
  )
  .refine(
    ({ table, state, webhook_id }) =>
      table === "webhook_deliveries" || (state === undefined && webhook_id === undefined),
    { path: ["table"], error: "Only the table webhook_deliveries supports the filters state and webhook_id." },
  );

/** `POST /api/exports`. Responds with a file of the given people, identified as in URLs. Unknown people are skipped. */
export const exportPeopleRequestSchema = z.strictObject({
  format: z.enum(["csv", "ndjson"]).default("csv"),
  people: z.array(z.string().min(1).max(limits.person_name_chars_max)).min(1).max(limits.selected_max),
});
