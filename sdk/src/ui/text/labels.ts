import type { Labels, PlayerLabels } from "../types.ts";

/** The words of the player where none are given. Each is at most a line on a narrow screen. */
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
 * One label, its `{placeholders}` filled in.
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

/** A text with its `{placeholders}` filled in. What is loaded later has its own words, and its own English. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, number | string>>): string {
  return Object.entries(values).reduce((filled, [key, value]) => filled.replaceAll(`{${key}}`, String(value)), text);
}
