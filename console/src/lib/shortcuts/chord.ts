/** A key, and what is held with it: `mod` is Ctrl, on a Mac Command. */
export interface Chord {
  /** As `KeyboardEvent.key` has it, letters small. */
  readonly key: string;
  readonly held?: "mod" | "alt";
}

/** One of the keys that the sheet shows, and a handler obeys. */
export interface Shortcut {
  readonly chord: Chord;
  readonly label: string;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether a press is this one and no other: with Shift, too, most are the browser's. A sign may need Shift to be written. */
export function isPressed({ key, held }: Chord, press: KeyPress): boolean {
  return (
    (press.key === key || press.key === key.toUpperCase()) &&
    (press.ctrlKey || press.metaKey) === (held === "mod") &&
    press.altKey === (held === "alt") &&
    !(press.shiftKey && held !== undefined)
  );
}
