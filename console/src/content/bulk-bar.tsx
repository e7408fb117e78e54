import type { ContentSummary } from "@fanfare/contract/schema/api";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import type { Selection } from "../bulk/selection.tsx";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import type { ContentSearch } from "./search.ts";
import { useContentDeeds } from "./use-content-deeds.tsx";

interface ContentBulkBarProps {
  readonly selection: Selection<ContentSummary>;
  /** What the list was asked for, from which they are chosen. */
  readonly search: ContentSearch;
}

/** What can be done with several contents at once. */
export function ContentBulkBar({ selection, search }: ContentBulkBarProps) {
  const { deeds, run, under_way, busy, dialog } = useContentDeeds(search, selection.clear);
  const { chosen } = selection;
  return (
    <BulkBar label={t("Selected contents")} selection={selection} under_way={under_way}>
      {deeds.map((deed) => {
        const these = chosen.filter(deed.fits);
        if (these.length === 0) return null;
        return (
          <Button key={deed.name} icon={deed.icon} busy={busy === deed.name} onClick={() => run(deed, these)}>
            {these.length < chosen.length ? deed.labelOfSome(these.length) : deed.label}
          </Button>
        );
      })}
      {dialog}
    </BulkBar>
  );
}
