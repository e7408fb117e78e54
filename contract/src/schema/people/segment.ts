/** Segments and frequency caps, which belong to the workspace, like content. */
import { z } from "zod";
import { CONTENT_TYPES } from "../../content/body.ts";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import { segmentDefinitionSchema, segmentRuleSchema } from "../content/rule.ts";

const nameSchema = z.string().trim().min(1, "Enter a name.").max(limits.segment_name_chars_max);

export const createSegmentRequestSchema = z.strictObject({ name: nameSchema, rule: segmentDefinitionSchema });

/**
 * `PATCH /api/segments/{id}` with `If-Match: "{revision}"` responds with the new {@link Segment}. `DELETE` responds
 * with 204.
 */
export const updateSegmentRequestSchema = createSegmentRequestSchema.partial();

/** `POST /api/segments/preview` counts the people that match a rule before it's saved. */
export const previewSegmentRequestSchema = z.strictObject({ rule: segmentRuleSchema });

/**
 * `POST /api/segments/{id}/list/add` and `…/remove`: external IDs, or IDs of anonymous visitors. IDs that the app
 * doesn't have are returned, and no one is created for them.
 */
export const editSegmentListRequestSchema = z.strictObject({
  external_ids: z
    .array(z.string().min(1).max(limits.external_id_bytes_max))
    .min(1, "Add at least one ID.")
    .max(limits.segment_list_batch_max),
});

/** `GET /api/segments/{id}/list`: people of a list, most recently added first. */
export const segmentListQuerySchema = z.strictObject({
  app_id: appIdSchema,
  after: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

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
