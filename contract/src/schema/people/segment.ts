/** Segments and frequency caps, which belong to the workspace, like content. */
import { z } from "zod";
import { CONTENT_TYPES } from "../../content/body.ts";
import type { CapGroup } from "../../gates/cap-group.ts";
import { limits } from "../../limits.ts";
import type { Rule } from "../../targeting/rule.ts";
import { appIdSchema } from "../app-id.ts";
import { segmentRuleSchema } from "../content/rule.ts";

const nameSchema = z.string().trim().min(1, "Enter a name.").max(limits.segment_name_chars_max);

export const createSegmentRequestSchema = z.strictObject({ name: nameSchema, rule: segmentRuleSchema });

/**
 * `PATCH /api/segments/{id}` with `If-Match: "{revision}"` responds with the new {@link Segment}. `DELETE` responds
 * with 204.
 */
export const updateSegmentRequestSchema = createSegmentRequestSchema.partial();

export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly rule: Rule;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface SegmentsResponse {
  readonly items: readonly Segment[];
}

/** `POST /api/segments/preview` counts the people that match a rule before it's saved. */
export const previewSegmentRequestSchema = z.strictObject({ app_id: appIdSchema, rule: segmentRuleSchema });
/** Response of the preview and of `GET /api/segments/{id}/people?app_id=`. */
export interface SegmentPreview {
  /** Number of people. Estimated from a sample if `exact` is false. */
  readonly count: number;
  readonly exact: boolean;
  /** When it was counted. Estimates are cached for a minute. */
  readonly counted_at: string;
  /** All people of the app, counted the same way. */
  readonly people: number;
  /** Number of people whose result is unknown, because a fact is missing. */
  readonly unknown: number;
  /** Some of its people, most recently seen first. */
  readonly samples: readonly {
    readonly id: string;
    readonly external_id: string | null;
    readonly name: string | null;
  }[];
}

/** `GET /api/segments/{id}/uses`. Live content and other segments that use it prevent its deletion. */
export interface SegmentUses {
  readonly segments: readonly { readonly id: string; readonly name: string }[];
  readonly contents: readonly { readonly id: string; readonly name: string; readonly live: boolean }[];
}

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

export interface CapGroupDetail extends CapGroup {
  readonly id: string;
  readonly revision: number;
}
export interface CapGroupsResponse {
  readonly items: readonly CapGroupDetail[];
}
