import type { EventCount, Trigger } from "../content/content.ts";

/**
 * Triggers of which the server alone knows the moment: what a person reached, over all devices and by the word of back
 * ends too. Each such occasion is kept by the server and shown once.
 */
export type OccasionTrigger =
  | { readonly kind: "event"; readonly event: string; readonly count: EventCount }
  | { readonly kind: "completed"; readonly content: string }
  | { readonly kind: "goal"; readonly goal: string };

/** The trigger where it waits for an occasion; undefined where a page can tell. */
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
