import { limits } from "@fanfare/contract/limits";
import type { ContentResults } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { lastDays } from "../../lib/day-range.ts";
import { formatRate, number } from "../../lib/i18n/format.ts";
import { tCount } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import type { ContentResult, ResultsOfContent } from "./result-cells.tsx";

/** Days of the columns, as in the report that they lead to. */
const DAYS = 30;

interface ResultsProps {
  /** Loaded rows. */
  readonly rows: readonly ContentSummary[];
  readonly onResults: (add: (known: ResultsOfContent) => ResultsOfContent) => void;
}

/** Loads the results of rows, with one request for each part of them. Draws nothing. */
export default function Results({ rows, onResults }: ResultsProps) {
  const parts = useMemo(() => partsOf(rows), [rows]);
  return parts.map((content_ids) => <Part key={content_ids} content_ids={content_ids} onResults={onResults} />);
}

function Part({ content_ids, onResults }: { readonly content_ids: string } & Pick<ResultsProps, "onResults">) {
  const { api } = useAppContext();
  const app = useApp();
  const range = lastDays(DAYS, Date.now());
  const { data, isPending } = useQuery(
    apiQuery(api, ["content-results", app.id, content_ids, range], "GET /api/analytics/contents", {
      query: { app_id: app.id, content_ids, ...range },
    }),
  );
  useEffect(() => {
    if (isPending) return;
    const items = data?.items.map((item) => [item.content_id, present(item)] as const);
    // Rows of a request that failed have none.
    const none = content_ids.split(",").map((id) => [id, "none"] as const);
    onResults((known) => new Map<string, ContentResult | "none">([...known, ...(items ?? none)]));
  }, [data, isPending, content_ids, onResults]);
  return null;
}

function present({ started, people }: ContentResults["items"][number]): ContentResult {
  return {
    is_empty: started + people.completed === 0,
    people: number(people.started),
    people_counted: tCount(people.started, "{n} person", "{n} people"),
    views_counted: tCount(started, "{n} view", "{n} views"),
    share: formatRate(people.completed, people.started),
    completed_counted: tCount(people.completed, "{n} person", "{n} people"),
  };
}

/** IDs of the rows in parts that a request takes. Sorted, so that another order of the same rows asks nothing. */
function partsOf(rows: readonly ContentSummary[]): readonly string[] {
  const size = limits.results_contents_max;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows
      .slice(part * size, (part + 1) * size)
      .map(({ id }) => id)
      .sort()
      .join(","),
  );
}
