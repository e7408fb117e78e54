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

/** The keys that lead to a place, where it has some: what the palette says beside it. */
export function keysTo(to: string): readonly string[] | undefined {
  const found = GO_TO.find((each) => each.to === to);
  return found === undefined ? undefined : ["g", found.key];
}

/** What a key press asks for. */
export type Command =
  | { readonly kind: "palette" }
  | { readonly kind: "sheet" }
  /** The first of two keys: the next one says where. */
  | { readonly kind: "go" }
  | { readonly kind: "to"; readonly to: GoTo };

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Reads a key press. `typing`: in a field, where letters are letters; `going`: `g` was pressed just before.
 *
 * @example
 * commandOf(event, { typing: false, going: true }); // { kind: "to", to: "/$app/content" } for "c"
 */
export function commandOf(
  { key, ctrlKey, metaKey, altKey }: Press,
  { typing, going }: { readonly typing: boolean; readonly going: boolean },
): Command | undefined {
  const modified = ctrlKey || metaKey;
  if (modified && !altKey && key.toLowerCase() === "k") return { kind: "palette" };
  if (modified || altKey || typing) return undefined;
  if (going) {
    const place = GO_TO.find((each) => each.key === key);
    return place === undefined ? undefined : { kind: "to", to: place.to };
  }
  if (key === "?") return { kind: "sheet" };
  return key === "g" ? { kind: "go" } : undefined;
}

/** Whether keys go into what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select, [role=combobox], [role=textbox]");
}
