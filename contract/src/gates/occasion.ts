import type { EventCount, Trigger } from "../content/content.ts";
import type { PropertyTest } from "../targeting/rule.ts";

/**
 * Triggers that only the server can detect: across all devices, and including events from backends. The server stores
 * each occasion, and it's shown once.
 */
export type OccasionTrigger =
  | {
      readonly kind: "event";
      readonly event: string;
      readonly props?: readonly PropertyTest[] | undefined;
      readonly count: EventCount;
    }
  | { readonly kind: "completed"; readonly content: string }
  | { readonly kind: "goal"; readonly goal: string };

/** Returns the trigger if it depends on an occasion, or undefined if a page can detect it. */
export function toOccasionTrigger(trigger: Trigger): OccasionTrigger | undefined {
  switch (trigger.kind) {
    case "event":
      return trigger.count === undefined ? undefined : { ...trigger, count: trigger.count };
    case "completed":
    case "goal":
      return trigger;
    case "automatic":
    case "manual":
    case "link":
      return undefined;
  }
}

/**
 * Counts each event of a trigger with property conditions, because the server tests them. Other triggers stay as they are.
 *
 * @example
 * countedTrigger({ kind: "event", event: "order_created", props }).count; // { on: "every", n: 1 }
 */
export function countedTrigger(trigger: Trigger): Trigger {
  if (trigger.kind !== "event" || trigger.props === undefined || trigger.count !== undefined) return trigger;
  return { ...trigger, count: { on: "every", n: 1 } };
}
