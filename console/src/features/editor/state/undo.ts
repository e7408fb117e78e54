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
