import { systemClock } from "@fanfare/contract/lib/clock";
import type { PublishResponse } from "@fanfare/contract/schema/responses/content/content";
import type { Schedule } from "@fanfare/contract/targeting/schedule";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { usePublishWarnings } from "../../../components/publish/use-publish-warnings.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { contentQueryFilter, queries } from "../../../lib/queries/queries.ts";
import { toast } from "../../../lib/toast.ts";
import { formatWallTime } from "../../../model/comparison/setting-fields.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Tooltip } from "../../../ui/elements/tooltip.tsx";
import { useEditor } from "../state/editor-context.ts";
import { useFocusFirstIssue } from "../state/focus-first-issue.ts";

/** Saves, then publishes, so that the published version matches the screen. */
export function PublishButton() {
  const { store, state, may_publish } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const walk = useFocusFirstIssue();
  const client = useQueryClient();
  const take = useApplyPublishResponse();
  const { confirmPublish, dialog } = usePublishWarnings();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const saved = await store.flush();
      if (store.state().problems.size > 0) return "incomplete";
      if (!saved) return "unsaved";
      const { draft, server } = store.state();
      const { id, revision } = server;
      const [answer] = await confirmPublish([{ id, name: draft.name }]);
      return answer === undefined
        ? "not_yet"
        : api.call("POST /api/contents/:id/publish", { params: { id }, query: { app_id: app.id }, revision });
    },
    onSuccess(answer) {
      if (answer === "incomplete") {
        announce(t("Not published. Fix the issues, then publish again."));
        walk();
        return;
      }
      if (answer === "unsaved") {
        announce(t("Not published. Your latest changes aren’t saved."));
        return;
      }
      if (answer === "not_yet") return;
      take(answer);
      toast.done({
        title: answer.first ? t("Your first content is live") : t("Published in {app}", { app: app.name }),
        description: describePublishTime(answer.content.live_version ?? 1, store.state().draft.edition.schedule),
      });
    },
    onError(error) {
      toast.problem(asProblem(error), t("Couldn’t publish content"));
      // If another member saved in between, show their state.
      void client.invalidateQueries(contentQueryFilter(app.id));
    },
  });

  const { status, edited } = state.server;
  if (!may_publish) return <PublishDenied />;
  const live = status !== "draft" && status !== "archived" && !edited && state.save.kind === "saved";
  return (
    <>
      <Button
        variant={live ? "secondary" : "primary"}
        busy={isPending}
        disabled={live || status === "archived"}
        icon={live ? <Check /> : undefined}
        onClick={() => mutate()}
      >
        {live ? (
          t("Published")
        ) : status === "draft" ? (
          t("Publish")
        ) : (
          <>
            <span className="max-sm:hidden">{t("Publish changes")}</span>
            <span className="sm:hidden">{t("Publish")}</span>
          </>
        )}
      </Button>
      {dialog}
    </>
  );
}

function PublishDenied() {
  const reason = t("Your role in this app doesn’t include publishing. Ask an owner or admin.");
  return (
    <Tooltip label={reason}>
      <Button disabled aria-description={reason} className="data-disabled:pointer-events-auto!">
        {t("Publish")}
      </Button>
    </Tooltip>
  );
}

/** Content appears on open pages within seconds, unless its schedule starts later. */
function describePublishTime(n: number, schedule: Schedule | undefined): string {
  const { starts_at, zone = "utc" } = schedule ?? {};
  return starts_at === undefined || Date.parse(`${starts_at}Z`) <= systemClock.now()
    ? t("Version {n} reaches open pages within seconds.", { n })
    : t("Version {n} is scheduled to start {when}.", { n, when: formatWallTime(starts_at, zone) });
}

export function useUnpublish(): () => void {
  const { store } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const take = useApplyPublishResponse();
  const { mutate } = useMutation({
    mutationFn: () => {
      const { id } = store.state().server;
      return api.call("POST /api/contents/:id/unpublish", { params: { id }, query: { app_id: app.id } });
    },
    onSuccess(answer) {
      take(answer);
      toast.done({
        title: t("Unpublished in {app}", { app: app.name }),
        description: t("Disappears from open pages within seconds."),
      });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t unpublish content"), () => mutate()),
  });
  return () => mutate();
}

/** Applies a publish response to the editor, the cache, and the list. */
export function useApplyPublishResponse(): (answer: PublishResponse) => void {
  const { store } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  return ({ content }) => {
    client.setQueryData(queries.content(api, app.id, content.id).queryKey, content);
    store.receive(content);
    void client.invalidateQueries(contentQueryFilter(app.id));
  };
}
