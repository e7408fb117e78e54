import type { LiveUpdate } from "@fanfare/contract/schema/live-update";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { useApp, useDoors } from "../doors.ts";
import { asProblem } from "../queries.ts";
import { toast } from "../ui/toast.tsx";
import type { DraftFieldsProps } from "./body-fields.tsx";
import { type DraftProblems, type UpdateDraft, wishOf } from "./draft.ts";
import { liveUpdatesOf } from "./queries.ts";

const NO_PROBLEMS: DraftProblems = new Map();

interface UpdateForm {
  readonly fields: DraftFieldsProps;
  readonly onSubmit: (event: FormEvent) => void;
  readonly busy: boolean;
  /** What the server said when it did not send it. */
  readonly failed: ApiProblem | undefined;
}

interface UpdateFormOptions {
  readonly first: UpdateDraft;
  /** What is said once it is sent. */
  readonly done: { readonly title: string; readonly description?: string };
  /** Of what was sent, what stays to be written anew. */
  readonly kept: (sent: UpdateDraft) => UpdateDraft;
  readonly onSent: (update: LiveUpdate) => void;
}

/** A live update that is written and sent. */
export function useUpdateForm({ first, done, kept, onSent }: UpdateFormOptions): UpdateForm {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [failed, setFailed] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);

  const onChange = (change: Partial<UpdateDraft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    if (problems.size === 0) return;
    // What was put right loses its complaint at once; new ones wait for the next attempt.
    const now = wishOf(next);
    const left = now.outcome === "wrong" ? now.problems : NO_PROBLEMS;
    setProblems(new Map([...problems].filter(([field]) => left.has(field))));
  };
  const send = async (): Promise<void> => {
    const read = wishOf(draft);
    setFailed(undefined);
    if (read.outcome === "wrong") return setProblems(read.problems);
    setBusy(true);
    try {
      const update = await api.sendLiveUpdate({ app_id: app.id, ...read.wish });
      setDraft(kept(draft));
      toast.done(done);
      await client.invalidateQueries(liveUpdatesOf(app.id));
      onSent(update);
    } catch (error) {
      setFailed(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return { fields: { draft, onChange, problems }, onSubmit, busy, failed };
}
