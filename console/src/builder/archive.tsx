import { useMutation } from "@tanstack/react-query";
import { ArchiveRestore } from "lucide-react";
import { useAtOnce } from "../at-once.ts";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem, contentsOf, queries } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { Band } from "./band.tsx";
import { useBuilder } from "./context.ts";
import { useTakeIn } from "./publish.tsx";

interface Archiving {
  readonly archive: () => void;
  readonly restore: () => void;
  readonly busy: boolean;
}

/** Puts the content away, at once and with a way back, or brings it back to where it was. */
export function useArchive(): Archiving {
  const { state } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const take = useTakeIn();
  const atOnce = useAtOnce();
  const { id } = state.server;
  const back = { title: t("Restored to where it was") };
  // Where that is the server knows: it is not shown before.
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.restore(id, app.id),
    onSuccess(answer) {
      take(answer);
      toast.done(back);
    },
    onError: (error) => toast.problem(asProblem(error), t("Nothing was changed"), () => mutate()),
  });
  const archive = (): void =>
    void atOnce({
      ...{ shown: queries.content(api, app.id, id), stale: contentsOf(app.id) },
      change: (content) => ({ ...content, status: "archived" as const }),
      act: () => api.archive(id, app.id),
      done: {
        title: t("Archived"),
        description: t("Nobody meets it any more. Open pages drop it within seconds."),
      },
      undo: { act: () => api.restore(id, app.id), done: back },
      refused: t("Nothing was changed"),
    });
  return { archive, restore: () => mutate(), busy: isPending };
}

/** A band below the header of what is put away: what that means, and the way back. */
export function ArchiveBand() {
  const { state, read_only } = useBuilder();
  const { restore, busy } = useArchive();
  if (state.server.status !== "archived") return null;
  return (
    <Band title={t("This is archived.")} words={t("Nobody meets it in any app until it is restored.")}>
      {!read_only && (
        <Button size="sm" icon={<ArchiveRestore />} busy={busy} onClick={restore}>
          {t("Restore")}
        </Button>
      )}
    </Band>
  );
}
