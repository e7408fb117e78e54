import { systemClock } from "@fanfare/contract/clock";
import type { Schedule } from "@fanfare/contract/schedule";
import type { PublishResponse } from "@fanfare/contract/schema/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { useDoubts } from "../publishing/use-doubts.tsx";
import { asProblem, contentsOf, queries } from "../queries.ts";
import { announce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder } from "./context.ts";
import { useProblemWalk } from "./problem-walk.ts";
import { wallTimeWords } from "./setting-fields.ts";

/** Publishes what is on the screen: saves it first, so that nobody publishes less than they see. */
export function PublishButton() {
  const { store, state } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const walk = useProblemWalk();
  const client = useQueryClient();
  const take = useTakeIn();
  const { ask, dialog } = useDoubts();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const saved = await store.flush();
      if (store.state().problems.size > 0) return "incomplete";
      if (!saved) return "unsaved";
      const { draft, server } = store.state();
      const { id, revision } = server;
      const [wanted] = await ask([{ id, name: draft.name, draft }]);
      return wanted === undefined ? "not_yet" : api.publish({ id, app_id: app.id, revision });
    },
    onSuccess(answer) {
      if (answer === "incomplete") {
        announce(t("Not published: some fields need your attention."));
        walk();
        return;
      }
      if (answer === "unsaved") {
        announce(t("Not published: your last changes are not saved."));
        return;
      }
      if (answer === "not_yet") return;
      take(answer);
      toast.done({
        title: answer.first ? t("Your first content is live") : t("Live in {app}", { app: app.name }),
        description: whenMet(answer.content.live_version ?? 1, store.state().draft.edition.schedule),
      });
    },
    onError(error) {
      toast.problem(asProblem(error), t("Not published"));
      // Somebody else saved in between: their state is what there is to look at now.
      void client.invalidateQueries(contentsOf(app.id));
    },
  });

  const { status, edited } = state.server;
  const live = status !== "draft" && status !== "archived" && !edited && state.save.kind === "saved";
  return (
    <>
      <Button
        look={live ? "secondary" : "primary"}
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

/** What is published is on open pages at once, unless its schedule begins later. */
function whenMet(n: number, schedule: Schedule | undefined): string {
  const { starts_at, zone = "utc" } = schedule ?? {};
  return starts_at === undefined || Date.parse(`${starts_at}Z`) <= systemClock.now()
    ? t("Version {n} reaches open pages within seconds.", { n })
    : t("Version {n} waits for its schedule: it begins {when}.", { n, when: wallTimeWords(starts_at, zone) });
}

export function useUnpublish(): () => void {
  const { store } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const take = useTakeIn();
  const { mutate } = useMutation({
    mutationFn: () => {
      const { id, revision } = store.state().server;
      return api.unpublish({ id, app_id: app.id, revision });
    },
    onSuccess(answer) {
      take(answer);
      toast.done({
        title: t("No longer live in {app}", { app: app.name }),
        description: t("Open pages drop it within seconds."),
      });
    },
    onError: (error) => toast.problem(asProblem(error), t("Still live"), () => mutate()),
  });
  return () => mutate();
}

/** Puts the answer where everything else looks: the editor, the cache, the list. */
export function useTakeIn(): (answer: PublishResponse) => void {
  const { store } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  return ({ content }) => {
    client.setQueryData(queries.content(api, app.id, content.id).queryKey, content);
    store.receive(content);
    void client.invalidateQueries(contentsOf(app.id));
  };
}
