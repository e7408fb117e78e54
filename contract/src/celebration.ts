export const CELEBRATION_PRESETS = [
  "burst",
  "cannons",
  "fireworks",
  "rain",
  "snow",
  "stars",
  "emoji",
  "school",
] as const;
export type CelebrationPreset = (typeof CELEBRATION_PRESETS)[number];

/** Why a celebration was not played, or not to its end. */
export type CelebrationSkip = "reduced_motion" | "hidden" | "budget" | "unavailable";
