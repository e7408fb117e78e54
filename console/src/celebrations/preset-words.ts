import { CELEBRATION_PRESETS, type CelebrationPreset } from "@fanfare/contract/celebration";
import { t } from "../language/t.ts";

export const PRESET_WORDS: Readonly<Record<CelebrationPreset, { readonly label: string; readonly hint: string }>> = {
  burst: { label: t("Burst"), hint: t("One pop from the middle: for small wins.") },
  cannons: { label: t("Cannons"), hint: t("Three volleys from both corners.") },
  fireworks: { label: t("Fireworks"), hint: t("Shells that open one after the other.") },
  rain: { label: t("Rain"), hint: t("Paper that falls over the whole page.") },
  snow: { label: t("Snow"), hint: t("Quiet flakes, for the winter.") },
  stars: { label: t("Stars"), hint: t("Golden, for ranks and ratings.") },
  emoji: { label: t("Emoji"), hint: t("Party faces and popping corks.") },
  school: { label: t("School"), hint: t("From both sides, in your brand’s colour.") },
};

export const PRESET_OPTIONS = CELEBRATION_PRESETS.map((value) => ({ value, ...PRESET_WORDS[value] }));
