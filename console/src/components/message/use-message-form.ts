import type { LiveUpdate } from "@fanfare/contract/schema/realtime/live-update";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { liveUpdateQueryFilter } from "../../lib/queries/realtime.ts";
import { toast } from "../../lib/toast.ts";
import { type MessageDraft, type MessageProblems, toMessageRequest } from "../../model/message-draft.ts";
import type { DraftFieldsProps } from "./body-fields.tsx";

const NO_PROBLEMS: MessageProblems = new Map();

interface MessageFormState {
  readonly fields: DraftFieldsProps;
  readonly onSubmit: (event: FormEvent) => void;
  readonly busy: boolean;
  /** What the server said when it did not send it. */
  readonly failed: ApiProblem | undefined;
}

interface MessageFormOptions {
  readonly first: MessageDraft;
  /** What is said once it is sent. */
  readonly done: { readonly title: string; readonly description?: string };
  /** Of what was sent, what stays to be written anew. */
  readonly kept: (sent: MessageDraft) => MessageDraft;
  readonly onSent: (update: LiveUpdate) => void;
}

/** A live update that is written and sent. */
export function useMessageForm({ first, done, kept, onSent }: MessageFormOptions): MessageFormState {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [failed, setFailed] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);

  const onChange = (change: Partial<MessageDraft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    if (problems.size === 0) return;
    // What was put right loses its complaint at once; new ones wait for the next attempt.
    const now = toMessageRequest(next);
    const left = now.outcome === "wrong" ? now.problems : NO_PROBLEMS;
    setProblems(new Map([...problems].filter(([field]) => left.has(field))));
  };
  const send = async (): Promise<void> => {
    const read = toMessageRequest(draft);
    setFailed(undefined);
    if (read.outcome === "wrong") return setProblems(read.problems);
    setBusy(true);
    try {
      const update = await api.call("POST /api/live-updates", { body: { app_id: app.id, ...read.input } });
      setDraft(kept(draft));
      toast.done(done);
      await client.invalidateQueries(liveUpdateQueryFilter(app.id));
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
