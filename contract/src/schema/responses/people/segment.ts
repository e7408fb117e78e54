import { z } from "zod";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { capGroupSchema } from "../shared-schemas.ts";
import { segmentDefinitionSchema } from "../stored-schemas.ts";
import { personSummarySchema } from "./person.ts";

export const segmentSchema = responseSchema("Segment", {
  id: z.string(),
  name: z.string(),
  rule: segmentDefinitionSchema,
  revision: z.number(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Segment = ResponseOf<typeof segmentSchema>;

export const segmentsResponseSchema = responseSchema("SegmentsResponse", { items: readonlyArray(segmentSchema) });

/** Response of the preview and of `GET /api/segments/{id}/people?app_id=`. */
export const segmentPreviewSchema = responseSchema("SegmentPreview", {
  /** Number of people. Estimated from a sample if `exact` is false. */
  count: z.number(),
  exact: z.boolean(),
  /** When it was counted. Estimates are cached for a minute. */
  counted_at: z.iso.datetime(),
  /** All people of the app, counted the same way. */
  people: z.number(),
  /** Number of people whose result is unknown, because a fact is missing. */
  unknown: z.number(),
  /** Some of its people, most recently seen first. */
  samples: readonlyArray(
    z.strictObject({ id: z.string(), external_id: z.string().nullable(), name: z.string().nullable() }),
  ),
});
export type SegmentPreview = ResponseOf<typeof segmentPreviewSchema>;

const listedPersonSchema = responseSchema("ListedPerson", {
  ...personSummarySchema.shape,
  added_at: z.iso.datetime(),
});
export type ListedPerson = ResponseOf<typeof listedPersonSchema>;

export const segmentListPageSchema = pageSchema("SegmentListPage", listedPersonSchema, { total: z.number() });

/** Response of a change to a list. */
export const segmentListChangeSchema = responseSchema("SegmentListChange", {
  /** People who were added or removed. */
  changed: z.number(),
  /** People who were already on the list, or weren't on it. */
  unchanged: z.number(),
  /** IDs that the app doesn't have, in the order of the request. */
  unknown: readonlyArray(z.string()),
});
export type SegmentListChange = ResponseOf<typeof segmentListChangeSchema>;

/** `GET /api/segments/{id}/uses`. Live content and other segments that use it prevent its deletion. */
export const segmentUsesSchema = responseSchema("SegmentUses", {
  segments: readonlyArray(z.strictObject({ id: z.string(), name: z.string() })),
  contents: readonlyArray(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })),
});
export type SegmentUses = ResponseOf<typeof segmentUsesSchema>;

export const capGroupDetailSchema = responseSchema("CapGroupDetail", {
  ...capGroupSchema.shape,
  id: z.string(),
  revision: z.number(),
});
export type CapGroupDetail = ResponseOf<typeof capGroupDetailSchema>;

export const capGroupsResponseSchema = responseSchema("CapGroupsResponse", {
  items: readonlyArray(capGroupDetailSchema),
});
