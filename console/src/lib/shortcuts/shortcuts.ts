import { asIs } from "../i18n/t.ts";
import { type Chord, isPressed, type KeyPress } from "./chord.ts";

/** Where a second key leads after `g`; `everywhere.ts` has the words, which the sheet alone needs. */
export const GO_TO = [
  { key: "o", to: "/$app" },
  { key: "c", to: "/$app/content" },
  { key: "e", to: "/$app/celebrations" },
  { key: "t", to: "/$app/themes" },
  { key: "i", to: "/$app/translations" },
  { key: "p", to: "/$app/people" },
  { key: "s", to: "/$app/segments" },
  { key: "r", to: "/$app/groups" },
  { key: "l", to: "/$app/live" },
  { key: "n", to: "/$app/analytics" },
  { key: "a", to: "/$app/settings/account" },
  { key: ",", to: "/$app/settings" },
] as const;
export type GoTo = (typeof GO_TO)[number]["to"];
/** The key that waits for one of these. */
export const GO_KEY = "g";

/** What a key press asks for. */
export type Command =
  | { readonly kind: "palette" }
  | { readonly kind: "sheet" }
  /** The first of two keys: the next one says where. */
  | { readonly kind: "go" }
  | { readonly kind: "to"; readonly to: GoTo };

export const PALETTE_KEY = { key: "k", held: "mod" } as const satisfies Chord;
export const SHEET_KEY = { key: "?" } as const satisfies Chord;
/** What `chord-words.ts` makes of it, which every page would load for this alone. */
export const PALETTE_LABEL = { aria: asIs("Control+K Meta+K"), keys: asIs("Ctrl K") };

/**
 * Reads a key press. `typing`: in a field, where letters are letters; `going`: `g` was pressed just before.
 *
 * @example
 * commandOf(event, { typing: false, going: true }); // { kind: "to", to: "/$app/content" } for "c"
 */
export function commandFor(
  press: KeyPress,
  { typing, going }: { readonly typing: boolean; readonly going: boolean },
): Command | undefined {
  if (isPressed(PALETTE_KEY, press)) return { kind: "palette" };
  const { key, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey || typing) return undefined;
  if (going) {
    const place = GO_TO.find((each) => each.key === key);
    return place === undefined ? undefined : { kind: "to", to: place.to };
  }
  if (key === SHEET_KEY.key) return { kind: "sheet" };
  return key === GO_KEY ? { kind: "go" } : undefined;
}

/** Whether keys go into what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select, [role=combobox], [role=textbox]");
}
