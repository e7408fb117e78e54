import type { App, ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { REVIEW_LABELS } from "../../../components/content/content-status.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useMe } from "../../../lib/app-context.ts";
import { list } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { contentQueryFilter, queries } from "../../../lib/queries/queries.ts";
import { toast } from "../../../lib/toast.ts";
import type { EditorState } from "../../../model/draft/editor-state.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { useEditor } from "../state/editor-context.ts";
import { useFocusFirstIssue } from "../state/focus-first-issue.ts";
import { StatusBanner } from "./status-banner.tsx";

/** The saved content. An unsaved change has no review yet. */
export function reviewed({ save, server }: Pick<EditorState, "save" | "server">): ContentDetail {
  return save.kind === "saved" ? server : { ...server, review: null, edited: server.status !== "draft" };
}

/** Whether the draft needs approval before it can be published in the app. */
export function waitsForReview(state: EditorState, app: App): boolean {
  const { status, edited, review } = reviewed(state);
  if (app.review === "off" || status === "archived") return false;
  return review !== "approved" && (status === "draft" || edited);
}

const Changes = lazy(async () => ({ default: (await import("./review-changes.tsx")).ReviewChanges }));

const RequestReview = lazy(async () => ({ default: (await import("./request-review.tsx")).RequestReview }));

type ReviewCall =
  | { readonly kind: "approve" | "withdraw" }
  /** Without reviewers, everyone who can approve is asked. */
  | { readonly kind: "request"; readonly reviewers: readonly string[] };

const DONE: Readonly<Record<ReviewCall["kind"], string>> = {
  request: t("Review requested"),
  approve: t("Content approved"),
  withdraw: t("Returned to draft"),
};

function useReview() {
  const { store } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const walk = useFocusFirstIssue();
  return useMutation({
    mutationFn: async (call: ReviewCall) => {
      const saved = await store.flush();
      if (call.kind === "request" && store.state().problems.size > 0) return "incomplete";
      if (!saved) return "unsaved";
      const { id, revision } = store.state().server;
      const draft = { params: { id }, query: { app_id: app.id }, revision };
      switch (call.kind) {
        case "request": {
          const query = { ...draft.query, reviewers: call.reviewers.join(",") };
          return api.call("POST /api/contents/:id/review", { ...draft, query });
        }
        case "approve":
          return api.call("POST /api/contents/:id/approve", draft);
        case "withdraw":
          return api.call("DELETE /api/contents/:id/review", draft);
      }
    },
    onSuccess(answer, { kind }) {
      if (answer === "incomplete") {
        announce(t("Review not requested. Fix the issues, then request it again."));
        walk();
        return;
      }
      if (answer === "unsaved") return;
      client.setQueryData(queries.content(api, app.id, answer.id).queryKey, answer);
      store.receive(answer);
      toast.done({ title: DONE[kind] });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t update the review")),
    onSettled: () => void client.invalidateQueries(contentQueryFilter(app.id)),
  });
}

/**
 * In place of the publish button, while the app requires approval. Opens the choice of reviewers, unless no other member
 * can approve.
 */
export function ReviewButton() {
  const { state } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [open, setOpen] = useState<boolean>();
  const [is_opening, setOpening] = useState(false);
  const { mutate, isPending } = useReview();
  const is_waiting = reviewed(state).review === "in_review";
  const send = (reviewers: readonly string[]) => {
    mutate(
      { kind: "request", reviewers },
      { onSettled: () => setOpen((shown) => (shown === undefined ? shown : false)) },
    );
  };
  const start = async (): Promise<void> => {
    setOpening(true);
    const { items } = await client
      .fetchQuery(queries.reviewers(api, app.id, state.server.id))
      .catch(() => ({ items: [] }))
      .finally(() => setOpening(false));
    if (items.length > 0) setOpen(true);
    else send([]);
  };
  return (
    <>
      <Button
        variant={is_waiting ? "secondary" : "primary"}
        busy={isPending || is_opening}
        disabled={is_waiting}
        onClick={() => void start()}
      >
        {is_waiting ? t("Review requested") : t("Request review")}
      </Button>
      {open !== undefined && (
        <Suspense>
          <RequestReview open={open} onOpenChange={setOpen} busy={isPending} onSend={send} />
        </Suspense>
      )}
    </>
  );
}

/** Who requested or approved the review, and what can be done about it. */
export function ReviewBanner() {
  const { state, read_only, may_publish } = useEditor();
  const app = useApp();
  const me = useMe().member.name;
  const { mutate, isPending } = useReview();
  const [sent, setSent] = useState<ReviewCall["kind"]>();
  /** Undefined until the changes were opened once, so that the dialog can animate when it closes. */
  const [shown, setShown] = useState<boolean>();
  const { review, review_request, status, edited, updated_by, live_version } = reviewed(state);
  if (app.review === "off" || review === null || review_request === null) return null;
  if (status === "archived" || (status !== "draft" && !edited)) return null;
  const { requested_by, approved_by, reviewers } = review_request;
  const by = (review === "approved" ? approved_by : requested_by) ?? t("Someone");
  const is_author = app.review === "by_another_member" && updated_by === me;
  const send = (kind: "approve" | "withdraw") => {
    setSent(kind);
    mutate({ kind }, { onSuccess: () => setShown(false) });
  };
  const decision = (
    <>
      {!read_only && (
        <Button size="sm" busy={isPending && sent === "withdraw"} onClick={() => send("withdraw")}>
          {t("Return to draft")}
        </Button>
      )}
      {may_publish && review === "in_review" && !is_author && (
        <Button size="sm" variant="primary" busy={isPending && sent === "approve"} onClick={() => send("approve")}>
          {t("Approve")}
        </Button>
      )}
    </>
  );
  return (
    <StatusBanner
      tone={review === "approved" ? "positive" : "accent"}
      title={REVIEW_LABELS[review].label}
      text={describeReview({
        ...{ by, app: app.name, is_approved: review === "approved", is_author },
        reviewers: reviewers.map(({ name }) => name),
      })}
    >
      {live_version !== null && (
        <Button size="sm" onClick={() => setShown(true)}>
          {t("Show changes")}
        </Button>
      )}
      {decision}
      {live_version !== null && shown !== undefined && (
        <Suspense>
          <Changes open={shown} onOpenChange={setShown} live_version={live_version}>
            {decision}
          </Changes>
        </Suspense>
      )}
    </StatusBanner>
  );
}

interface ReviewText {
  readonly by: string;
  readonly app: string;
  readonly is_approved: boolean;
  /** Whether the reader edited the draft last and can't approve it. */
  readonly is_author: boolean;
  readonly reviewers: readonly string[];
}

function describeReview({ by, app, is_approved, is_author, reviewers }: ReviewText): string {
  const name = by;
  if (is_approved) return t("{name} approved this draft for {app}. Any change returns it to draft.", { name, app });
  if (reviewers.length > 0) {
    return t("{name} asked {reviewers} to review this draft for {app}.", { name, app, reviewers: list(reviewers) });
  }
  return is_author
    ? t("{name} requested a review. You edited this draft last, so another member must approve it.", { name })
    : t("{name} requested a review. Approve the draft so that it can be published in {app}.", { name, app });
}
