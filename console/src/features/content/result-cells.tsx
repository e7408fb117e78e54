import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { Link } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

/** Results of an item, as texts. */
export interface ContentResult {
  /** No one saw or completed it. */
  readonly is_empty: boolean;
  readonly people: string;
  readonly people_counted: string;
  readonly views_counted: string;
  /** Share of the people who completed it. */
  readonly share: string;
  readonly completed_counted: string;
}

/** Results by content ID: "none" if they failed to load. Those that are missing are loading. */
export type ResultsOfContent = ReadonlyMap<string, ContentResult | "none">;

export const NO_RESULTS: ResultsOfContent = new Map();
export const ResultsContext = createContext(NO_RESULTS);

interface CellProps {
  readonly content: ContentSummary;
}

/** People who saw it, with a link to its report. */
export function PeopleCell({ content }: CellProps) {
  const { id: app } = useApp();
  const result = useResult(content);
  if (typeof result === "string") return <NoResult loading={result === "loading"} />;
  return (
    <span className="flex min-w-0 flex-col">
      <Link
        to="/$app/analytics"
        params={{ app }}
        search={{ content: content.id }}
        aria-label={t("{people}, view report", { people: result.people_counted })}
        className="relative z-1 w-fit rounded-xs text-ink tabular-nums hover:text-accent-text hover:underline"
      >
        {result.people}
      </Link>
      {!result.is_empty && <span className="truncate text-xs text-ink-3 tabular-nums">{result.views_counted}</span>}
    </span>
  );
}

/** Share and number of people who completed it. */
export function CompletedCell({ content }: CellProps) {
  const result = useResult(content);
  if (typeof result === "string") return <NoResult loading={result === "loading"} />;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="text-ink tabular-nums">{result.share}</span>
      {!result.is_empty && <span className="truncate text-xs text-ink-3 tabular-nums">{result.completed_counted}</span>}
    </span>
  );
}

/** Drafts that no one has seen have none. */
function useResult({ id, status }: ContentSummary): ContentResult | "loading" | "none" {
  const result = useContext(ResultsContext).get(id) ?? "loading";
  return typeof result !== "string" && result.is_empty && status === "draft" ? "none" : result;
}

function NoResult({ loading }: { readonly loading: boolean }) {
  if (loading) return <Skeleton className="h-3.5 w-10" />;
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("No data")}</span>
    </span>
  );
}
