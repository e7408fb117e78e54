import { createContext, useContext } from "react";
import type { DraftAction } from "../../../model/draft/draft-action.ts";
import type { EditorState } from "../../../model/draft/editor-state.ts";
import type { EditorStore } from "../../../model/draft/editor-store.ts";
import type { RevealedParts } from "./revealed-parts.ts";

interface EditorContextValue {
  readonly store: EditorStore;
  readonly state: EditorState;
  readonly dispatch: (action: DraftAction) => void;
  readonly read_only: boolean;
  /** Whether the member may publish in this app. */
  readonly may_publish: boolean;
  readonly revealed: RevealedParts;
}

export const EditorContext = createContext<EditorContextValue | undefined>(undefined);

export function useEditor(): EditorContextValue {
  const context = useContext(EditorContext);
  if (context === undefined) throw new Error("useEditor() requires an EditorContext.");
  return context;
}

/** Problem of one field, by its dot-separated path in the edition. */
export function useProblemAt(path: string): string | undefined {
  return useEditor().state.problems.get(path);
}
