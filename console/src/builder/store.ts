import type { Cancel, Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { ContentDetail, UpdateContentRequest } from "@fanfare/contract/schema/api";
import { ApiProblem } from "../api-problem.ts";
import { type Draft, type DraftAction, draftOf, reduceDraft } from "./draft.ts";
import { type Keepable, keepable } from "./keepable.ts";
import { mergeDrafts, sameValue } from "./merge.ts";
import { checkDraft, type Problems } from "./problems.ts";

/** Where the draft stands against the server. */
export type SaveState =
  | { readonly kind: "saved" }
  /** Changed; it will be saved in a moment. */
  | { readonly kind: "waiting" }
  | { readonly kind: "saving" }
  /** All is saved but these fields, by their paths: what stands in them cannot be kept. */
  | { readonly kind: "held"; readonly fields: readonly string[] }
  /** `retries`: it is tried again without being asked. */
  | { readonly kind: "failed"; readonly problem: ApiProblem; readonly retries: boolean }
  /** Somebody else saved first. `merged` holds both changes, when they did not touch the same part. */
  | { readonly kind: "conflict"; readonly theirs: ContentDetail; readonly merged: Draft | undefined };

export interface BuilderState {
  readonly draft: Draft;
  /** What keeps the draft from being published. */
  readonly problems: Problems;
  readonly save: SaveState;
  /** The content as the server last gave it to us. */
  readonly server: ContentDetail;
}

export interface BuilderDoors {
  readonly clock: Clock;
  update(revision: number, change: UpdateContentRequest): Promise<ContentDetail>;
  read(): Promise<ContentDetail>;
}

/** Holds the draft of one open editor, saves it by itself, and never overwrites what somebody else saved. */
export type BuilderStore = ReturnType<typeof createBuilderStore>;

/**
 * @example
 * const store = createBuilderStore(detail, { clock: systemClock, update, read });
 * store.dispatch({ kind: "rename", name: "Welcome" }); // saved after limits.autosave_delay_ms
 */
export function createBuilderStore(detail: ContentDetail, doors: BuilderDoors) {
  const first = draftOf(detail);
  let state: BuilderState = { draft: first, problems: checkDraft(first), save: { kind: "saved" }, server: detail };
  /** What the server has, as we know it. */
  let base = first;
  let cancel: Cancel = () => undefined;
  let saving: Promise<void> | undefined;
  let failures = 0;
  const listeners = new Set<() => void>();

  const set = (change: Partial<BuilderState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  const kept = (): Keepable =>
    state.problems.size === 0 ? { draft: state.draft, held: [] } : keepable(state.draft, base);

  const settle = (delay_ms: number): void => {
    cancel();
    const { draft, held } = kept();
    if (sameValue(draft, base)) set({ save: held.length === 0 ? { kind: "saved" } : { kind: "held", fields: held } });
    else {
      set({ save: { kind: "waiting" } });
      cancel = doors.clock.after(delay_ms, () => void save());
    }
  };

  const save = async (): Promise<void> => {
    cancel();
    if (saving !== undefined) {
      await saving;
      return state.save.kind === "waiting" ? save() : undefined;
    }
    if (state.save.kind !== "waiting" && state.save.kind !== "failed") return;
    saving = send().finally(() => {
      saving = undefined;
    });
    await saving;
  };

  const send = async (): Promise<void> => {
    const sent = kept().draft;
    set({ save: { kind: "saving" } });
    try {
      const server = await doors.update(state.server.revision, changeFrom(base, sent));
      failures = 0;
      base = sent;
      set({ server });
      settle(limits.autosave_delay_ms);
    } catch (error) {
      await fail(error);
    }
  };

  const fail = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "revision_stale") {
      try {
        const theirs = await doors.read();
        set({ save: { kind: "conflict", theirs, merged: mergeDrafts(base, state.draft, draftOf(theirs)) } });
      } catch (reading) {
        await fail(reading);
      }
      return;
    }
    set({ save: { kind: "failed", problem: error, retries: error.retryable } });
    if (!error.retryable) return;
    const delay_ms = Math.min(limits.autosave_retry_ms * 2 ** failures++, limits.autosave_retry_ms_max);
    cancel = doors.clock.after(delay_ms, () => void save());
  };

  const adopt = (server: ContentDetail, draft: Draft): void => {
    base = draftOf(server);
    set({ server, draft, problems: checkDraft(draft) });
    settle(0);
  };

  return {
    state: (): BuilderState => state,
    /** The draft that the server has as far as we know: what both sides of a conflict began with. */
    base: (): Draft => base,
    subscribe(listener: () => void): Cancel {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    dispatch(action: DraftAction): void {
      const draft = reduceDraft(state.draft, action);
      if (draft === state.draft) return;
      const { save: now } = state;
      set({ draft, problems: checkDraft(draft) });
      if (now.kind === "conflict") set({ save: { ...now, merged: mergeDrafts(base, draft, draftOf(now.theirs)) } });
      else if (now.kind !== "saving") settle(limits.autosave_delay_ms);
    },
    /** Saves what is waiting now; resolves with true when the server has all of it, complete or not. */
    async flush(): Promise<boolean> {
      await save();
      return state.save.kind === "saved";
    },
    /**
     * A state of the content that was read, or written elsewhere in the page: taken when nothing here would be lost.
     * True when it brought another draft than the one on the screen.
     */
    receive(server: ContentDetail): boolean {
      if (server.revision < state.server.revision || state.save.kind !== "saved") return false;
      if (server.revision === state.server.revision) {
        set({ server });
        return false;
      }
      const other = !sameValue(draftOf(server), state.draft);
      adopt(server, draftOf(server));
      return other;
    },
    takeTheirs(): void {
      if (state.save.kind === "conflict") adopt(state.save.theirs, draftOf(state.save.theirs));
    },
    keepMine(): void {
      if (state.save.kind === "conflict") adopt(state.save.theirs, state.draft);
    },
    keepBoth(): void {
      if (state.save.kind === "conflict" && state.save.merged !== undefined)
        adopt(state.save.theirs, state.save.merged);
    },
    /** No timer is left behind. */
    stop(): void {
      cancel();
    },
  };
}

/** Only what differs travels, so that a rename does not write the steps. */
function changeFrom(base: Draft, draft: Draft): UpdateContentRequest {
  return {
    ...(draft.name === base.name ? {} : { name: draft.name }),
    ...(draft.slug === base.slug ? {} : { slug: draft.slug }),
    // The request's types are those of a parser, which may write to its arrays; this one only reads them.
    ...(sameValue(draft.edition, base.edition) ? {} : { draft: draft.edition as UpdateContentRequest["draft"] }),
  };
}
