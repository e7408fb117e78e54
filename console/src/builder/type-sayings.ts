import type { ContentType } from "@fanfare/contract/content";
import { t } from "../language/t.ts";

/** What the editor says of a content by its type: each sentence whole. */
export const TYPE_SAYINGS: Readonly<
  Record<
    ContentType,
    {
      readonly name_of: string;
      readonly called: string;
      readonly lost: string;
      readonly when_completed: string;
    }
  >
> = {
  tour: {
    name_of: t("Name of the tour"),
    called: t("How you and your code call this tour. Visitors see neither."),
    lost: t("Code that uses the old one no longer finds the tour."),
    when_completed: t("When the tour is completed"),
  },
  hint: {
    name_of: t("Name of the hint"),
    called: t("How you and your code call this hint. Visitors see neither."),
    lost: t("Code that uses the old one no longer finds the hint."),
    when_completed: t("When the hint is completed"),
  },
  announcement: {
    name_of: t("Name of the announcement"),
    called: t("How you and your code call this announcement. Visitors see neither."),
    lost: t("Code that uses the old one no longer finds the announcement."),
    when_completed: t("When the announcement is completed"),
  },
  checklist: {
    name_of: t("Name of the checklist"),
    called: t("How you and your code call this checklist. Visitors see neither."),
    lost: t("Code that uses the old one no longer finds the checklist."),
    when_completed: t("When the checklist is completed"),
  },
  survey: {
    name_of: t("Name of the survey"),
    called: t("How you and your code call this survey. Visitors see neither."),
    lost: t("Code that uses the old one no longer finds the survey."),
    when_completed: t("When the survey is completed"),
  },
  celebration: {
    name_of: t("Name of the celebration"),
    called: t("How you and your code call this celebration. Visitors see neither."),
    lost: t("Code that uses the old one no longer finds the celebration."),
    when_completed: t("When the celebration is completed"),
  },
};
