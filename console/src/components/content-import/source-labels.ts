import type { ImportSource } from "@fanfare/contract/content-import/import-source";
import { list } from "../../lib/i18n/format.ts";
import { asIs, t } from "../../lib/i18n/t.ts";

/** Names of the tools, which are the same in every language. */
export const SOURCE_LABELS: Readonly<Record<ImportSource, string>> = {
  appcues: asIs("Appcues"),
  "driver.js": "driver.js",
  "intro.js": "intro.js",
  joyride: asIs("React Joyride"),
  posthog: "PostHog",
  shepherd: asIs("Shepherd"),
  usertour: asIs("Usertour"),
};

/** Below the title of the import, wherever it opens. */
export const IMPORT_DESCRIPTION = t("Tours and hints of these tools become drafts: {tools}. Nothing is published.", {
  tools: list(Object.values(SOURCE_LABELS)),
});
