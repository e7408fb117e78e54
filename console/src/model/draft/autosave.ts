import { type Draft, sameValue } from "@fanfare/contract/draft/draft-merge";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { UpdateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { ApiProblem } from "../../lib/api/api-problem.ts";
import { type EditorEvent, type EditorState, savablePart } from "./editor-state.ts";

export interface AutosaveOptions {
  readonly clock: Clock;
  update(revision: number, change: UpdateContentRequest): Promise<ContentDetail>;
  read(): Promise<ContentDetail>;
}

interface AutosaveSource {
  state(): EditorState;
  apply(event: EditorEvent): void;
}

/** Saves pending changes, one request at a time. On a conflict, loads the other revision. */
export function createAutosave({ clock, update, read }: AutosaveOptions, { state, apply }: AutosaveSource) {
  let cancel: Cancel = () => undefined;
  let sending: Promise<void> | undefined;
  let failures = 0;

  const schedule = (delay_ms: number): void => {
    cancel();
    if (state().save.kind === "waiting") cancel = clock.after(delay_ms, () => void flush());
  };

  const flush = async (): Promise<void> => {
    cancel();
    if (sending !== undefined) {
      await sending;
      return state().save.kind === "waiting" ? flush() : undefined;
    }
    const { kind } = state().save;
    if (kind !== "waiting" && kind !== "failed") return;
    sending = send().finally(() => {
      sending = undefined;
    });
    await sending;
  };

  const send = async (): Promise<void> => {
    const { base, server } = state();
    const sent = savablePart(state()).draft;
    apply({ kind: "sending" });
    try {
      apply({ kind: "saved", sent, server: await update(server.revision, changeFrom(base, sent)) });
      failures = 0;
      schedule(limits.autosave_delay_ms);
    } catch (error) {
      await fail(error);
    }
  };

  const fail = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "revision_stale") return readOther();
    apply({ kind: "failed", problem: error });
    if (!error.retryable) return;
    const delay_ms = Math.min(limits.autosave_retry_ms * 2 ** failures++, limits.autosave_retry_ms_max);
    cancel = clock.after(delay_ms, () => void flush());
  };

  const readOther = async (): Promise<void> => {
    try {
      apply({ kind: "conflicted", theirs: await read() });
    } catch (error) {
      await fail(error);
    }
  };

  return { schedule, flush, stop: (): void => cancel() };
}

/** Sends only changed fields, so that a rename doesn't overwrite the steps. */
function changeFrom(base: Draft, draft: Draft): UpdateContentRequest {
  return {
    ...(draft.name === base.name ? {} : { name: draft.name }),
    ...(draft.slug === base.slug ? {} : { slug: draft.slug }),
    // Safe cast: the parser's types have mutable arrays, but requests are only read.
    ...(sameValue(draft.edition, base.edition) ? {} : { draft: draft.edition as UpdateContentRequest["draft"] }),
  };
}
