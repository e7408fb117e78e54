import { createContext, useContext } from "react";
import type { DraftAction } from "../../../model/draft/draft-action.ts";
import type { EditorState } from "../../../model/draft/editor-state.ts";
import type { EditorStore } from "../../../model/draft/editor-store.ts";

interface EditorContextValue {
  readonly store: EditorStore;
  readonly state: EditorState;
  readonly dispatch: (action: DraftAction) => void;
  /** Disables all fields and actions. */
  readonly read_only: boolean;
}

export const EditorContext = createContext<EditorContextValue | undefined>(undefined);

export function useEditor(): EditorContextValue {
  const context = useContext(EditorContext);
  if (context === undefined) throw new Error("useEditor() requires an EditorContext.");
  return context;
}

/** The problem of one field. The path is that of the edition, joined with dots. */
export function useProblemAt(path: string): string | undefined {
  return useEditor().state.problems.get(path);
}
