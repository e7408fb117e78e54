import type { AnnouncementBody } from "./announcement.ts";
import type { CelebrationBody } from "./celebration.ts";
import type { ChecklistBody } from "./checklist.ts";
import type { HintBody } from "./hint.ts";
import type { ResourceCenterBody } from "./resource-center.ts";
import type { SurveyBody } from "./survey.ts";
import type { TourBody } from "./tour.ts";

/**
 * Content types. An edition is plain data: typed blocks and locators, never HTML, scripts, or regular expressions.
 * Nothing an author writes can run in a customer's page.
 */
export const CONTENT_TYPES = [
  "tour",
  "hint",
  "announcement",
  "checklist",
  "survey",
  "celebration",
  "resource_center",
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export type Body =
  | TourBody
  | HintBody
  | AnnouncementBody
  | ChecklistBody
  | SurveyBody
  | CelebrationBody
  | ResourceCenterBody;
