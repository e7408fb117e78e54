import type { PrepareFailure } from "../../events/events.ts";
import type { FunnelStep } from "./funnel.ts";

export type Attention =
  | { readonly kind: "app_paused" }
  /** Pages only get changes on their next load. */
  | { readonly kind: "live_updates_off" }
  /** The step's target wasn't found in `missing` of `views` in the last week. */
  | {
      readonly kind: "target_missing";
      readonly content_id: string;
      readonly name: string;
      readonly step_id: string;
      readonly views: number;
      readonly missing: number;
      /** Locator that most often came closest. Its matches were hidden or several. */
      readonly near?: FunnelStep["near"][number];
    }
  /** The page didn't get ready in `failed` of `views` in the last week, most often for this reason. */
  | {
      readonly kind: "prepare_failed";
      readonly content_id: string;
      readonly name: string;
      readonly step_id: string;
      readonly views: number;
      readonly failed: number;
      readonly why: PrepareFailure;
    }
  /** Webhook deliveries that failed permanently in the last day. */
  | { readonly kind: "webhooks_failing"; readonly dead: number }
  /** Attributes that received values of a different type than at first. */
  | { readonly kind: "attributes_mixed"; readonly names: readonly string[] };

export interface FirstSteps {
  readonly connected: boolean;
  readonly published: boolean;
  readonly invited: boolean;
  readonly said: boolean;
  readonly goal: boolean;
}

export interface Overview {
  readonly live_contents: number;
  readonly paused_contents: number;
  /** Content completions by UTC day, oldest first. The last day is today and incomplete. */
  readonly completions: readonly { readonly day: string; readonly count: number }[];
  readonly attention: readonly Attention[];
  readonly first_steps: FirstSteps;
}
