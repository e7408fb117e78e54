import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Frequency, Trigger } from "@fanfare/contract/content";

export const PRESET_WORDS: Readonly<Record<CelebrationPreset, { readonly label: string; readonly hint: string }>> = {
  burst: { label: "Burst", hint: "One pop from the middle: for small wins." },
  cannons: { label: "Cannons", hint: "Three volleys from both corners." },
  fireworks: { label: "Fireworks", hint: "Shells that open one after the other." },
  rain: { label: "Rain", hint: "Paper that falls over the whole page." },
  snow: { label: "Snow", hint: "Quiet flakes, for the winter." },
  stars: { label: "Stars", hint: "Golden, for ranks and ratings." },
  emoji: { label: "Emoji", hint: "Party faces and popping corks." },
  school: { label: "School", hint: "From both sides, in your brand’s colour." },
};

/**
 * When a celebration comes, in words.
 *
 * @example
 * ruleWords({ kind: "event", event: "order", count: { on: "every", n: 10 } }, { mode: "always" }); // "Every 10th order"
 */
export function ruleWords(trigger: Trigger, { mode }: Pick<Frequency, "mode">): string {
  const once = mode === "once" ? ", once" : "";
  switch (trigger.kind) {
    case "event":
      if (trigger.count === undefined) return `${mode === "once" ? "First" : "Each"} ${trigger.event} in a page`;
      if (trigger.count.on === "every") return `Every ${ordinal(trigger.count.n)} ${trigger.event}${once}`;
      return `The ${ordinal(trigger.count.n)} ${trigger.event}`;
    case "completed":
      return `${trigger.content} completed${once}`;
    case "goal":
      return `Goal “${trigger.goal}” reached`;
    case "automatic":
      return mode === "once" ? "First visit" : "Each page";
    case "manual":
      return "Only from code";
    case "link":
      return "Only from a link";
  }
}

/** @example ordinal(22); // "22nd" */
export function ordinal(number: number): string {
  const tens = number % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}
