import { Play } from "lucide-react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../../lib/optimistic-update.ts";
import { contentQueryFilter, queries } from "../../../lib/queries/queries.ts";
import { isPaused } from "../../../model/publish/pause-state.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { useEditor } from "../state/editor-context.ts";
import { StatusBanner } from "./status-banner.tsx";

/** Pauses or resumes the content in the app, optimistically and with undo. */
export function usePause(): (paused: boolean) => void {
  const { state } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const { id } = state.server;
  const set = (paused: boolean) => () =>
    paused
      ? api.call("POST /api/contents/:id/pause", { params: { id }, query: { app_id: app.id } })
      : api.call("POST /api/contents/:id/resume", { params: { id }, query: { app_id: app.id } });
  const toastFor = (paused: boolean) =>
    paused
      ? { title: t("Paused in {app}", { app: app.name }), description: t("Disappears from open pages within seconds.") }
      : { title: t("Resumed in {app}", { app: app.name }) };
  return (paused) =>
    void atOnce({
      ...{ shown: queries.content(api, app.id, id), stale: contentQueryFilter(app.id) },
      change: (content) => ({ ...content, ...isPaused(content, paused) }),
      ...{ act: set(paused), done: toastFor(paused), undo: { act: set(!paused), done: toastFor(!paused) } },
      refused: t("Couldn’t update content"),
    });
}

export function PausedBanner() {
  const { state, may_publish } = useEditor();
  const app = useApp();
  const setPaused = usePause();
  const { status, edited } = state.server;
  if (status !== "paused") return null;
  return (
    <StatusBanner
      tone="caution"
      title={t("This content is paused.")}
      text={
        edited
          ? t("Paused content is hidden in {app}. Resume it or publish changes to show it again.", { app: app.name })
          : t("Paused content is hidden in {app}. Resume it to show it again.", { app: app.name })
      }
    >
      {may_publish && (
        <Button size="sm" icon={<Play />} onClick={() => setPaused(false)}>
          {t("Resume")}
        </Button>
      )}
    </StatusBanner>
  );
}
