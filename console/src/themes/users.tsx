import type { ThemeDetail } from "@fanfare/contract/schema/theme";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors, useMayEdit } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { toast } from "../ui/toast.tsx";
import { themeQueries, themesAll } from "./queries.ts";

interface ThemeUsersProps {
  readonly theme: ThemeDetail;
  /** It is gone: nothing of it is to be saved any more. */
  readonly onDeleted: () => void;
}

/** Who chooses a theme, which also says whether it can be deleted. */
export function ThemeUsers({ theme, onDeleted }: ThemeUsersProps) {
  const { api } = useDoors();
  const app = useApp();
  const may_edit = useMayEdit();
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(themeQueries.uses(api, theme.id));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const contents = query.data?.contents;
  const kept = theme.is_default || contents?.some(({ live }) => live) === true;

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.deleteTheme(theme.id);
      onDeleted();
      await navigate({ to: "/$app/themes", params: { app: app.id }, replace: true });
      void client.invalidateQueries(themesAll);
      toast.done({ title: t("{name} was deleted", { name: theme.name }) });
    } catch (error) {
      setAsking(false);
      toast.problem(asProblem(error));
      void query.refetch();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-label={t("Who wears it")} className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{t("Who wears it")}</h2>
      {query.isError && <p className="text-sm text-ink-3">{asProblem(query.error).detail}</p>}
      {theme.is_default && <p className="text-sm text-ink-2">{t("All contents that choose no theme.")}</p>}
      {contents?.length === 0 && !theme.is_default && (
        <p className="text-sm text-ink-3">
          {t("Nobody yet. Choose it in the appearance of a content, or make it the default.")}
        </p>
      )}
      <ul className="flex flex-col gap-2 text-sm empty:hidden">
        {contents?.map(({ id, name, live }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link
              to="/$app/content/$id"
              params={{ app: app.id, id }}
              className="rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
            >
              {name}
            </Link>
            <Badge tone={live ? "positive" : "neutral"}>{live ? t("Live##content") : t("In a draft")}</Badge>
          </li>
        ))}
      </ul>
      {may_edit && contents !== undefined && (
        <div className="flex flex-col items-start gap-1.5">
          <Button size="sm" icon={<Trash2 />} disabled={kept} onClick={() => setAsking(true)}>
            {t("Delete theme")}
          </Button>
          {kept && <p className="text-xs text-ink-3">{t("Give what is live another theme first.")}</p>}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Delete {name}?", { name: theme.name })}
        description={t(
          "Drafts and old versions that choose it wear the workspace’s own theme from then on. This cannot be undone.",
        )}
        action={t("Delete theme")}
        busy={busy}
        onConfirm={() => void remove()}
      />
    </section>
  );
}
