import type { App, ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { REVIEW_LABELS } from "../../../components/content/content-status.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useMe } from "../../../lib/app-context.ts";
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

type ReviewCall = "request" | "approve" | "withdraw";

const CALLS = {
  request: "POST /api/contents/:id/review",
  approve: "POST /api/contents/:id/approve",
  withdraw: "DELETE /api/contents/:id/review",
} as const;

const DONE: Readonly<Record<ReviewCall, string>> = {
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
      if (call === "request" && store.state().problems.size > 0) return "incomplete";
      if (!saved) return "unsaved";
      const { id, revision } = store.state().server;
      return api.call(CALLS[call], { params: { id }, query: { app_id: app.id }, revision });
    },
    onSuccess(answer, call) {
      if (answer === "incomplete") {
        announce(t("Review not requested. Fix the issues, then request it again."));
        walk();
        return;
      }
      if (answer === "unsaved") return;
      client.setQueryData(queries.content(api, app.id, answer.id).queryKey, answer);
      store.receive(answer);
      toast.done({ title: DONE[call] });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t update the review")),
    onSettled: () => void client.invalidateQueries(contentQueryFilter(app.id)),
  });
}

/** In place of the publish button, while the app requires approval. */
export function ReviewButton() {
  const { state } = useEditor();
  const { mutate, isPending } = useReview();
  const is_waiting = reviewed(state).review === "in_review";
  return (
    <Button
      variant={is_waiting ? "secondary" : "primary"}
      busy={isPending}
      disabled={is_waiting}
      onClick={() => mutate("request")}
    >
      {is_waiting ? t("Review requested") : t("Request review")}
    </Button>
  );
}

/** Who requested or approved the review, and what can be done about it. */
export function ReviewBanner() {
  const { state, read_only, may_publish } = useEditor();
  const app = useApp();
  const me = useMe().member.name;
  const { mutate, isPending } = useReview();
  const [sent, setSent] = useState<ReviewCall>();
  /** Undefined until the changes were opened once, so that the dialog can animate when it closes. */
  const [shown, setShown] = useState<boolean>();
  const { review, review_request, status, edited, updated_by, live_version } = reviewed(state);
  if (app.review === "off" || review === null || review_request === null) return null;
  if (status === "archived" || (status !== "draft" && !edited)) return null;
  const { requested_by, approved_by } = review_request;
  const by = (review === "approved" ? approved_by : requested_by) ?? t("Someone");
  const is_author = app.review === "by_another_member" && updated_by === me;
  const send = (call: ReviewCall) => {
    setSent(call);
    mutate(call, { onSuccess: () => setShown(false) });
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
      text={
        review === "approved"
          ? t("{name} approved this draft for {app}. Any change returns it to draft.", { name: by, app: app.name })
          : is_author
            ? t("{name} requested a review. You edited this draft last, so another member must approve it.", {
                name: by,
              })
            : t("{name} requested a review. Approve the draft so that it can be published in {app}.", {
                ...{ name: by, app: app.name },
              })
      }
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
