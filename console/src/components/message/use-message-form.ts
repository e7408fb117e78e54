import type { LiveUpdateInput } from "@fanfare/contract/schema/realtime/live-update";
import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { type FieldError, type ResolverResult, type UseFormReturn, useForm } from "react-hook-form";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { liveUpdateQueryFilter } from "../../lib/queries/realtime.ts";
import { toast } from "../../lib/toast.ts";
import { type MessageDraft, type Named, toMessageRequest, toTestDraft } from "../../model/message-draft.ts";

type MessageFormMethods = UseFormReturn<MessageDraft, unknown, LiveUpdateInput>;

export interface MessageFieldsProps {
  readonly form: MessageFormMethods;
}

/** The field that a part of the request comes from. */
function fieldOf(path: string, { kind, audience }: MessageDraft): keyof MessageDraft {
  switch (path) {
    case "audience":
      return audience === "everyone" ? "audience" : audience;
    case "body.title":
    case "body.label":
      return "title";
    case "body.text":
      return kind === "celebration" ? "title" : "text";
    case "body.badge":
    case "body.name":
      return "name";
    case "body.count":
      return "count";
    case "body":
    case "body.data":
      return "data";
    case "body.action.label":
      return "action_label";
    case "body.action.href":
      return "action_href";
    case "timing.send_at":
      return "send_at";
    case "timing.quiet_hours":
      return "quiet_from";
    case "experiment":
      return "goal";
    case "email":
      return "email_hours";
    case "push":
      return "push_minutes";
    case "collapse_key":
      return "collapse_key";
    default:
      return "kind";
  }
}

function validate(draft: MessageDraft): ResolverResult<MessageDraft, LiveUpdateInput> {
  const request = toMessageRequest(draft);
  if (request.outcome === "ready") return { values: request.input, errors: {} };
  const errors: Partial<Record<keyof MessageDraft, FieldError>> = {};
  for (const [path, message] of request.problems) errors[fieldOf(path, draft)] ??= { type: "request", message };
  return { values: {}, errors };
}

/** Stands for the recipient of a test who isn't chosen yet. */
const ANY_PERSON: Named = { id: "any", label: "" };

interface MessageFormState {
  readonly form: MessageFormMethods;
  readonly onSubmit: (event: FormEvent) => void;
  /** Calls `onValid` if a test can be sent. Otherwise, shows what the message lacks. */
  readonly checkTest: (onValid: () => void) => void;
  readonly failed: ApiProblem | undefined;
}

interface MessageFormOptions {
  readonly first: MessageDraft;
  readonly done: { readonly title: string; readonly description?: string };
  /** Returns the draft that stays in the form after sending. */
  readonly draftAfter: (sent: MessageDraft) => MessageDraft;
  readonly onSent: (update: LiveUpdate) => void;
  /** ID of the scheduled message that this replaces. */
  readonly replaces?: string | undefined;
  /** Asked before sending a valid message. Without consent, nothing is sent. */
  readonly confirm?: (draft: MessageDraft) => Promise<boolean>;
}

export function useMessageForm(options: MessageFormOptions): MessageFormState {
  const { first, done, draftAfter, onSent, replaces, confirm } = options;
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [failed, setFailed] = useState<ApiProblem>();
  /** A test needs no audience. Decides which errors the fields show while the author goes on. */
  const is_test = useRef(false);
  const form = useForm<MessageDraft, unknown, LiveUpdateInput>({
    resolver: (draft) => validate(is_test.current ? toTestDraft(draft, ANY_PERSON) : draft),
    defaultValues: first,
  });
  const submit = form.handleSubmit(async (request) => {
    setFailed(undefined);
    if (confirm !== undefined && !(await confirm(form.getValues()))) return;
    try {
      const query = { app_id: app.id };
      const update = await (replaces === undefined
        ? api.call("POST /api/live-updates", { query, body: request })
        : api.call("PUT /api/live-updates/:id", { params: { id: replaces }, query, body: request }));
      const is_now = form.getValues("when") === "now";
      form.reset(draftAfter(form.getValues()));
      toast.done(is_now || replaces !== undefined ? done : { title: t("Message scheduled") });
      await client.invalidateQueries(liveUpdateQueryFilter(app.id));
      onSent(update);
    } catch (error) {
      setFailed(asProblem(error));
    }
  });
  return {
    form,
    onSubmit(event) {
      is_test.current = false;
      void submit(event);
    },
    checkTest(onValid) {
      is_test.current = true;
      void form.handleSubmit(onValid)();
    },
    failed,
  };
}
