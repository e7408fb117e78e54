import { Play } from "lucide-react";
import { useAtOnce } from "../at-once.ts";
import { heldBack } from "../content/holding.ts";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { contentsOf, queries } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Band } from "./band.tsx";
import { useBuilder } from "./context.ts";

/** Holds the content back in the app, or lets it go on: at once and with a way back. */
export function usePausing(): (paused: boolean) => void {
  const { state } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const atOnce = useAtOnce();
  const { id } = state.server;
  const set = (paused: boolean) => () => (paused ? api.pause(id, app.id) : api.resume(id, app.id));
  const said = (paused: boolean) =>
    paused
      ? { title: t("Paused in {app}", { app: app.name }), description: t("Open pages drop it within seconds.") }
      : { title: t("Resumed in {app}", { app: app.name }) };
  return (paused) =>
    void atOnce({
      ...{ shown: queries.content(api, app.id, id), stale: contentsOf(app.id) },
      change: (content) => ({ ...content, ...heldBack(content, paused) }),
      ...{ act: set(paused), done: said(paused), undo: { act: set(!paused), done: said(!paused) } },
      refused: t("Nothing was changed"),
    });
}

/** A band below the header of what is held back: what that means, and the way on. */
export function PausedBand() {
  const { state, read_only } = useBuilder();
  const app = useApp();
  const setPaused = usePausing();
  const { status, edited } = state.server;
  if (status !== "paused") return null;
  return (
    <Band
      title={t("This is paused.")}
      words={
        edited
          ? t("Nobody meets it in {app} until it is resumed, or its changes are published.", { app: app.name })
          : t("Nobody meets it in {app} until it is resumed.", { app: app.name })
      }
    >
      {!read_only && (
        <Button size="sm" icon={<Play />} onClick={() => setPaused(false)}>
          {t("Resume")}
        </Button>
      )}
    </Band>
  );
}
