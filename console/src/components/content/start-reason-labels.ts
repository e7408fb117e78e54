import type { StartReason } from "@fanfare/contract/events/events";
import { t } from "../../lib/i18n/t.ts";

export const START_REASON_LABELS: Readonly<Record<StartReason, string>> = {
  rule: t("Automatic"),
  api: t("Code"),
  event: t("Event"),
  link: t("Link"),
  survey_link: t("Survey link"),
  button: t("Button"),
  resume: t("Resumed"),
  preview: t("Preview"),
};
