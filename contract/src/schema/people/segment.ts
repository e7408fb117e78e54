/** Segments and frequency caps, which belong to the workspace, like content. */
import { z } from "zod";
import { CONTENT_TYPES } from "../../content/body.ts";
import { limits } from "../../limits.ts";
import { segmentRuleSchema } from "../content/rule.ts";

const nameSchema = z.string().trim().min(1, "Enter a name.").max(limits.segment_name_chars_max);

export const createSegmentRequestSchema = z.strictObject({ name: nameSchema, rule: segmentRuleSchema });

/**
 * `PATCH /api/segments/{id}` with `If-Match: "{revision}"` responds with the new {@link Segment}. `DELETE` responds
 * with 204.
 */
export const updateSegmentRequestSchema = createSegmentRequestSchema.partial();

/** `POST /api/segments/preview` counts the people that match a rule before it's saved. */
export const previewSegmentRequestSchema = z.strictObject({ rule: segmentRuleSchema });

export const capCoverSchema = z.strictObject({
  types: z.array(z.enum(CONTENT_TYPES)).max(CONTENT_TYPES.length).default([]),
  tags: z.array(z.string().trim().min(1).max(limits.tag_chars_max)).max(limits.tags_max).default([]),
});

/**
 * `POST /api/cap-groups` responds with 201 and a {@link CapGroupDetail}. `PATCH` requires `If-Match`. `DELETE` responds
 * with 204.
 */
export const createCapGroupRequestSchema = z.strictObject({
  name: nameSchema,
  runs_max: z.int().min(1).max(limits.cap_runs_max),
  window_hours: z.int().min(1).max(limits.cooldown_hours_max),
  covers: capCoverSchema.prefault({}),
});
export const updateCapGroupRequestSchema = createCapGroupRequestSchema.partial();
