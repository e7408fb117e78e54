/** The editor's tabs, in their order. */
export const TABS = [
  "content",
  "audience",
  "frequency",
  "experiment",
  "appearance",
  "translations",
  "settings",
  "history",
] as const;
export type Tab = (typeof TABS)[number];

/** In the address the first one is not named. */
export type TabParam = Exclude<Tab, "content">;
