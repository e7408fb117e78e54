import type { Arm } from "@fanfare/contract/experiment";

/** What colours an arm of an experiment; its name stands beside it wherever it is used. */
export const ARM_COLORS: Readonly<Record<Arm, string>> = {
  holdout: "bg-ink-3/45",
  a: "bg-accent",
  b: "bg-brass",
  c: "bg-positive",
  d: "bg-negative",
};

export const ARM_WORDS: Readonly<Record<Arm, string>> = {
  holdout: "Held out",
  a: "Variant A",
  b: "Variant B",
  c: "Variant C",
  d: "Variant D",
};

/** Variant B “Short”. */
export function armTitle(arm: Arm, name: string | null | undefined): string {
  return name == null ? ARM_WORDS[arm] : `${ARM_WORDS[arm]} “${name}”`;
}
