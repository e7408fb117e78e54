/** Calls of Segment's libraries ("HTTP Tracking API"). Their libraries add fields, so unknown ones are ignored. */
import { z } from "zod";
import { limits } from "../../limits.ts";

export const SEGMENT_CALL_TYPES = ["identify", "track", "page", "screen", "group", "alias"] as const;
export type SegmentCallType = (typeof SEGMENT_CALL_TYPES)[number];

const idSchema = z
  .union([z.string(), z.number().transform(String)])
  .refine((id) => id.length <= limits.segment_id_chars_max, `Use at most ${limits.segment_id_chars_max} characters.`)
  .nullish()
  .transform((id) => (id === "" || id === null ? undefined : id));
const objectSchema = z.record(z.string(), z.unknown()).nullish();
const textSchema = z.string().nullish();

export const segmentCallSchema = z.object({
  type: z.enum(SEGMENT_CALL_TYPES),
  userId: idSchema,
  anonymousId: idSchema,
  /** Identifies the call, so that a repeated one counts once. */
  messageId: idSchema,
  groupId: idSchema,
  previousId: idSchema,
  event: textSchema,
  name: textSchema,
  category: textSchema,
  properties: objectSchema,
  traits: objectSchema,
  timestamp: textSchema,
  context: z
    .object({
      library: z.object({ name: textSchema }).nullish(),
      locale: textSchema,
      timezone: textSchema,
    })
    .nullish(),
});
export type SegmentCall = z.output<typeof segmentCallSchema>;

/** A body of one call. Its type is in the path. */
export const segmentSingleSchema = z.looseObject({ writeKey: textSchema, sentAt: textSchema });

/** Calls are validated one by one: valid ones are stored, and the response lists the others. */
export const segmentBatchSchema = segmentSingleSchema.extend({
  batch: z.array(z.unknown()).max(limits.segment_batch_calls_max),
});
