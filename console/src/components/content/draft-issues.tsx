import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { draftFrom } from "../../model/draft/draft.ts";
import { validateDraft } from "../../model/draft/problems.ts";
import { tabForPath, tabLabel } from "../../model/draft/tabs.ts";

const ISSUES_SHOWN_MAX = 4;

/** Lists a draft's issues with their locations. Loaded on demand. */
export default function DraftIssues({ content: { id, type, draft_issues } }: { readonly content: ContentSummary }) {
  const { api } = useAppContext();
  const { data } = useQuery(queries.content(api, useApp().id, id));
  const problems = data === undefined ? [] : [...validateDraft(draftFrom(data))];
  const count = data === undefined ? draft_issues : problems.length;
  return (
    <span className="flex max-w-72 flex-col gap-1 py-0.5">
      <span>{tCount(count, "{n} issue to fix before publishing", "{n} issues to fix before publishing")}</span>
      {problems.slice(0, ISSUES_SHOWN_MAX).map(([path, what]) => (
        <span key={path} className="font-normal">
          {t("{where}: {what}", { where: describeLocation(path, tabLabel(tabForPath(path), type)), what })}
        </span>
      ))}
    </span>
  );
}

/** `Steps 2`: the tab, with the number of the part if the issue is in one. */
function describeLocation(path: string, tab: string): string {
  const index = /^body\.\w+\.(\d+)\b/.exec(path)?.[1];
  return index === undefined ? tab : t("{tab}, {n}", { tab, n: Number(index) + 1 });
}
