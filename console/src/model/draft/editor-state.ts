import { type Draft, mergeDrafts, sameValue } from "@fanfare/contract/draft/draft-merge";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { ApiProblem } from "../../lib/api/api-problem.ts";
import { draftFrom } from "./draft.ts";
import { type Problems, validateDraft } from "./problems.ts";
import { type SavableDraft, savableDraft } from "./savable-draft.ts";

export type SaveState =
  | { readonly kind: "saved" }
  /** Autosave sends it after a delay. */
  | { readonly kind: "waiting" }
  | { readonly kind: "saving" }
  /** Saved, except for the values at these paths, which the server rejects. */
  | { readonly kind: "held"; readonly fields: readonly string[] }
  /** `retries`: whether autosave tries again. */
  | { readonly kind: "failed"; readonly problem: ApiProblem; readonly retries: boolean }
  /** Another save came first. `merged` contains both changes if they touch different parts. */
  | { readonly kind: "conflict"; readonly theirs: ContentDetail; readonly merged: Draft | undefined };

export interface EditorState {
  readonly draft: Draft;
  /** Last draft that the editor and the server agreed on. */
  readonly base: Draft;
  /** Problems that prevent publishing. */
  readonly problems: Problems;
  readonly save: SaveState;
  /** The content as the server last returned it. */
  readonly server: ContentDetail;
  readonly can_undo: boolean;
  readonly can_redo: boolean;
}

type HistoryState = Pick<EditorState, "can_undo" | "can_redo">;

export type EditorEvent =
  | ({ readonly kind: "edited"; readonly draft: Draft } & HistoryState)
  | { readonly kind: "sending" }
  | { readonly kind: "saved"; readonly sent: Draft; readonly server: ContentDetail }
  | { readonly kind: "failed"; readonly problem: ApiProblem }
  | { readonly kind: "conflicted"; readonly theirs: ContentDetail }
  /** Same revision with a new status. */
  | { readonly kind: "refreshed"; readonly server: ContentDetail }
  /** New revision, with the draft to continue from. */
  | ({ readonly kind: "adopted"; readonly server: ContentDetail; readonly draft: Draft } & HistoryState);

export function initialState(server: ContentDetail): EditorState {
  const draft = draftFrom(server);
  return {
    draft,
    base: draft,
    problems: validateDraft(draft),
    save: { kind: "saved" },
    server,
    can_undo: false,
    can_redo: false,
  };
}

export function savablePart({ draft, base, problems }: EditorState): SavableDraft {
  return problems.size === 0 ? { draft, unsaved_paths: [] } : savableDraft(draft, base);
}

export function reduceEditor(state: EditorState, event: EditorEvent): EditorState {
  switch (event.kind) {
    case "edited": {
      const { draft, can_undo, can_redo } = event;
      return edited({ ...state, draft, can_undo, can_redo, problems: validateDraft(draft) });
    }
    case "sending":
      return { ...state, save: { kind: "saving" } };
    case "saved":
      return compared({ ...state, base: event.sent, server: event.server });
    case "failed":
      return { ...state, save: { kind: "failed", problem: event.problem, retries: event.problem.retryable } };
    case "conflicted":
      return { ...state, save: conflict(state, event.theirs) };
    case "refreshed":
      return { ...state, server: event.server };
    case "adopted": {
      const { server, draft, can_undo, can_redo } = event;
      return compared({
        ...state,
        server,
        draft,
        can_undo,
        can_redo,
        base: draftFrom(server),
        problems: validateDraft(draft),
      });
    }
  }
}

function edited(state: EditorState): EditorState {
  switch (state.save.kind) {
    case "saving":
      return state;
    case "conflict":
      return { ...state, save: conflict(state, state.save.theirs) };
    case "saved":
    case "waiting":
    case "held":
    case "failed":
      return compared(state);
  }
}

/** Derives the save state from what isn't saved yet. */
function compared(state: EditorState): EditorState {
  const { draft, unsaved_paths: fields } = savablePart(state);
  if (!sameValue(draft, state.base)) return { ...state, save: { kind: "waiting" } };
  return { ...state, save: fields.length === 0 ? { kind: "saved" } : { kind: "held", fields } };
}

function conflict({ base, draft }: EditorState, theirs: ContentDetail): SaveState {
  return { kind: "conflict", theirs, merged: mergeDrafts(base, draft, draftFrom(theirs)) };
}
