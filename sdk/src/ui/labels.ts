import type { Labels } from "./types.ts";

/** The words of the player where none are given. Each is at most a line on a narrow screen. */
const ENGLISH: Required<{ readonly [Name in keyof Labels]: string }> = {
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
export function label(labels: Labels, name: keyof Labels, values: Readonly<Record<string, number>> = {}): string {
  let text = labels[name] ?? ENGLISH[name];
  for (const [key, value] of Object.entries(values)) text = text.replaceAll(`{${key}}`, String(value));
  return text;
}
