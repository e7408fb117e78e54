/** Tools whose tours and hints can be imported, as `fanfare content import --from` names them. */
export const IMPORT_SOURCES = [
  "appcues",
  "driver.js",
  "intro.js",
  "joyride",
  "posthog",
  "shepherd",
  "usertour",
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];
