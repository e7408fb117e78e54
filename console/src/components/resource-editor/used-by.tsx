import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import type { EditorList } from "./editor-frame.tsx";

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
  readonly name: string;
  readonly query: UseQueryResult<Uses>;
  readonly notes: ReactNode;
  /** Why it can't be deleted. Undefined if it can. */
  readonly kept_because: string | undefined;
  readonly delete_label: string;
  /** Effect of the deletion on other resources. */
  readonly consequence: string;
  /** Deletes with undo. Resolves to whether the resource was deleted. */
  readonly remove: (labels: RemovalLabels) => Promise<boolean>;
  /** Runs after the deletion. Unsaved changes no longer matter. */
  readonly onDeleted: () => void;
  readonly list: EditorList;
}

/** Messages after a deletion and after its undo. */
export interface RemovalLabels {
  readonly done: { readonly title: string; readonly description: string };
  readonly back: { readonly title: string };
}

const LINK = "rounded-xs font-medium text-accent-text hover:underline wrap-anywhere";

export function UsedBy(props: UsedByProps) {
  const { title, name, query, notes, kept_because, delete_label, consequence, remove, onDeleted, list } = props;
  const app = useApp();
  const may_edit = useCan("segment.write");
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const leave = async (): Promise<void> => {
    setBusy(true);
    const gone = await remove({
      done: { title: t("{name} deleted", { name }), description: consequence },
      back: { title: t("{name} restored", { name }) },
    });
    setBusy(false);
    if (!gone) return void query.refetch();
    onDeleted();
    await navigate({ to: list, params: { app: app.id }, replace: true });
  };

  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      {query.isError && (
        <p className="text-sm text-ink-3">
          <ServerText text={asProblem(query.error).detail} />
        </p>
      )}
      {notes}
      <ul className="flex flex-col gap-2 text-sm empty:hidden">
        {query.data?.contents.map(({ id, name: content, live }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link to="/$app/content/$id" params={{ app: app.id, id }} className={LINK}>
              <bdi>{content}</bdi>
            </Link>
            <Badge tone={live ? "positive" : "neutral"}>{live ? t("Live##content") : t("Draft")}</Badge>
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
          <Button
            size="sm"
            icon={<Trash2 />}
            busy={busy}
            disabled={kept_because !== undefined}
            onClick={() => void leave()}
          >
            {delete_label}
          </Button>
          {kept_because !== undefined && <p className="text-xs text-ink-3">{kept_because}</p>}
        </div>
      )}
    </section>
  );
}
