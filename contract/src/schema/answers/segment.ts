import { z } from "zod";
import type {
  CapGroupDetail,
  CapGroupsResponse,
  Segment,
  SegmentPreview,
  SegmentsResponse,
  SegmentUses,
} from "../segment.ts";
import { exactly, listOf } from "./exactly.ts";
import { capGroupSchema } from "./parts.ts";
import { ruleSchema } from "./stored.ts";

export const segmentSchema = exactly<Segment>("Segment")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    rule: ruleSchema,
    revision: z.number(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
);

export const segmentsResponseSchema = exactly<SegmentsResponse>("SegmentsResponse")(
  z.strictObject({ items: listOf(segmentSchema) }),
);

export const segmentPreviewSchema = exactly<SegmentPreview>("SegmentPreview")(
  z.strictObject({
    count: z.number(),
    exact: z.boolean(),
    counted_at: z.iso.datetime(),
    people: z.number(),
    unknown: z.number(),
    samples: listOf(
      z.strictObject({ id: z.string(), external_id: z.string().nullable(), name: z.string().nullable() }),
    ),
  }),
);

export const segmentUsesSchema = exactly<SegmentUses>("SegmentUses")(
  z.strictObject({
    segments: listOf(z.strictObject({ id: z.string(), name: z.string() })),
    contents: listOf(z.strictObject({ id: z.string(), name: z.string(), live: z.boolean() })),
  }),
);

export const capGroupDetailSchema = exactly<CapGroupDetail>("CapGroupDetail")(
  capGroupSchema.extend({ id: z.string(), revision: z.number() }),
);

export const capGroupsResponseSchema = exactly<CapGroupsResponse>("CapGroupsResponse")(
  z.strictObject({ items: listOf(capGroupDetailSchema) }),
);
