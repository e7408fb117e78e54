import type { Arm } from "@fanfare/contract/content/experiment";
import { t } from "../../lib/i18n/t.ts";

/** Colors of variants. Always used next to the name. */
export const ARM_COLORS: Readonly<Record<Arm, string>> = {
  holdout: "bg-ink-3/45",
  a: "bg-accent",
  b: "bg-brass",
  c: "bg-positive",
  d: "bg-negative",
};

export const ARM_LABELS: Readonly<Record<Arm, string>> = {
  holdout: t("Holdout"),
  a: t("Variant A"),
  b: t("Variant B"),
  c: t("Variant C"),
  d: t("Variant D"),
};

/** `Variant B “Short”`. */
export function armTitle(arm: Arm, name: string | null | undefined): string {
  return name == null ? ARM_LABELS[arm] : t("{arm} “{name}”", { arm: ARM_LABELS[arm], name });
}
