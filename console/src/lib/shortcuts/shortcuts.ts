import { asIs } from "../i18n/t.ts";
import { type Chord, isPressed, type KeyPress } from "./chord.ts";

/**
 * Pages that the second key opens after `g`. Labels are in `global-shortcuts.ts`, because only the shortcut sheet needs
 * them.
 */
export const GO_TO = [
  { key: "o", to: "/$app" },
  { key: "c", to: "/$app/content" },
  { key: "m", to: "/$app/messages" },
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
/** First key of the two-key shortcuts. */
export const GO_KEY = "g";

export type Command =
  | { readonly kind: "palette" }
  | { readonly kind: "sheet" }
  /** First key of a two-key shortcut. */
  | { readonly kind: "go" }
  | { readonly kind: "to"; readonly to: GoTo };

export const PALETTE_KEY = { key: "k", held: "mod" } as const satisfies Chord;
export const SHEET_KEY = { key: "?" } as const satisfies Chord;
/** Copy of what `chord-labels.ts` returns. Importing it would add it to every page. */
export const PALETTE_LABEL = { aria: asIs("Control+K Meta+K"), keys: asIs("Ctrl K") };

/**
 * Returns the command of a key press. `typing`: focus is in a field, where letters are text. `going`: `g` was pressed
 * just before.
 *
 * @example
 * commandFor(event, { typing: false, going: true }); // { kind: "to", to: "/$app/content" } for "c"
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

/** Whether the focused element accepts text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const fields = "input:not([type=radio], [type=checkbox]), textarea, select, [role=combobox], [role=textbox]";
  return target.isContentEditable || target.matches(fields);
}
