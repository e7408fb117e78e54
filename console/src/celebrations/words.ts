import type { Frequency, Trigger } from "@fanfare/contract/content";
import type { ContentStatus } from "@fanfare/contract/schema/api";
import { t } from "../language/t.ts";

/**
 * When a celebration comes, in words.
 *
 * @example
 * ruleWords({ kind: "event", event: "order", count: { on: "every", n: 10 } }, { mode: "always" }); // "Every 10th order"
 */
export function ruleWords(trigger: Trigger, { mode }: Pick<Frequency, "mode">): string {
  const once = mode === "once";
  switch (trigger.kind) {
    case "event":
      return eventWords(trigger, once);
    case "completed":
      return once
        ? t("{content} completed, once", { content: trigger.content })
        : t("{content} completed", { content: trigger.content });
    case "goal":
      return t("Goal “{goal}” reached", { goal: trigger.goal });
    case "automatic":
      return once ? t("First visit") : t("Each page");
    case "manual":
      return t("Only from code");
    case "link":
      return t("Only from a link");
  }
}

function eventWords({ event, count }: Extract<Trigger, { kind: "event" }>, once: boolean): string {
  if (count === undefined)
    return once ? t("First {event} in a page", { event }) : t("Each {event} in a page", { event });
  const nth = ordinal(count.n);
  if (count.on === "nth") return t("The {nth} {event}", { nth, event });
  return once ? t("Every {nth} {event}, once", { nth, event }) : t("Every {nth} {event}", { nth, event });
}

/** @example ordinal(22); // "22nd" */
export function ordinal(number: number): string {
  const n = String(number);
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return t("{n}th", { n });
  switch (number % 10) {
    case 1:
      return t("{n}st", { n });
    case 2:
      return t("{n}nd", { n });
    case 3:
      return t("{n}rd", { n });
    default:
      return t("{n}th", { n });
  }
}

/** What publishing it does as it stands. */
export function publishWords(status: ContentStatus): string {
  if (status === "draft" || status === "archived") return t("Publish");
  return status === "paused" ? t("Publish changes and resume") : t("Publish changes");
}
