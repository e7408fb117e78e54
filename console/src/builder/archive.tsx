import { useMutation } from "@tanstack/react-query";
import { ArchiveRestore } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder } from "./context.ts";
import { useTakeIn } from "./publish.tsx";

/** Puts the content away, or brings it back to where it was. */
export function useArchive(): { readonly archive: () => void; readonly restore: () => void; readonly busy: boolean } {
  const { state } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const take = useTakeIn();
  const { id } = state.server;
  const { mutate, isPending } = useMutation({
    mutationFn: (put_away: boolean) => (put_away ? api.archive(id, app.id) : api.restore(id, app.id)),
    onSuccess(answer, put_away) {
      take(answer);
      if (!put_away) {
        toast.done({ title: t("Restored to where it was") });
        return;
      }
      toast.done({
        title: t("Archived"),
        description: t("Nobody meets it any more. Open pages drop it within seconds."),
        action: { label: t("Undo"), onClick: () => mutate(false) },
      });
    },
    onError: (error, put_away) => toast.problem(asProblem(error), t("Nothing was changed"), () => mutate(put_away)),
  });
  return { archive: () => mutate(true), restore: () => mutate(false), busy: isPending };
}

/** A band below the header of what is put away: what that means, and the way back. */
export function ArchiveBand() {
  const { state, read_only } = useBuilder();
  const { restore, busy } = useArchive();
  if (state.server.status !== "archived") return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-caution-soft px-(--gutter) py-2.5 text-sm"
    >
      <p className="min-w-60 flex-1 text-pretty">
        <strong>{t("This is archived.")}</strong> {t("Nobody meets it in any app until it is restored.")}
      </p>
      {!read_only && (
        <Button size="sm" icon={<ArchiveRestore />} busy={busy} onClick={restore}>
          {t("Restore")}
        </Button>
      )}
    </div>
  );
}
