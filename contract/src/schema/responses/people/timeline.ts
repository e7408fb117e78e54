import { z } from "zod";
import { END_REASONS, START_REASONS } from "../../../events/events.ts";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../../gates/suppression.ts";
import { DELIVERY_STATES, LIVE_UPDATE_KINDS } from "../../../realtime/live-update.ts";
import { namedSchema, pageSchema, type ResponseOf, readonlyArray } from "../response-schema.ts";

const entryShape = { id: z.string(), at: z.iso.datetime() };
const namedContentSchema = z.strictObject({ id: z.string(), name: z.string() });
/** A step, panel, task, or question as it was in the version shown. `title` can be empty. */
const partSchema = z.strictObject({ id: z.string(), number: z.number(), title: z.string() });

/** One timeline entry. `content` is null if it's not about content, or if that was deleted. */
const timelineEntrySchema = namedSchema(
  "TimelineEntry",
  z.union([
    z.strictObject({
      ...entryShape,
      kind: z.literal("run"),
      content: namedContentSchema.nullable(),
      state: z.enum(["active", "completed", "dismissed", "suppressed", "failed"]),
      step_id: z.string(),
      /** The part named by `step_id`. Null if it isn't a part of the version. */
      part: partSchema.nullable(),
      start_reason: z.enum(START_REASONS),
      end_reason: z.enum(END_REASONS).nullable(),
      ended_at: z.iso.datetime().nullable(),
    }),
    z.strictObject({
      ...entryShape,
      kind: z.literal("event"),
      name: z.string(),
      content: namedContentSchema.nullable(),
      /** The part that the event is about. Null if there is none. */
      part: partSchema.nullable(),
      /** Text of the message that the event is about. Null if there is none. */
      message: z.string().nullable(),
      /** An answer to a question in the survey's own words: one label, or several in their order. Null if there is none. */
      answer: readonlyArray(z.string()).nullable(),
      props: z.record(z.string(), z.unknown()),
    }),
    z.strictObject({
      ...entryShape,
      kind: z.literal("live_update"),
      live_update_id: z.string(),
      says: z.enum(LIVE_UPDATE_KINDS),
      text: z.string(),
      state: z.enum(DELIVERY_STATES),
    }),
    z.strictObject({
      ...entryShape,
      kind: z.literal("suppression"),
      scope: z.enum(SUPPRESSION_SCOPES),
      target: z.string(),
      content: namedContentSchema.nullable(),
      reason: z.enum(SUPPRESSION_REASONS),
      expires_at: z.iso.datetime(),
    }),
    z.strictObject({
      ...entryShape,
      kind: z.literal("milestone"),
      goal: z.string(),
      content: namedContentSchema.nullable(),
    }),
  ]),
);
export type TimelineEntry = ResponseOf<typeof timelineEntrySchema>;

export const timelinePageSchema = pageSchema("TimelinePage", timelineEntrySchema);
export type TimelinePage = ResponseOf<typeof timelinePageSchema>;
