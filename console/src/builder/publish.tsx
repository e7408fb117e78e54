import { systemClock } from "@fanfare/contract/clock";
import type { Schedule } from "@fanfare/contract/schedule";
import type { PublishResponse } from "@fanfare/contract/schema/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem, contentsOf, queries } from "../queries.ts";
import { ruleQueries } from "../rules/queries.ts";
import { peoplePart } from "../rules/tree.ts";
import { themeQueries } from "../themes/queries.ts";
import { announce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder } from "./context.ts";
import { contrastDoubts } from "./contrast-checks.ts";
import { DoubtsDialog } from "./doubts-dialog.tsx";
import { useProblemWalk } from "./problem-walk.ts";
import { type Doubt, publishDoubts } from "./publish-checks.ts";
import { wallTimeWords } from "./setting-fields.ts";

/** Publishes what is on the screen: saves it first, so that nobody publishes less than they see. */
export function PublishButton() {
  const { store, state } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const walk = useProblemWalk();
  const client = useQueryClient();
  const take = useTakeIn();
  const [doubts, setDoubts] = useState<readonly Doubt[]>();
  /** Who fits the audience now; no answer is no reason to wait. */
  const nobodyFits = async (): Promise<boolean> => {
    const rule = peoplePart(store.state().draft.edition.targeting.audience);
    if (rule === undefined) return false;
    const preview = await client.fetchQuery(ruleQueries.preview(api, app.id, rule)).catch(() => undefined);
    return preview !== undefined && preview.people > 0 && preview.count + preview.unknown === 0;
  };
  /** What some people could not read; as above. */
  const hardToSee = async (): Promise<readonly Doubt[]> => {
    const themes = await client.fetchQuery(themeQueries.all(api)).catch(() => undefined);
    return themes === undefined ? [] : contrastDoubts(store.state().draft.edition, themes.items);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: async (sure: boolean) => {
      setDoubts(undefined);
      const saved = await store.flush();
      if (store.state().problems.size > 0) return "incomplete";
      if (!saved) return "unsaved";
      if (!sure) {
        const found = [
          ...publishDoubts(store.state().draft, systemClock.now()),
          ...(await hardToSee()),
          ...((await nobodyFits()) ? [NOBODY_FITS] : []),
        ];
        if (found.length > 0) return found;
      }
      const { id, revision } = store.state().server;
      return api.publish({ id, app_id: app.id, revision });
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
      if (!("content" in answer)) {
        setDoubts(answer);
        return;
      }
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
        onClick={() => mutate(false)}
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
      <DoubtsDialog doubts={doubts} onClose={() => setDoubts(undefined)} onPublish={() => mutate(true)} />
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

const NOBODY_FITS: Doubt = { words: t("Nobody fits the audience now."), tab: "audience", step: undefined };

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
