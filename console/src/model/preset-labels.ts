import { CELEBRATION_PRESETS, type CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { t } from "../lib/i18n/t.ts";

export const PRESET_LABELS: Readonly<Record<CelebrationPreset, { readonly label: string; readonly hint: string }>> = {
  burst: { label: t("Burst"), hint: t("One pop from the center, for small wins") },
  cannons: { label: t("Cannons"), hint: t("Three volleys from both corners") },
  fireworks: { label: t("Fireworks"), hint: t("Shells that burst one after another") },
  rain: { label: t("Rain"), hint: t("Paper that falls across the whole page") },
  snow: { label: t("Snow"), hint: t("Gentle flakes for winter") },
  stars: { label: t("Stars"), hint: t("Golden stars for ranks and ratings") },
  emoji: { label: t("Emoji"), hint: t("Party faces and popping corks") },
  school: { label: t("School"), hint: t("From both sides, in your brand color") },
};

export const PRESET_OPTIONS = CELEBRATION_PRESETS.map((value) => ({ value, ...PRESET_LABELS[value] }));
