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
