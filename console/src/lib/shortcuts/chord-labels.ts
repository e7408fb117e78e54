import { asIs } from "../i18n/t.ts";
import type { Chord } from "./chord.ts";

const KEY_LABELS: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", Escape: asIs("Esc") };

/** Labels as printed on the keys. */
export function keyLabels({ key, held }: Chord): readonly string[] {
  const shown = KEY_LABELS[key] ?? key.toUpperCase();
  if (held === undefined) return [shown];
  return [held === "mod" ? "Ctrl" : "Alt", shown];
}

/** Value of `aria-keyshortcuts`, which isn't translated. */
export function ariaKeys(...chords: readonly Chord[]): string {
  const names = chords.flatMap(({ key, held }) => {
    const named = key.length === 1 ? key.toUpperCase() : key;
    const before = held === undefined ? [[]] : held === "mod" ? [["Control"], ["Meta"]] : [["Alt"]];
    return before.map((each) => [...each, named].join("+"));
  });
  return names.join(" ");
}
