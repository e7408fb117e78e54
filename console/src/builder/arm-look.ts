import type { Arm } from "@fanfare/contract/experiment";
import { t } from "../language/t.ts";

/** What colours an arm of an experiment; its name stands beside it wherever it is used. */
export const ARM_COLORS: Readonly<Record<Arm, string>> = {
  holdout: "bg-ink-3/45",
  a: "bg-accent",
  b: "bg-brass",
  c: "bg-positive",
  d: "bg-negative",
};

export const ARM_WORDS: Readonly<Record<Arm, string>> = {
  holdout: t("Held out"),
  a: t("Variant A"),
  b: t("Variant B"),
  c: t("Variant C"),
  d: t("Variant D"),
};

/** Variant B “Short”. */
export function armTitle(arm: Arm, name: string | null | undefined): string {
  return name == null ? ARM_WORDS[arm] : t("{arm} “{name}”", { arm: ARM_WORDS[arm], name });
}
