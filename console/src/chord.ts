import { asIs } from "./language/t.ts";

/** A key, and what is held with it: `mod` is Ctrl, on a Mac Command. */
export interface Chord {
  /** As `KeyboardEvent.key` has it, letters small. */
  readonly key: string;
  readonly held?: "mod" | "alt";
}

/** One of the keys that the sheet shows, and a handler obeys. */
export interface KeyRow {
  readonly chord: Chord;
  readonly label: string;
}

export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether a press is this one and no other: with Shift, too, most are the browser's. A sign may need Shift to be written. */
export function isPressed({ key, held }: Chord, press: Press): boolean {
  return (
    (press.key === key || press.key === key.toUpperCase()) &&
    (press.ctrlKey || press.metaKey) === (held === "mod") &&
    press.altKey === (held === "alt") &&
    !(press.shiftKey && held !== undefined)
  );
}

const SHOWN: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", Escape: asIs("Esc") };

/** What stands on the keys. */
export function keysOf({ key, held }: Chord): readonly string[] {
  const shown = SHOWN[key] ?? key.toUpperCase();
  if (held === undefined) return [shown];
  return [held === "mod" ? "Ctrl" : "Alt", shown];
}

/** For `aria-keyshortcuts`, which is the same in every language. */
export function ariaKeys(...chords: readonly Chord[]): string {
  const names = chords.flatMap(({ key, held }) => {
    const named = key.length === 1 ? key.toUpperCase() : key;
    const before = held === undefined ? [[]] : held === "mod" ? [["Control"], ["Meta"]] : [["Alt"]];
    return before.map((each) => [...each, named].join("+"));
  });
  return names.join(" ");
}
