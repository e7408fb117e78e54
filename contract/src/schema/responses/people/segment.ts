import { z } from "zod";
import type {
  CapGroupDetail,
  CapGroupsResponse,
  Segment,
  SegmentPreview,
  SegmentsResponse,
  SegmentUses,
} from "../../people/segment.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { capGroupSchema } from "../shared-schemas.ts";
import { ruleSchema } from "../stored-schemas.ts";

export const segmentSchema = exactSchema<Segment>("Segment")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    rule: ruleSchema,
    revision: z.number(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
);

export const segmentsResponseSchema = exactSchema<SegmentsResponse>("SegmentsResponse")(
  z.strictObject({ items: readonlyArray(segmentSchema) }),
);

export const segmentPreviewSchema = exactSchema<SegmentPreview>("SegmentPreview")(
  z.strictObject({
    count: z.number(),
    exact: z.boolean(),
    counted_at: z.iso.datetime(),
    people: z.number(),
    unknown: z.number(),
    samples: readonlyArray(
      z.strictObject({ id: z.string(), external_id: z.string().nullable(), name: z.string().nullable() }),
    ),
  }),
);

export const segmentUsesSchema = exactSchema<SegmentUses>("SegmentUses")(
  z.strictObject({
    segments: readonlyArray(z.strictObject({ id: z.string(), name: z.string() })),
    contents: readonlyArray(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })),
  }),
);

export const capGroupDetailSchema = exactSchema<CapGroupDetail>("CapGroupDetail")(
  capGroupSchema.extend({ id: z.string(), revision: z.number() }),
);

export const capGroupsResponseSchema = exactSchema<CapGroupsResponse>("CapGroupsResponse")(
  z.strictObject({ items: readonlyArray(capGroupDetailSchema) }),
);
