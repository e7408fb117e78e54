import type { CelebrationSummary } from "@fanfare/contract/schema/run";
import { inEachPart, useAtOnce, withChanged, without } from "../at-once.ts";
import { heldBack } from "../content/holding.ts";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import type { useDoubts } from "../publishing/use-doubts.tsx";
import { contentsOf } from "../queries.ts";
import { celebrationQueries } from "./queries.ts";

/** What can be done with a celebration in the list: at once, and taken back. */
export function useCelebrationDeeds(celebration: CelebrationSummary, ask: ReturnType<typeof useDoubts>["ask"]) {
  const { id, name, revision, status } = celebration;
  const { api } = useDoors();
  const app = useApp();
  const atOnce = useAtOnce();
  const at = { id, app_id: app.id, revision };
  const of_list = { shown: celebrationQueries.list(api, app.id), stale: contentsOf(app.id) };
  const backWords = { title: t("{name} is back", { name }) };
  const words = (live: boolean) => ({
    title: live ? t("{name} is live in {app}", { name, app: app.name }) : t("{name} is no longer live", { name }),
  });
  const set = (live: boolean): Promise<unknown> => (live ? api.publish(at) : api.unpublish(at));
  const hold = (paused: boolean) => () => (paused ? api.pause(id, app.id) : api.resume(id, app.id));
  const heldWords = (paused: boolean) => ({
    title: paused ? t("{name} is paused", { name }) : t("{name} is resumed", { name }),
  });
  return {
    async setLive(live: boolean): Promise<void> {
      if (live && (await ask([celebration])).length === 0) return;
      // Only what is live as it was written, or was never live, is by its other state as it was.
      const undoable = status !== "changed" && status !== "paused";
      void atOnce({
        ...of_list,
        change: (list) => inEachPart(list, (part) => withChanged(part, id, { status: live ? "live" : "draft" })),
        act: () => set(live),
        done: words(live),
        ...(undoable ? { undo: { act: () => set(!live), done: words(!live) } } : {}),
      });
    },
    setPaused(paused: boolean): void {
      void atOnce({
        ...of_list,
        change: (list) => inEachPart(list, (part) => withChanged(part, id, heldBack(celebration, paused))),
        ...{ act: hold(paused), done: heldWords(paused), undo: { act: hold(!paused), done: heldWords(!paused) } },
      });
    },
    archive(): void {
      void atOnce({
        ...of_list,
        change: (list) => inEachPart(list, (part) => without(part, id)),
        act: () => api.archive(id, app.id),
        done: { title: t("{name} was archived", { name }), description: t("It is not thrown any more.") },
        undo: { act: () => api.restore(id, app.id), done: backWords },
      });
    },
  };
}
