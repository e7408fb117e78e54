import { DraftHistory } from "@fanfare/contract/draft/draft-history";
import { type Draft, mergeDrafts, sameValue } from "@fanfare/contract/draft/draft-merge";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { type AutosaveOptions, createAutosave } from "./autosave.ts";
import { draftFrom } from "./draft.ts";
import { type DraftAction, reduceDraft } from "./draft-action.ts";
import { type EditorEvent, type EditorState, initialState, reduceEditor } from "./editor-state.ts";

/** Draft of an open editor. Saves automatically and never overwrites another save. */
export type EditorStore = ReturnType<typeof createEditorStore>;

/**
 * @example
 * const store = createEditorStore(detail, { clock: systemClock, update, read });
 * store.dispatch({ kind: "rename", name: "Welcome" }); // saved after limits.autosave_delay_ms
 */
export function createEditorStore(detail: ContentDetail, options: AutosaveOptions) {
  let state = initialState(detail);
  const listeners = new Set<() => void>();
  const apply = (event: EditorEvent): void => {
    state = reduceEditor(state, event);
    for (const listener of listeners) listener();
  };
  const autosave = createAutosave(options, { state: () => state, apply });
  const history = new DraftHistory<Draft>();
  let is_own_step = false;
  const edit = (draft: Draft): void => {
    apply({ kind: "edited", draft, can_undo: history.canUndo(), can_redo: history.canRedo() });
    autosave.schedule(limits.autosave_delay_ms);
  };
  const adopt = (server: ContentDetail, draft: Draft): void => {
    apply({ kind: "adopted", server, draft, can_undo: history.canUndo(), can_redo: history.canRedo() });
    autosave.schedule(0);
  };

  /** Keeps another member's changes in every step of undo. */
  const rebase = (theirs: Draft): void => {
    const { base } = state;
    history.rebase((draft) => mergeDrafts(base, draft, theirs));
  };

  return {
    state: (): EditorState => state,
    subscribe(listener: () => void): Cancel {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    dispatch(action: DraftAction): void {
      const draft = reduceDraft(state.draft, action);
      if (draft === state.draft) return;
      history.note(is_own_step ? "" : undoKey(action), state.draft, options.clock.now());
      is_own_step = false;
      edit(draft);
    },
    /** Makes the next change a step of undo of its own, however quickly it follows another. */
    startUndoStep(): void {
      is_own_step = true;
    },
    undo(): void {
      const draft = history.undo(state.draft);
      if (draft !== undefined) edit(draft);
    },
    redo(): void {
      const draft = history.redo(state.draft);
      if (draft !== undefined) edit(draft);
    },
    /** Saves pending changes immediately. Resolves to true if the server then has everything, even if incomplete. */
    async flush(): Promise<boolean> {
      await autosave.flush();
      return state.save.kind === "saved";
    },
    /**
     * Applies a revision that was loaded or saved elsewhere, unless that would lose local changes. Returns whether the
     * displayed draft changed.
     */
    receive(server: ContentDetail): boolean {
      if (server.revision < state.server.revision || state.save.kind !== "saved") return false;
      if (server.revision === state.server.revision) {
        apply({ kind: "refreshed", server });
        return false;
      }
      const theirs = draftFrom(server);
      const changed = !sameValue(theirs, state.draft);
      rebase(theirs);
      adopt(server, theirs);
      return changed;
    },
    takeTheirs(): void {
      if (state.save.kind !== "conflict") return;
      // Going back to before another member's changes would take them back, too.
      history.clear();
      adopt(state.save.theirs, draftFrom(state.save.theirs));
    },
    keepMine(): void {
      if (state.save.kind === "conflict") adopt(state.save.theirs, state.draft);
    },
    keepBoth(): void {
      if (state.save.kind !== "conflict" || state.save.merged === undefined) return;
      rebase(draftFrom(state.save.theirs));
      adopt(state.save.theirs, state.save.merged);
    },
    stop: autosave.stop,
  };
}

/** Changes of the same field in quick succession are one step of undo. */
function undoKey(action: DraftAction): string {
  switch (action.kind) {
    case "rename":
    case "set_slug":
      return action.kind;
    case "change_part":
      return `part ${action.part.id}`;
    case "set_rules":
    case "set_choices":
      return Object.keys(action.change).join(" ");
    case "set_body":
      return "body";
    case "in_variant":
      return undoKey(action.action) === "" ? "" : `${action.id} ${undoKey(action.action)}`;
    case "insert_part":
    case "duplicate_part":
    case "move_part":
    case "remove_part":
    case "replace":
      return "";
  }
}
