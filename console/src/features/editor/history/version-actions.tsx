import type { Edition } from "@fanfare/contract/content/content";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import type { VersionSummary } from "@fanfare/contract/schema/responses/content/content";
import { useMutation } from "@tanstack/react-query";
import { Check, FilePen, History } from "lucide-react";
import { usePublishWarnings } from "../../../components/publish/use-publish-warnings.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { useApplyPublishResponse } from "../publish/publish.tsx";
import { useEditor } from "../state/editor-context.ts";

interface VersionActionsProps {
  readonly version: VersionSummary;
  readonly edition: Edition;
}

/** Publishes an older version again, or restores it to the draft. */
export function VersionActions({ version, edition }: VersionActionsProps) {
  const { store, state, dispatch, read_only, may_publish } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const take = useApplyPublishResponse();
  const archived = state.server.status === "archived";
  const published = !archived && version.live_in.some((id) => id === app.id);
  const { confirmPublish, dialog } = usePublishWarnings();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { id, name } = state.server;
      const [answer] = await confirmPublish([{ id, name, version_id: version.id }]);
      return answer === undefined
        ? "not_yet"
        : api.call("POST /api/contents/:id/rollback", {
            params: { id },
            query: { app_id: app.id },
            body: { version_id: version.id },
          });
    },
    onSuccess(answer) {
      if (answer === "not_yet") return;
      take(answer);
      toast.done({
        title: t("Version {n} published in {app}", { n: version.number, app: app.name }),
        description: t("Open pages update within seconds. Your draft is unchanged."),
      });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t publish version")),
  });
  if (read_only) return null;
  const edit = (): void => {
    const { draft } = store.state();
    dispatch({ kind: "replace", draft: { ...draft, edition } });
    toast.note({
      title: t("Version {n} restored to draft", { n: version.number }),
      action: { label: t("Undo"), onClick: () => dispatch({ kind: "replace", draft }) },
    });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {!published && (
        <Button icon={<History />} busy={isPending} disabled={archived || !may_publish} onClick={() => mutate()}>
          {t("Publish this version")}
        </Button>
      )}
      {sameValue(state.draft.edition, edition) ? (
        <p className="flex h-8 items-center gap-1.5 text-sm text-ink-3">
          <Check aria-hidden="true" className="size-4" />
          {t("Same as the draft")}
        </p>
      ) : (
        <Button icon={<FilePen />} onClick={edit}>
          {t("Restore to draft")}
        </Button>
      )}
      {dialog}
    </div>
  );
}
