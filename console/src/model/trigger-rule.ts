import type { Edition, EventCount, Frequency, Trigger } from "@fanfare/contract/content/content";
import { ordinal } from "../lib/i18n/ordinal.ts";
import { t } from "../lib/i18n/t.ts";
import { describeFilter } from "./rules/rule-labels.ts";

/** A trigger without values: its kind, or which occurrence for events. */
export type TriggerRule = Trigger["kind"] | EventCount["on"];

export function triggerRule(trigger: Trigger): TriggerRule {
  return trigger.kind === "event" ? (trigger.count?.on ?? "event") : trigger.kind;
}

const FIRST_COUNT = { nth: 1, every: 10 } as const;

/** Creates an incomplete trigger. Keeps the previous event with its property tests. */
export function newTrigger(rule: TriggerRule, earlier: Trigger): Trigger {
  const { event, props } = earlier.kind === "event" ? earlier : { event: "" };
  const tests = props === undefined ? {} : { props };
  switch (rule) {
    case "nth":
    case "every":
      return { kind: "event", event, ...tests, count: { on: rule, n: FIRST_COUNT[rule] } };
    case "event":
      return { kind: "event", event, ...tests };
    case "completed":
      return { kind: "completed", content: "" };
    case "goal":
      return { kind: "goal", goal: "" };
    case "automatic":
    case "manual":
    case "link":
      return { kind: rule };
  }
}

/** Celebrations with a repeating rule play every time, others once per person. */
const CELEBRATION_MODES = {
  nth: "once",
  every: "always",
  event: "always",
  automatic: "once",
  completed: "once",
  goal: "once",
  link: "always",
  manual: "always",
} as const satisfies Record<TriggerRule, Frequency["mode"]>;

/** Sets the frequency that matches the rule. */
export function withCelebrationRule(
  { trigger, frequency }: Pick<Edition, "trigger" | "frequency">,
  rule: TriggerRule,
): Pick<Edition, "trigger" | "frequency"> {
  const { every_days: _, ...rest } = frequency;
  return { trigger: newTrigger(rule, trigger), frequency: { ...rest, mode: CELEBRATION_MODES[rule] } };
}

/**
 * Describes a celebration's rule.
 *
 * @example
 * describeCelebrationRule({ kind: "event", event: "order", count: { on: "every", n: 10 } }, { mode: "always" });
 * // "Every 10th order"
 */
export function describeCelebrationRule(trigger: Trigger, { mode }: Pick<Frequency, "mode">): string {
  const once = mode === "once";
  switch (trigger.kind) {
    case "event":
      return describeEventRule(trigger, once);
    case "completed":
      return once
        ? t("{content} completed (once)", { content: trigger.content })
        : t("{content} completed", { content: trigger.content });
    case "goal":
      return t("Goal “{goal}” reached", { goal: trigger.goal });
    case "automatic":
      return once ? t("First visit") : t("Every page");
    case "manual":
      return t("Code only");
    case "link":
      return t("Link only");
  }
}

function describeEventRule(trigger: Extract<Trigger, { kind: "event" }>, once: boolean): string {
  const { props, count } = trigger;
  const event = describeFilter({ name: trigger.event, props });
  if (count === undefined) {
    if (props !== undefined) return once ? t("First {event}", { event }) : t("Every {event}", { event });
    return once ? t("First {event} on a page", { event }) : t("Every {event} on a page", { event });
  }
  const nth = ordinal(count.n);
  if (count.on === "nth") return t("{nth} {event}", { nth, event });
  return once ? t("Every {nth} {event} (once)", { nth, event }) : t("Every {nth} {event}", { nth, event });
}
