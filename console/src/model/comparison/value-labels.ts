import type { AnnouncementForm, BannerPlace } from "@fanfare/contract/content/announcement";
import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { HintForm } from "@fanfare/contract/content/hint";
import type { RATING_LOOKS } from "@fanfare/contract/content/survey";
import type { Tone } from "@fanfare/contract/content/tone";
import type { Corner } from "@fanfare/contract/content/tour";
import type { Placement } from "@fanfare/contract/target/target";
import { t, tCount } from "../../lib/i18n/t.ts";

/* Labels for comparisons of editions. They stay close to the API's values, so that readers of both recognize them. */

export const PLACEMENT_VALUES: Readonly<Record<Placement, string>> = {
  auto: t("auto##side"),
  top: t("top##side"),
  bottom: t("bottom##side"),
  start: t("start##side"),
  end: t("end##side"),
};

export const FORM_VALUES: Readonly<Record<AnnouncementForm | HintForm, string>> = {
  modal: t("modal"),
  carousel: t("carousel"),
  tabs: t("tabs"),
  toast: t("toast"),
  banner: t("banner"),
  tooltip: t("tooltip"),
  hotspot: t("hotspot"),
  popover: t("popover"),
};

export const TONE_VALUES: Readonly<Record<Tone, string>> = {
  info: t("info##tone"),
  success: t("success##tone"),
  warning: t("warning##tone"),
  error: t("error##tone"),
};

export const PRESET_VALUES: Readonly<Record<CelebrationPreset, string>> = {
  burst: t("burst"),
  cannons: t("cannons"),
  fireworks: t("fireworks"),
  rain: t("rain"),
  snow: t("snow"),
  stars: t("stars"),
  emoji: t("emoji"),
  school: t("school"),
};

export const CORNER_VALUES: Readonly<Record<Corner, string>> = {
  bottom_end: t("bottom right corner"),
  bottom_start: t("bottom left corner"),
  top_end: t("top right corner"),
  top_start: t("top left corner"),
};

export const BANNER_PLACE_LABELS: Readonly<Record<BannerPlace, string>> = {
  top: t("Top of the page"),
  bottom: t("Bottom of the page"),
  before: t("Before an element"),
  after: t("After an element"),
  inside: t("Inside an element"),
};
export const EDGE_VALUES = { top: t("top banner"), bottom: t("bottom banner") } as const;

export const RATING_LABELS: Readonly<Record<(typeof RATING_LOOKS)[number], (scale: number) => string>> = {
  numbers: (scale) => t("1 to {scale}, as numbers", { scale }),
  stars: (scale) => t("1 to {scale}, as stars", { scale }),
  smileys: (scale) => t("1 to {scale}, as smileys", { scale }),
};

export const formatSeconds = (ms: number): string => tCount(ms / 1_000, "{n} second", "{n} seconds");
export const quoted = (text: string): string => t("“{text}”", { text });
