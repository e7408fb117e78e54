import type { ContentType } from "@fanfare/contract/content/body";
import { t } from "../../../lib/i18n/t.ts";

interface TypeTexts {
  readonly name_of: string;
  readonly when_completed: string;
}

/** Editor texts that name the content type. */
export const TYPE_TEXTS: Readonly<Record<ContentType, TypeTexts>> = {
  tour: { name_of: t("Tour name"), when_completed: t("When the tour is completed") },
  hint: { name_of: t("Hint name"), when_completed: t("When the hint is completed") },
  announcement: { name_of: t("Announcement name"), when_completed: t("When the announcement is completed") },
  checklist: { name_of: t("Checklist name"), when_completed: t("When the checklist is completed") },
  survey: { name_of: t("Survey name"), when_completed: t("When the survey is completed") },
  resource_center: {
    name_of: t("Resource center name"),
    when_completed: t("When the resource center is completed"),
  },
  celebration: { name_of: t("Celebration name"), when_completed: t("When the celebration is completed") },
};
