import { t } from "../i18n/t.ts";
import type { Shortcut } from "./chord.ts";
import { type Command, GO_KEY, GO_TO, type GoTo, PALETTE_KEY, SHEET_KEY } from "./shortcuts.ts";

interface GlobalShortcut extends Shortcut {
  /** Undefined if the library handles it, in popups and notifications. */
  readonly command?: Command;
}

/** Global shortcuts for the shortcut sheet. `commandFor` handles them. */
export const GLOBAL_SHORTCUTS: readonly GlobalShortcut[] = [
  { chord: PALETTE_KEY, label: t("Open command palette"), command: { kind: "palette" } },
  { chord: SHEET_KEY, label: t("Show keyboard shortcuts"), command: { kind: "sheet" } },
  { chord: { key: "Escape" }, label: t("Close dialog or panel") },
  { chord: { key: "F6" }, label: t("Go to notifications") },
];

const PAGE_LABELS: Readonly<Record<GoTo, string>> = {
  "/$app": t("Overview"),
  "/$app/content": t("Content"),
  "/$app/messages": t("Messages"),
  "/$app/celebrations": t("Celebrations"),
  "/$app/themes": t("Themes"),
  "/$app/translations": t("Translations"),
  "/$app/people": t("People"),
  "/$app/segments": t("Segments"),
  "/$app/groups": t("Groups"),
  "/$app/live": t("Realtime"),
  "/$app/analytics": t("Analytics"),
  "/$app/settings/account": t("Account"),
  "/$app/settings": t("Settings"),
};

export const NAVIGATION_SHORTCUTS = GO_TO.map(({ key, to }) => ({ keys: [GO_KEY, key], label: PAGE_LABELS[to], to }));

/** Shortcut to a page, if it has one. Shown in the palette. */
export function shortcutTo(to: string): readonly string[] | undefined {
  return NAVIGATION_SHORTCUTS.find((each) => each.to === to)?.keys;
}
