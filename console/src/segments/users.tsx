import type { Segment } from "@fanfare/contract/schema/segment";
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
import { ServerWords } from "../ui/server-words.tsx";
import { toast } from "../ui/toast.tsx";
import { segmentQueries, segmentsAll } from "./queries.ts";

interface SegmentUsersProps {
  readonly segment: Segment;
  /** It is gone: nothing of it is to be saved any more. */
  readonly onDeleted: () => void;
}

/** Who asks for a segment, which also says whether it can be deleted. */
export function SegmentUsers({ segment, onDeleted }: SegmentUsersProps) {
  const { api } = useDoors();
  const app = useApp();
  const may_edit = useMayEdit();
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(segmentQueries.uses(api, segment.id));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const uses = query.data;
  const kept = uses !== undefined && (uses.segments.length > 0 || uses.contents.some(({ live }) => live));

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.deleteSegment(segment.id);
      onDeleted();
      await navigate({ to: "/$app/segments", params: { app: app.id }, replace: true });
      void client.invalidateQueries(segmentsAll);
      toast.done({ title: t("{name} was deleted", { name: segment.name }) });
    } catch (error) {
      setAsking(false);
      toast.problem(asProblem(error));
      void query.refetch();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-label={t("Where it is used")} className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">{t("Where it is used")}</h2>
      {query.isError && (
        <p className="text-sm text-ink-3">
          <ServerWords text={asProblem(query.error).detail} />
        </p>
      )}
      {uses !== undefined && uses.segments.length + uses.contents.length === 0 && (
        <p className="text-sm text-ink-3">
          {t("Nowhere yet. Choose it in the audience of a content, or for a live update.")}
        </p>
      )}
      {uses !== undefined && (
        <ul className="flex flex-col gap-2 text-sm empty:hidden">
          {uses.contents.map(({ id, name, live }) => (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <Link
                to="/$app/content/$id"
                params={{ app: app.id, id }}
                className="rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
              >
                <bdi>{name}</bdi>
              </Link>
              <Badge tone={live ? "positive" : "neutral"}>{live ? t("Live##content") : t("In a draft")}</Badge>
            </li>
          ))}
          {uses.segments.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <Link
                to="/$app/segments/$id"
                params={{ app: app.id, id }}
                className="rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
              >
                <bdi>{name}</bdi>
              </Link>
              <Badge>{t("Segment")}</Badge>
            </li>
          ))}
        </ul>
      )}
      {may_edit && uses !== undefined && (
        <div className="flex flex-col items-start gap-1.5">
          <Button size="sm" icon={<Trash2 />} disabled={kept} onClick={() => setAsking(true)}>
            {t("Delete segment")}
          </Button>
          {kept && (
            <p className="text-xs text-ink-3">
              {t("What is live, and other segments, ask for it: change them first.")}
            </p>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Delete {name}?", { name: segment.name })}
        description={t(
          "Drafts that ask for it cannot be published until they ask for something else. This cannot be undone.",
        )}
        action={t("Delete segment")}
        busy={busy}
        onConfirm={() => void remove()}
      />
    </section>
  );
}
