import { type Draft, sameValue } from "@fanfare/contract/content/draft-merge";
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
  const adopt = (server: ContentDetail, draft: Draft): void => {
    apply({ kind: "adopted", server, draft });
    autosave.schedule(0);
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
      apply({ kind: "edited", draft });
      autosave.schedule(limits.autosave_delay_ms);
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
      adopt(server, theirs);
      return changed;
    },
    takeTheirs(): void {
      if (state.save.kind === "conflict") adopt(state.save.theirs, draftFrom(state.save.theirs));
    },
    keepMine(): void {
      if (state.save.kind === "conflict") adopt(state.save.theirs, state.draft);
    },
    keepBoth(): void {
      if (state.save.kind === "conflict" && state.save.merged !== undefined)
        adopt(state.save.theirs, state.save.merged);
    },
    stop: autosave.stop,
  };
}
