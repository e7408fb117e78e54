export const TONES = ["info", "success", "warning", "error"] as const;
export type Tone = (typeof TONES)[number];
