import type { KeyRow } from "../chord.ts";
import { t } from "../language/t.ts";
import { type Command, GO, GO_TO, type GoTo, PALETTE_KEY, SHEET_KEY } from "./shortcuts.ts";

interface EverywhereKey extends KeyRow {
  /** Without one the library does it: in whatever is open, and where the messages are. */
  readonly command?: Command;
}

/** What keys do on every page, for the sheet of all keys; `commandOf` obeys them. */
export const EVERYWHERE: readonly EverywhereKey[] = [
  { chord: PALETTE_KEY, label: t("Search and go anywhere"), command: { kind: "palette" } },
  { chord: SHEET_KEY, label: t("This sheet"), command: { kind: "sheet" } },
  { chord: { key: "Escape" }, label: t("Close what is open") },
  { chord: { key: "F6" }, label: t("To the messages") },
];

const PLACES: Readonly<Record<GoTo, string>> = {
  "/$app": t("Overview"),
  "/$app/content": t("Content"),
  "/$app/celebrations": t("Celebrations"),
  "/$app/themes": t("Themes"),
  "/$app/translations": t("Translations"),
  "/$app/people": t("People"),
  "/$app/segments": t("Segments"),
  "/$app/groups": t("Groups"),
  "/$app/live": t("Live"),
  "/$app/analytics": t("Analytics"),
  "/$app/settings/account": t("Account"),
  "/$app/settings": t("Settings"),
};

/** The two keys to each place, with its name. */
export const GOING = GO_TO.map(({ key, to }) => ({ keys: [GO, key], label: PLACES[to], to }));

/** The keys that lead to a place, where it has some: what the palette says beside it. */
export function keysTo(to: string): readonly string[] | undefined {
  return GOING.find((each) => each.to === to)?.keys;
}
