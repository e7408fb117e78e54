export const CELEBRATION_PRESETS = ["burst", "cannons", "fireworks", "rain"] as const;
export type CelebrationPreset = (typeof CELEBRATION_PRESETS)[number];

/** Why a celebration was not played. */
export type CelebrationSkip = "reduced_motion" | "hidden" | "budget" | "unavailable";
