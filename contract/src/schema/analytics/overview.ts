/** How an app stands at a glance. */
import type { PrepareFailure } from "../../events/events.ts";
import type { FunnelStep } from "./funnel.ts";

/** Something that somebody should look at. */
export type Attention =
  /** Nothing is shown to anybody. */
  | { readonly kind: "app_paused" }
  /** Pages hear of changes with their next load only. */
  | { readonly kind: "live_updates_off" }
  /** Of `views` of a step in the last week, `missing` did not find its target. */
  | {
      readonly kind: "target_missing";
      readonly content_id: string;
      readonly name: string;
      readonly step_id: string;
      readonly views: number;
      readonly missing: number;
      /** The strategy that came nearest most often: it found several, or one that was hidden. */
      readonly near?: FunnelStep["near"][number];
    }
  /** Of `views` of a step in the last week, for `failed` the page did not get ready: most often for this reason. */
  | {
      readonly kind: "prepare_failed";
      readonly content_id: string;
      readonly name: string;
      readonly step_id: string;
      readonly views: number;
      readonly failed: number;
      readonly why: PrepareFailure;
    }
  /** Calls to webhooks that were given up in the last day. */
  | { readonly kind: "webhooks_failing"; readonly dead: number }
  /** Attributes that came with values of another type than at first. */
  | { readonly kind: "attributes_mixed"; readonly names: readonly string[] };

/** What is to be done first, and whether it was. */
export interface FirstSteps {
  readonly connected: boolean;
  readonly published: boolean;
  readonly invited: boolean;
  readonly said: boolean;
  readonly goal: boolean;
}

/** `GET /api/overview?app_id=` */
export interface Overview {
  readonly live_contents: number;
  readonly paused_contents: number;
  /** Completions of contents by day of UTC, the oldest first; today is the last, and not over. */
  readonly completions: readonly { readonly day: string; readonly count: number }[];
  readonly attention: readonly Attention[];
  readonly first_steps: FirstSteps;
}
