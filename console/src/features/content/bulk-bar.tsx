import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { BulkBar } from "../../components/bulk/bulk-bar.tsx";
import type { Selection } from "../../components/bulk/selection.tsx";
import { optimisticList } from "../../components/content/optimistic-list.ts";
import { useContentActions } from "../../components/content/use-content-actions.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { Button } from "../../ui/elements/button.tsx";
import { contentQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

interface ContentBulkBarProps {
  readonly selection: Selection<ContentSummary>;
  readonly search: ContentSearch;
}

export function ContentBulkBar({ selection, search }: ContentBulkBarProps) {
  const context = useAppContext();
  const app = useApp();
  const { queryKey } = queries.contents(context.api, contentQuery(app.id, search));
  const list = optimisticList(context, app.id, { queryKey, by_status: search.status !== "all" });
  const { actions, run, under_way, busy, dialog } = useContentActions(list, selection.clear);
  const { selected } = selection;
  return (
    <BulkBar label={t("Selected content")} selection={selection} under_way={under_way}>
      {actions.map((action) => {
        const fitting = selected.filter(action.fits);
        if (fitting.length === 0) return null;
        return (
          <Button key={action.name} icon={action.icon} busy={busy === action.name} onClick={() => run(action, fitting)}>
            {fitting.length < selected.length ? action.labelOfSome(fitting.length) : action.label}
          </Button>
        );
      })}
      {dialog}
    </BulkBar>
  );
}
