import { isPressed, type KeyRow, type Press } from "../chord.ts";
import { t } from "../language/t.ts";

/** Where a second key leads after `g`. */
export const GO_TO = [
  { key: "o", label: t("Overview"), to: "/$app" },
  { key: "c", label: t("Content"), to: "/$app/content" },
  { key: "e", label: t("Celebrations"), to: "/$app/celebrations" },
  { key: "t", label: t("Themes"), to: "/$app/themes" },
  { key: "i", label: t("Translations"), to: "/$app/translations" },
  { key: "p", label: t("People"), to: "/$app/people" },
  { key: "s", label: t("Segments"), to: "/$app/segments" },
  { key: "r", label: t("Groups"), to: "/$app/groups" },
  { key: "l", label: t("Live"), to: "/$app/live" },
  { key: "n", label: t("Analytics"), to: "/$app/analytics" },
  { key: "a", label: t("Account"), to: "/$app/settings/account" },
  { key: ",", label: t("Settings"), to: "/$app/settings" },
] as const;
export type GoTo = (typeof GO_TO)[number]["to"];
/** The key that waits for one of these. */
const GO = "g";

/** The keys that lead to a place, where it has some: what the palette says beside it. */
export function keysTo(to: string): readonly string[] | undefined {
  const found = GO_TO.find((each) => each.to === to);
  return found === undefined ? undefined : keysToGo(found);
}

export const keysToGo = ({ key }: { readonly key: string }): readonly string[] => [GO, key];

/** What a key press asks for. */
export type Command =
  | { readonly kind: "palette" }
  | { readonly kind: "sheet" }
  /** The first of two keys: the next one says where. */
  | { readonly kind: "go" }
  | { readonly kind: "to"; readonly to: GoTo };

interface EverywhereKey extends KeyRow {
  /** Without one the library does it: in whatever is open, and where the messages are. */
  readonly command?: Command;
}

export const PALETTE_KEY = {
  ...{ chord: { key: "k", held: "mod" }, label: t("Search and go anywhere") },
  command: { kind: "palette" },
} as const satisfies EverywhereKey;
export const SHEET_KEY = {
  ...{ chord: { key: "?" }, label: t("This sheet") },
  command: { kind: "sheet" },
} as const satisfies EverywhereKey;

/** What keys do on every page: obeyed below, and shown on the sheet. */
export const EVERYWHERE: readonly EverywhereKey[] = [
  PALETTE_KEY,
  SHEET_KEY,
  { chord: { key: "Escape" }, label: t("Close what is open") },
  { chord: { key: "F6" }, label: t("To the messages") },
];

/**
 * Reads a key press. `typing`: in a field, where letters are letters; `going`: `g` was pressed just before.
 *
 * @example
 * commandOf(event, { typing: false, going: true }); // { kind: "to", to: "/$app/content" } for "c"
 */
export function commandOf(
  press: Press,
  { typing, going }: { readonly typing: boolean; readonly going: boolean },
): Command | undefined {
  const here = EVERYWHERE.find(({ chord }) => isPressed(chord, press));
  // What is pressed together with another key is no letter.
  if (here?.chord.held !== undefined) return here.command;
  const { key, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey || typing) return undefined;
  if (going) {
    const place = GO_TO.find((each) => each.key === key);
    return place === undefined ? undefined : { kind: "to", to: place.to };
  }
  return here?.command ?? (key === GO ? { kind: "go" } : undefined);
}

/** Whether keys go into what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select, [role=combobox], [role=textbox]");
}
