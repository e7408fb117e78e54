/** Segments and cap groups as the console sets them up: they belong to the workspace, as contents do. */
import { z } from "zod";
import { CONTENT_TYPES } from "../../content/body.ts";
import type { CapGroup } from "../../gates/cap-group.ts";
import { limits } from "../../limits.ts";
import type { Rule } from "../../targeting/rule.ts";
import { appIdSchema } from "../app-id.ts";
import { segmentRuleSchema } from "../content/rule.ts";

const nameSchema = z.string().trim().min(1, "Enter a name.").max(limits.segment_name_chars_max);

/** `POST /api/segments` answers 201 with a {@link Segment}. */
export const createSegmentRequestSchema = z.strictObject({ name: nameSchema, rule: segmentRuleSchema });

/** `PATCH /api/segments/{id}` with `If-Match: "{revision}"` answers the new {@link Segment}; `DELETE` answers 204. */
export const updateSegmentRequestSchema = createSegmentRequestSchema.partial();

export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly rule: Rule;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
/** `GET /api/segments` */
export interface SegmentsResponse {
  readonly items: readonly Segment[];
}

/** `POST /api/segments/preview` counts whom a rule means, before anything is saved. */
export const previewSegmentRequestSchema = z.strictObject({ app_id: appIdSchema, rule: segmentRuleSchema });
/** Answer of the preview, and of `GET /api/segments/{id}/people?app_id=`. */
export interface SegmentPreview {
  /** How many people it has; estimated from a sample where `exact` is false. */
  readonly count: number;
  readonly exact: boolean;
  /** When it was counted: an estimate is told again for a minute. */
  readonly counted_at: string;
  /** All people of the app, counted the same way. */
  readonly people: number;
  /** Of how many it cannot be told, because something that it asks for is not known. */
  readonly unknown: number;
  /** Some of those in it, who were seen last first. */
  readonly samples: readonly {
    readonly id: string;
    readonly external_id: string | null;
    readonly name: string | null;
  }[];
}

/** `GET /api/segments/{id}/uses`: who asks for it. What is live, and other segments, keep it from being deleted. */
export interface SegmentUses {
  readonly segments: readonly { readonly id: string; readonly name: string }[];
  readonly contents: readonly { readonly id: string; readonly name: string; readonly live: boolean }[];
}

export const capCoverSchema = z.strictObject({
  types: z.array(z.enum(CONTENT_TYPES)).max(CONTENT_TYPES.length).default([]),
  tags: z.array(z.string().trim().min(1).max(limits.tag_chars_max)).max(limits.tags_max).default([]),
});

/** `POST /api/cap-groups` answers 201 with a {@link CapGroupDetail}; `PATCH` wants `If-Match`; `DELETE` answers 204. */
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
/** `GET /api/cap-groups` */
export interface CapGroupsResponse {
  readonly items: readonly CapGroupDetail[];
}
