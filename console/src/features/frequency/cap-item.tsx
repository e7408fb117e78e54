import type { CapGroupDetail } from "@fanfare/contract/schema/responses/people/segment";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown, Pencil, Timer, Trash2 } from "lucide-react";
import { useState } from "react";
import { Activity } from "../../components/audit/activity.tsx";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withoutItem } from "../../lib/optimistic-update.ts";
import { frequencyQueries } from "../../lib/queries/frequency.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { CapDialog } from "./cap-dialog.tsx";
import { describeCover, describeLimit, toCap, toCapForm } from "./cap-form.ts";

export function CapItem({ cap }: { readonly cap: CapGroupDetail }) {
  const { api } = useAppContext();
  const atOnce = useOptimisticUpdate();
  const may_edit = useCan("segment.write");
  const [changing, setChanging] = useState(false);
  const { id, name, covers } = cap;
  const remove = (): void =>
    void atOnce({
      shown: frequencyQueries.caps(api),
      change: (list) => withoutItem(list, id),
      act: () => api.call("DELETE /api/cap-groups/:id", { params: { id } }),
      done: {
        title: t("{name} deleted", { name }),
        description: t("Content is no longer limited together. Each item’s own frequency still applies."),
      },
      undo: {
        // Nothing refers to a cap by its ID.
        act: () => api.call("POST /api/cap-groups", { body: toCap(toCapForm(cap)) }),
        done: { title: t("{name} restored", { name }) },
      },
      refused: t("Couldn’t delete frequency cap"),
    });
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line px-(--gutter) py-3.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2 max-sm:hidden [&_svg]:size-4">
        <Timer />
      </span>
      <div className="flex min-w-52 flex-1 flex-col gap-0.5 sm:-ms-3">
        <h3 className="text-base font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </h3>
        <p className="text-sm text-ink-2">{describeLimit(cap)}</p>
      </div>
      <div className="flex min-w-52 flex-1 flex-col gap-0.5">
        <p className="text-sm text-ink wrap-anywhere">{describeCover(covers)}</p>
        <CapUses cap={cap} />
      </div>
      {may_edit && (
        <div className="flex gap-1">
          <Activity of={{ resource_type: "cap_group", resource_id: id }} name={name} />
          <IconButton label={t("Edit {name}", { name })} onClick={() => setChanging(true)}>
            <Pencil />
          </IconButton>
          <IconButton label={t("Delete {name}", { name })} onClick={remove}>
            <Trash2 />
          </IconButton>
        </div>
      )}
      <CapDialog cap={cap} open={changing} onOpenChange={setChanging} />
    </li>
  );
}

/** Content that counts toward the cap. */
function CapUses({ cap: { id, revision } }: { readonly cap: CapGroupDetail }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(frequencyQueries.capUses(api, app.id, id, revision));
  if (query.isError) {
    return (
      <p className="text-xs text-ink-3">
        <ServerText text={asProblem(query.error).detail} />
      </p>
    );
  }
  const contents = query.data?.contents;
  // Reserves the line while loading.
  if (contents === undefined) return <p className="text-xs text-ink-3">…</p>;
  if (contents.length === 0) return <p className="text-xs text-ink-3">{t("Covers no content yet")}</p>;
  return (
    <details className="group text-xs">
      <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-xs text-ink-2 hover:text-ink">
        {tCount(contents.length, "Covers {n} item", "Covers {n} items")}
        <ChevronDown className="size-3.5 text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="mt-2 flex flex-col gap-1.5 text-sm">
        {contents.map(({ id: content, name, live }) => (
          <li key={content} className="flex flex-wrap items-center gap-2">
            <Link
              to="/$app/content/$id"
              params={{ app: app.id, id: content }}
              className="rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
            >
              <bdi>{name}</bdi>
            </Link>
            <Badge tone={live ? "positive" : "neutral"}>{live ? t("Live##content") : t("Draft")}</Badge>
          </li>
        ))}
      </ul>
    </details>
  );
}
