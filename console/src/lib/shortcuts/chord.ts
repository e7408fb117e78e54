/** A key with modifiers. `mod` is Ctrl, or Command on a Mac. `mod_shift` is both. */
export interface Chord {
  /** `KeyboardEvent.key`, with lowercase letters. */
  readonly key: string;
  readonly held?: "mod" | "mod_shift" | "alt";
}

/** A shortcut that is listed in the shortcut sheet and handled by a listener. */
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

/**
 * Whether exactly this chord is pressed. Chords with Shift mostly belong to the browser, but symbols may need Shift.
 */
export function isPressed({ key, held }: Chord, press: KeyPress): boolean {
  return (
    (press.key === key || press.key === key.toUpperCase()) &&
    (press.ctrlKey || press.metaKey) === (held === "mod" || held === "mod_shift") &&
    press.altKey === (held === "alt") &&
    (held === undefined || press.shiftKey === (held === "mod_shift"))
  );
}
