import type { EventCount, Trigger } from "../content/content.ts";

/**
 * Triggers that only the server can detect: across all devices, and including events from backends. The server stores
 * each occasion, and it's shown once.
 */
export type OccasionTrigger =
  | { readonly kind: "event"; readonly event: string; readonly count: EventCount }
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
