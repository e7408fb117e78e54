import { type QueryKey, type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useApp, useMayEdit } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ServerWords } from "../ui/server-words.tsx";
import { toast } from "../ui/toast.tsx";
import type { EditorList } from "./frame.tsx";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Uses {
  readonly contents: readonly (Named & { readonly live: boolean })[];
  readonly segments?: readonly Named[];
}

interface UsedByProps {
  readonly title: string;
  /** What is asked about, by name. */
  readonly name: string;
  readonly query: UseQueryResult<Uses>;
  /** Said before the list, where there is something to say. */
  readonly notes: ReactNode;
  /** Why it cannot be deleted now; undefined where it can. */
  readonly kept_because: string | undefined;
  readonly delete_label: string;
  /** What deleting it changes elsewhere. */
  readonly consequence: string;
  readonly remove: () => Promise<unknown>;
  /** It is gone, and nothing of it is to be saved any more. */
  readonly onDeleted: () => void;
  /** Where to go then, and what is to be asked for again. */
  readonly list: EditorList;
  readonly stale: { readonly queryKey: QueryKey };
}

const LINK = "rounded-xs font-medium text-accent-text hover:underline wrap-anywhere";

/** Who uses something of the workspace, which also says whether it can be deleted; and deleting it. */
export function UsedBy(props: UsedByProps) {
  const { title, name, query, notes, kept_because, delete_label, consequence, remove, onDeleted, list, stale } = props;
  const app = useApp();
  const may_edit = useMayEdit();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await remove();
      onDeleted();
      await navigate({ to: list, params: { app: app.id }, replace: true });
      void client.invalidateQueries(stale);
      toast.done({ title: t("{name} was deleted", { name }) });
    } catch (error) {
      setAsking(false);
      toast.problem(asProblem(error));
      void query.refetch();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      {query.isError && (
        <p className="text-sm text-ink-3">
          <ServerWords text={asProblem(query.error).detail} />
        </p>
      )}
      {notes}
      <ul className="flex flex-col gap-2 text-sm empty:hidden">
        {query.data?.contents.map(({ id, name: content, live }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link to="/$app/content/$id" params={{ app: app.id, id }} className={LINK}>
              <bdi>{content}</bdi>
            </Link>
            <Badge tone={live ? "positive" : "neutral"}>{live ? t("Live##content") : t("In a draft")}</Badge>
          </li>
        ))}
        {query.data?.segments?.map(({ id, name: segment }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link to="/$app/segments/$id" params={{ app: app.id, id }} className={LINK}>
              <bdi>{segment}</bdi>
            </Link>
            <Badge>{t("Segment")}</Badge>
          </li>
        ))}
      </ul>
      {may_edit && query.data !== undefined && (
        <div className="flex flex-col items-start gap-1.5">
          <Button size="sm" icon={<Trash2 />} disabled={kept_because !== undefined} onClick={() => setAsking(true)}>
            {delete_label}
          </Button>
          {kept_because !== undefined && <p className="text-xs text-ink-3">{kept_because}</p>}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Delete {name}?", { name })}
        description={consequence}
        action={delete_label}
        busy={busy}
        onConfirm={() => void confirm()}
      />
    </section>
  );
}
