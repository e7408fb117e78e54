import type { KeyRow } from "../chord.ts";
import { t } from "../language/t.ts";

/** What keys do in the editor: its handlers read them here, and so does the sheet of all keys. */
export const EDITOR_KEYS = {
  up: { chord: { key: "ArrowUp", held: "alt" }, label: t("Move the step up") },
  down: { chord: { key: "ArrowDown", held: "alt" }, label: t("Move the step down") },
  bold: { chord: { key: "b", held: "mod" }, label: t("Bold") },
  italic: { chord: { key: "i", held: "mod" }, label: t("Italic") },
  link: { chord: { key: "k", held: "mod" }, label: t("Link") },
  save: { chord: { key: "s", held: "mod" }, label: t("Save at once") },
} as const satisfies Readonly<Record<string, KeyRow>>;
