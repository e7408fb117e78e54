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

/** The first tab is omitted from the URL. */
export type TabParam = Exclude<Tab, "content">;
