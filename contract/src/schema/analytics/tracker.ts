/** Trackers: events that members define without code. */
import { z } from "zod";
import { EVENT_NAMES } from "../../events/events.ts";
import type { TrackerAct, TrackerRule } from "../../events/tracker.ts";
import { limits } from "../../limits.ts";
import { urlsSchema } from "../content/content.ts";
import { targetSchema } from "../content/target.ts";

const BUILT_IN_NAMES: ReadonlySet<string> = new Set(EVENT_NAMES);

export const trackerActSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["click", "submit", "change"]), target: targetSchema }),
  z.strictObject({
    kind: z.literal("visible"),
    target: targetSchema,
    visible_s: z.int().min(1).max(limits.tracker_visible_s_max).default(1),
  }),
  z.strictObject({ kind: z.literal("rage_click"), target: targetSchema.optional() }),
  z.strictObject({ kind: z.literal("page") }),
]) satisfies z.ZodType<TrackerAct>;

const trackerFields = {
  /** Name of the event that it tracks. */
  name: z
    .string()
    .trim()
    .min(1, "Enter an event name.")
    .max(limits.event_name_chars_max)
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), "Remove control and invalid characters.")
    .refine((name) => !BUILT_IN_NAMES.has(name), "Fanfare uses this name for its own event. Choose another name."),
  on: trackerActSchema,
  urls: urlsSchema,
};

const PAGES_MISSING = {
  path: ["urls", "include"],
  message: "Add the pages whose visits count.",
};
const namesPages = ({ on, urls }: { readonly on?: TrackerAct | undefined; readonly urls?: TrackerRule["urls"] }) =>
  on?.kind !== "page" || (urls !== undefined && urls.include.length > 0);

export const createTrackerRequestSchema = z
  .strictObject({ ...trackerFields, urls: trackerFields.urls.prefault({}) })
  .refine(namesPages, PAGES_MISSING);

/** `PATCH /api/trackers/{id}?app_id=` with `If-Match: "{revision}"`. Absent fields stay unchanged. */
export const updateTrackerRequestSchema = z.strictObject({
  name: trackerFields.name.optional(),
  on: trackerFields.on.optional(),
  urls: trackerFields.urls.optional(),
});

export type NewTracker = z.output<typeof createTrackerRequestSchema>;
export type TrackerChange = z.output<typeof updateTrackerRequestSchema>;
