/** By what the funnel of a content is parted on the screen. */
export const FUNNEL_DIMENSIONS = ["all", "version", "variant", "locale"] as const;
export type FunnelDimension = (typeof FUNNEL_DIMENSIONS)[number];
