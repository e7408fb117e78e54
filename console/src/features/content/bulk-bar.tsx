import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { BulkBar } from "../../components/bulk/bulk-bar.tsx";
import type { Selection } from "../../components/bulk/selection.tsx";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import type { ContentSearch } from "./search.ts";
import { useListActions } from "./use-list-actions.ts";

interface ContentBulkBarProps {
  readonly selection: Selection<ContentSummary>;
  readonly search: ContentSearch;
}

export function ContentBulkBar({ selection, search }: ContentBulkBarProps) {
  const { actions, run, under_way, busy, dialog } = useListActions(search, selection.clear);
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
