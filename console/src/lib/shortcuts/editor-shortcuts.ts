import { t } from "../i18n/t.ts";
import type { Shortcut } from "./chord.ts";

/** Editor shortcuts, shared by the handlers and the shortcut sheet. */
export const EDITOR_SHORTCUTS = {
  up: { chord: { key: "ArrowUp", held: "alt" }, label: t("Move step up") },
  down: { chord: { key: "ArrowDown", held: "alt" }, label: t("Move step down") },
  duplicate: { chord: { key: "d", held: "mod" }, label: t("Duplicate step") },
  bold: { chord: { key: "b", held: "mod" }, label: t("Bold") },
  italic: { chord: { key: "i", held: "mod" }, label: t("Italic") },
  link: { chord: { key: "k", held: "mod" }, label: t("Link") },
  undo: { chord: { key: "z", held: "mod" }, label: t("Undo change") },
  redo: { chord: { key: "z", held: "mod_shift" }, label: t("Redo change") },
  save: { chord: { key: "s", held: "mod" }, label: t("Save now") },
} as const satisfies Readonly<Record<string, Shortcut>>;
