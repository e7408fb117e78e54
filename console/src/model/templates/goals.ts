/** What templates are for. A module of its own, because routes load before the templates do. */
export const GOALS = ["onboarding", "adoption", "feedback", "growth", "service"] as const;
export type Goal = (typeof GOALS)[number];
