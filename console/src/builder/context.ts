import { createContext, useContext } from "react";
import type { DraftAction } from "./draft.ts";
import type { BuilderState, BuilderStore } from "./store.ts";

interface BuilderContext {
  readonly store: BuilderStore;
  readonly state: BuilderState;
  readonly dispatch: (action: DraftAction) => void;
  /** The editor may be looked at, not used. */
  readonly read_only: boolean;
}

export const BuilderContext = createContext<BuilderContext | undefined>(undefined);

export function useBuilder(): BuilderContext {
  const context = useContext(BuilderContext);
  if (context === undefined) throw new Error("useBuilder() outside of <Builder>.");
  return context;
}

/** What is wrong with one field of the draft: its path parted by dots. */
export function useProblemAt(path: string): string | undefined {
  return useBuilder().state.problems.get(path);
}
