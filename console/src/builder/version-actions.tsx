import type { Edition } from "@fanfare/contract/content";
import type { VersionSummary } from "@fanfare/contract/schema/api";
import { useMutation } from "@tanstack/react-query";
import { FilePen, History } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { useDoubts } from "../publishing/use-doubts.tsx";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder } from "./context.ts";
import { useTakeIn } from "./publish.tsx";

interface VersionActionsProps {
  readonly version: VersionSummary;
  readonly edition: Edition;
}

/** What can be done with an older edition: make it live again, or go on writing from it. */
export function VersionActions({ version, edition }: VersionActionsProps) {
  const { store, state, dispatch, read_only } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const take = useTakeIn();
  const archived = state.server.status === "archived";
  const published = !archived && version.live_in.some((id) => id === app.id);
  const going_on = version.starts_at === null && !version.paused_in.includes(app.id);
  const { ask, dialog } = useDoubts();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { name, slug } = state.server;
      // Without its id: what would be mended in the editor is the draft, and not this edition.
      const [wanted] = await ask([{ name, draft: { name, slug, edition } }]);
      return wanted === undefined ? "not_yet" : api.rollBack(state.server.id, app.id, version.id);
    },
    onSuccess(answer) {
      if (answer === "not_yet") return;
      take(answer);
      toast.done({
        title: t("Version {n} is live in {app}", { n: version.number, app: app.name }),
        description: t("Your draft is as it was. Open pages change within seconds."),
      });
    },
    onError: (error) => toast.problem(asProblem(error), t("Nothing was changed")),
  });
  if (read_only) return null;
  const edit = (): void => {
    const { draft } = store.state();
    dispatch({ kind: "replace", draft: { ...draft, edition } });
    toast.note({
      title: t("The draft is what version {n} was", { n: version.number }),
      action: { label: t("Undo"), onClick: () => dispatch({ kind: "replace", draft }) },
    });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<History />} busy={isPending} disabled={published || archived} onClick={() => mutate()}>
        {!published ? t("Make it live again") : going_on ? t("Live in {app}", { app: app.name }) : t("Published")}
      </Button>
      <Button icon={<FilePen />} onClick={edit}>
        {t("Use it as the draft")}
      </Button>
      {dialog}
    </div>
  );
}
