import { chainCommands } from "prosemirror-commands";
import { undoInputRule } from "prosemirror-inputrules";
import type { Command } from "prosemirror-state";
import { t } from "../../../lib/i18n/t.ts";
import type { EditorStore } from "../../../model/draft/editor-store.ts";
import { announce } from "../../../ui/elements/announcer.tsx";

export function undoChange(store: EditorStore): void {
  if (!store.state().can_undo) return;
  store.undo();
  announce(t("Change undone"));
}

export function redoChange(store: EditorStore): void {
  if (!store.state().can_redo) return;
  store.redo();
  announce(t("Change redone"));
}

/** In texts, which have no undo of their own. Right after a Markdown shortcut, undo restores what was typed. */
export function undoKeys(store: EditorStore): Readonly<Record<string, Command>> {
  const act =
    (run: (store: EditorStore) => void): Command =>
    () => {
      run(store);
      return true;
    };
  const redo = act(redoChange);
  return { "Mod-z": chainCommands(undoInputRule, act(undoChange)), "Mod-Shift-z": redo, "Mod-y": redo };
}
