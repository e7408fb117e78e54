import { z } from "zod";
import type { EndReason, RunState, StartReason } from "../../events/events.ts";
import type { SuppressionReason, SuppressionScope } from "../../gates/suppression.ts";
import { limits } from "../../limits.ts";
import type { DeliveryState, LiveUpdateKind } from "../../realtime/live-update.ts";
import { appIdSchema } from "../app-id.ts";

const TIMELINE_KINDS = ["run", "event", "live_update", "suppression", "milestone"] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** `GET /api/people/{external_id}/timeline`, newest first. `before` is `next` of the previous page. */
export const timelineQuerySchema = z.strictObject({
  app_id: appIdSchema,
  kind: z.enum(["all", ...TIMELINE_KINDS]).default("all"),
  before: z.string().max(limits.cursor_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

interface NamedContent {
  readonly id: string;
  readonly name: string;
}

/** One timeline entry. `content` is null if it's not about content, or if that was deleted. */
export type TimelineEntry = { readonly id: string; readonly at: string } & (
  | {
      readonly kind: "run";
      readonly content: NamedContent | null;
      readonly state: RunState;
      readonly step_id: string;
      readonly start_reason: StartReason;
      readonly end_reason: EndReason | null;
      readonly ended_at: string | null;
    }
  | {
      readonly kind: "event";
      readonly name: string;
      readonly content: NamedContent | null;
      readonly props: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: "live_update";
      readonly live_update_id: string;
      readonly says: LiveUpdateKind;
      /** Text of the live update, if it has any. */
      readonly text: string;
      readonly state: DeliveryState;
    }
  | {
      readonly kind: "suppression";
      readonly scope: SuppressionScope;
      readonly target: string;
      readonly content: NamedContent | null;
      readonly reason: SuppressionReason;
      readonly expires_at: string;
    }
  | { readonly kind: "milestone"; readonly goal: string; readonly content: NamedContent | null }
);

export interface TimelinePage {
  readonly items: readonly TimelineEntry[];
  readonly next: string | null;
}
