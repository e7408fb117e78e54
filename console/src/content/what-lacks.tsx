import type { ContentSummary } from "@fanfare/contract/schema/api";
import { useQuery } from "@tanstack/react-query";
import { draftOf } from "../builder/draft.ts";
import { checkDraft } from "../builder/problems.ts";
import { tabLabel, tabOf } from "../builder/tabs.ts";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { queries } from "../queries.ts";

const TOLD_MAX = 4;

/** What a draft lacks, each with its place: read when somebody wants to know. */
export default function WhatLacks({ content: { id, type, draft_issues } }: { readonly content: ContentSummary }) {
  const { api } = useDoors();
  const { data } = useQuery(queries.content(api, useApp().id, id));
  const problems = data === undefined ? [] : [...checkDraft(draftOf(data))];
  const count = data === undefined ? draft_issues : problems.length;
  return (
    <span className="flex max-w-72 flex-col gap-1 py-0.5">
      <span>
        {tCount(
          count,
          "{n} thing is missing before it can be published",
          "{n} things are missing before it can be published",
        )}
      </span>
      {problems.slice(0, TOLD_MAX).map(([path, what]) => (
        <span key={path} className="font-normal">
          {t("{where}: {what}", { where: placeWords(path, tabLabel(tabOf(path), type)), what })}
        </span>
      ))}
    </span>
  );
}

/** `Steps 2`: the part, by its number, where it is in one. */
function placeWords(path: string, tab: string): string {
  const index = /^body\.\w+\.(\d+)\b/.exec(path)?.[1];
  return index === undefined ? tab : t("{tab}, {n}", { tab, n: Number(index) + 1 });
}
