import { partsIn } from "@fanfare/contract/content/parts";
import { limits } from "@fanfare/contract/limits";
import type { Comment } from "@fanfare/contract/schema/responses/content/comment";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AtSign, Check, Trash2 } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan, useMe } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { KEEPS_PAGE } from "../../../lib/queries/api-query.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { INTRO, THANKS } from "../../../model/draft/tabs.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Textarea } from "../../../ui/forms/input.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { useEditor } from "../state/editor-context.ts";
import { commentsQuery } from "./open-comments.ts";

interface CommentsProps {
  readonly part_id: string;
}

/** Members' comments on the open part. Comments on deleted parts appear with the first one. */
export default function Comments({ part_id }: CommentsProps) {
  const { state } = useEditor();
  const title_id = useId();
  const { comments, resolve, is_resolving } = useComments();
  const [shows_resolved, setShowsResolved] = useState(false);
  const ids = partsIn(state.draft.edition.body).map(({ id }) => id);
  const is_first = part_id === (ids[0] ?? INTRO);
  const isGone = (id: string): boolean => ![INTRO, THANKS, ...ids].includes(id);
  const here = comments.filter(({ step_id }) => step_id === part_id || (is_first && isGone(step_id)));
  const open = here.filter(({ resolved_at }) => resolved_at === null);
  const resolved = here.length - open.length;
  return (
    <section aria-labelledby={title_id} className="flex min-w-0 flex-col gap-4 border-t border-line pt-6">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 id={title_id} className="text-base font-semibold">
          {t("Comments")}
        </h3>
        {open.length > 0 && (
          <Button
            size="sm"
            icon={<Check />}
            busy={is_resolving}
            onClick={() => resolve([...new Set(open.map(({ step_id }) => step_id))])}
          >
            {t("Resolve")}
          </Button>
        )}
      </div>
      {here.length > 0 && (
        <ul className="flex flex-col gap-4">
          {(shows_resolved ? here : open).map((comment) => (
            <CommentItem key={comment.id} comment={comment} is_gone={isGone(comment.step_id)} />
          ))}
        </ul>
      )}
      {resolved > 0 && (
        <Button size="sm" className="self-start" onClick={() => setShowsResolved(!shows_resolved)}>
          {shows_resolved
            ? t("Hide resolved comments")
            : tCount(resolved, "Show {n} resolved comment", "Show {n} resolved comments")}
        </Button>
      )}
      <Composer key={part_id} part_id={part_id} />
    </section>
  );
}

function useComments() {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const { id } = useEditor().state.server;
  const query = commentsQuery(api, app.id, id);
  const { data } = useQuery(query);
  const refresh = () => void client.invalidateQueries({ queryKey: query.queryKey });
  const { mutate, isPending } = useMutation({
    mutationFn: async (step_ids: readonly string[]) => {
      for (const step_id of step_ids) {
        await api.call("POST /api/contents/:id/comments/resolve", { params: { id }, body: { step_id } });
      }
    },
    onSuccess: () => toast.done({ title: t("Comments resolved") }),
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t resolve comments")),
    onSettled: refresh,
  });
  return { comments: data?.items ?? [], resolve: mutate, is_resolving: isPending, refresh };
}

function CommentItem({ comment, is_gone }: { readonly comment: Comment; readonly is_gone: boolean }) {
  const { api } = useAppContext();
  const { id } = useEditor().state.server;
  const { refresh } = useComments();
  const administers = useCan("member.write");
  const name = comment.member ?? t("Someone");
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call("DELETE /api/contents/:id/comments/:comment_id", { params: { id, comment_id: comment.id } }),
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t delete comment")),
    onSettled: refresh,
  });
  return (
    <li className="flex min-w-0 gap-2.5">
      <Avatar name={name} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-baseline gap-x-2 text-xs text-ink-2">
          <strong className="text-sm font-medium text-ink">{name}</strong>
          <RelativeTime at={comment.created_at} />
          {is_gone && <span>{t("On a deleted step")}</span>}
          {comment.resolved_at !== null && (
            <span>{t("Resolved by {name}", { name: comment.resolved_by ?? t("Someone") })}</span>
          )}
        </div>
        <p dir="auto" className="text-sm whitespace-pre-wrap wrap-anywhere">
          {comment.text}
        </p>
      </div>
      {(comment.own || administers) && (
        <IconButton label={t("Delete comment")} size="sm" disabled={isPending} onClick={() => mutate()}>
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}

/** Unsent comments by member, content, and part, so that opening another part doesn't lose them. */
const unsent = new Map<string, string>();

function useUnsent(part_id: string) {
  const { member } = useMe();
  const key = `${member.id} ${useEditor().state.server.id} ${part_id}`;
  const [text, setText] = useState(unsent.get(key) ?? "");
  const write = (next: string): void => {
    if (next === "") unsent.delete(key);
    else unsent.set(key, next);
    setText(next);
  };
  return [text, write] as const;
}

function Composer({ part_id }: CommentsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { id } = useEditor().state.server;
  const { refresh } = useComments();
  const [text, setText] = useUnsent(part_id);
  const field = useRef<HTMLTextAreaElement>(null);
  const { data } = useQuery({ ...settingsQueries.memberNames(api), ...KEEPS_PAGE });
  const members = data?.items ?? [];
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const mentions = members.filter(({ name }) => text.includes(`@${name}`)).map((each) => each.id);
      const body = { step_id: part_id, text, mentions };
      return api.call("POST /api/contents/:id/comments", { params: { id }, query: { app_id: app.id }, body });
    },
    onSuccess: () => setText(""),
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t add comment")),
    onSettled: refresh,
  });
  const sendable = text.trim() !== "" && !isPending;
  const mention = (name: string): void => {
    setText(`${text}${text === "" || /\s$/.test(text) ? "" : " "}@${name} `);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !sendable) return;
    event.preventDefault();
    mutate();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={t("Comment")} hide_label>
        <Textarea
          ref={field}
          dir="auto"
          rows={2}
          placeholder={t("Ask a question or suggest a change")}
          maxLength={limits.comment_chars_max}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="flex flex-wrap justify-between gap-2">
        <Menu
          align="start"
          trigger={
            <Button size="sm" icon={<AtSign />}>
              {t("Mention member")}
            </Button>
          }
        >
          {members.map((member) => (
            <MenuItem key={member.id} onClick={() => mention(member.name)}>
              {member.name}
            </MenuItem>
          ))}
        </Menu>
        <Button
          size="sm"
          variant={sendable ? "primary" : "secondary"}
          busy={isPending}
          disabled={!sendable}
          onClick={() => mutate()}
        >
          {t("Add comment")}
        </Button>
      </div>
    </div>
  );
}
