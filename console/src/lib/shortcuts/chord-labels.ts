import { asIs } from "../i18n/t.ts";
import type { Chord } from "./chord.ts";

const KEY_LABELS: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", Escape: asIs("Esc") };

const HELD_LABELS = { mod: ["Ctrl"], mod_shift: ["Ctrl", "Shift"], alt: ["Alt"] } as const;
const HELD_NAMES = {
  mod: [["Control"], ["Meta"]],
  mod_shift: [
    ["Control", "Shift"],
    ["Meta", "Shift"],
  ],
  alt: [["Alt"]],
} as const;

/** Labels as printed on the keys. */
export function keyLabels({ key, held }: Chord): readonly string[] {
  const shown = KEY_LABELS[key] ?? key.toUpperCase();
  return [...(held === undefined ? [] : HELD_LABELS[held]), shown];
}

/** Value of `aria-keyshortcuts`, which isn't translated. */
export function ariaKeys(...chords: readonly Chord[]): string {
  const names = chords.flatMap(({ key, held }) => {
    const named = key.length === 1 ? key.toUpperCase() : key;
    const before = held === undefined ? [[]] : HELD_NAMES[held];
    return before.map((each) => [...each, named].join("+"));
  });
  return names.join(" ");
}
