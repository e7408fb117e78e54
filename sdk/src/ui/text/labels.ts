import type { Labels, PlayerLabels } from "../types.ts";

/** Default labels. Each fits on one line of a narrow screen. */
const ENGLISH: Required<{ readonly [Name in keyof PlayerLabels]: string }> = {
  next: "Next",
  back: "Back",
  finish: "Done",
  close: "Close",
  progress: "Step {step} of {steps}",
  waiting: "One moment…",
  do_not_show_again: "Do not show again for {days} days",
  remind_later: "Remind me later",
  celebration: "Congratulations!",
  notifications: "Notifications",
};

/**
 * Returns a label with its `{placeholders}` filled in.
 *
 * @example
 * label({}, "progress", { step: 2, steps: 5 }); // "Step 2 of 5"
 */
export function label(
  labels: Labels,
  name: keyof PlayerLabels,
  values: Readonly<Record<string, number | string>> = {},
): string {
  return fillPlaceholders(labels[name] ?? ENGLISH[name], values);
}

/** Fills in the `{placeholders}` of a text. Lazily loaded parts have their own labels and English defaults. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, number | string>>): string {
  let filled = text;
  for (const [key, value] of Object.entries(values)) filled = filled.replaceAll(`{${key}}`, String(value));
  return filled;
}
