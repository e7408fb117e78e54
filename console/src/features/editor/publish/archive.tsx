import { useMutation } from "@tanstack/react-query";
import { ArchiveRestore } from "lucide-react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../../lib/optimistic-update.ts";
import { contentQueryFilter, queries } from "../../../lib/queries/queries.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { useEditor } from "../state/editor-context.ts";
import { useApplyPublishResponse } from "./publish.tsx";
import { StatusBanner } from "./status-banner.tsx";

interface ArchiveActions {
  readonly archive: () => void;
  readonly restore: () => void;
  readonly busy: boolean;
}

/** Archives the content optimistically with undo, or restores it. */
export function useArchive(): ArchiveActions {
  const { state } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const take = useApplyPublishResponse();
  const atOnce = useOptimisticUpdate();
  const { id } = state.server;
  const back = { title: t("Content restored") };
  // Not optimistic: only the server can tell which status it returns to.
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call("POST /api/contents/:id/restore", { params: { id }, query: { app_id: app.id } }),
    onSuccess(answer) {
      take(answer);
      toast.done(back);
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t update content"), () => mutate()),
  });
  const archive = (): void =>
    void atOnce({
      ...{ shown: queries.content(api, app.id, id), stale: contentQueryFilter(app.id) },
      change: (content) => ({ ...content, status: "archived" as const }),
      act: () => api.call("POST /api/contents/:id/archive", { params: { id }, query: { app_id: app.id } }),
      done: {
        title: t("Content archived"),
        description: t("Disappears from open pages within seconds."),
      },
      undo: {
        act: () => api.call("POST /api/contents/:id/restore", { params: { id }, query: { app_id: app.id } }),
        done: back,
      },
      refused: t("Couldn’t update content"),
    });
  return { archive, restore: () => mutate(), busy: isPending };
}

export function ArchivedBanner() {
  const { state, may_publish } = useEditor();
  const { restore, busy } = useArchive();
  if (state.server.status !== "archived") return null;
  return (
    <StatusBanner
      tone="caution"
      title={t("This content is archived.")}
      text={t("Archived content is hidden in all apps. Restore it to edit or publish.")}
    >
      {may_publish && (
        <Button size="sm" icon={<ArchiveRestore />} busy={busy} onClick={restore}>
          {t("Restore")}
        </Button>
      )}
    </StatusBanner>
  );
}
