import { DAY_MS } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChartNoAxesColumn, Download } from "lucide-react";
import { useMemo } from "react";
import { useApp, useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { Skeleton, useSlow } from "../ui/skeleton.tsx";
import { ContentChoice, useContentChoice } from "./content-choice.tsx";
import { Part, Reasons } from "./funnel-view.tsx";
import { funnelAsCsv } from "./rates.ts";

const route = getRouteApi("/$app/analytics");

const RANGE_OPTIONS = [
  { value: "7", label: t("Last 7 days") },
  { value: "30", label: t("Last 30 days") },
  { value: "90", label: t("Last 90 days") },
  { value: "365", label: t("Last 365 days") },
] as const;
const BY_OPTIONS = [
  { value: "all", label: t("All") },
  { value: "version", label: t("Version") },
  { value: "variant", label: t("Variant") },
  { value: "locale", label: t("Language") },
] as const;

/** What became of one content: how many saw it, went on, finished or sent it away, and where its targets failed. */
export function ContentReport() {
  const { api } = useDoors();
  const app = useApp();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const choice = useContentChoice(search.content);
  const { chosen, content_id } = choice;
  // Whole days, so that the same question is asked until the day is over.
  const range = useMemo(() => {
    const to = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
    return { from: new Date(to - Number(search.days) * DAY_MS).toISOString(), to: new Date(to).toISOString() };
  }, [search.days]);
  const funnel = useQuery({
    queryKey: ["funnel", app.id, content_id, range, search.by],
    queryFn: ({ signal }) =>
      api.funnel({ app_id: app.id, content_id: content_id ?? "", ...range, by: search.by }, signal),
    enabled: content_id !== undefined,
  });
  const slow = useSlow(funnel.isLoading);
  const ask = (change: Partial<typeof search>): void =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false });
  const { data } = funnel;

  if (choice.none) {
    return (
      <EmptyState
        art={<Art />}
        title={t("There is nothing to measure yet")}
        actions={
          <Link to="/$app/content" params={{ app: app.id }} className={buttonClass("primary")}>
            {t("Make something")}
          </Link>
        }
      >
        {t(
          "Once a content is published, you see here how many saw it, where they stopped, and whether its targets were found.",
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) py-3">
        <ContentChoice choice={choice} onChange={(content) => ask({ content })} />
        <Select
          label={t("Time")}
          value={search.days}
          options={RANGE_OPTIONS}
          onChange={(days) => ask({ days })}
          className="w-full sm:w-40"
        />
        <Segmented
          label={t("Parted by")}
          value={search.by}
          options={BY_OPTIONS}
          onChange={(by) => ask({ by })}
          className="max-sm:w-full"
        />
        <Button
          icon={<Download />}
          disabled={data === undefined || data.parts.length === 0}
          onClick={() =>
            data !== undefined &&
            saveFile(new Blob([funnelAsCsv(data)], { type: "text/csv" }), `${chosen?.hint ?? "content"}-funnel.csv`)
          }
          className="sm:ms-auto"
        >
          CSV
        </Button>
      </div>
      {funnel.isError && data === undefined ? (
        <ProblemNotice
          problem={asProblem(funnel.error)}
          retrying={funnel.isFetching}
          onRetry={() => void funnel.refetch()}
        />
      ) : data === undefined ? (
        slow && <Skeleton className="mx-(--gutter) mt-6 h-40" />
      ) : data.parts.length === 0 ? (
        <EmptyState art={<Art />} title={t("Nothing happened in this time")}>
          {t("Nobody saw this content in these days. Previews never count.")}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-10 px-(--gutter) py-6">
          {data.parts.map((part) => (
            <Part key={part.value} part={part} by={search.by} />
          ))}
          {data.reasons.length > 0 && <Reasons reasons={data.reasons} />}
        </div>
      )}
    </>
  );
}

function Art() {
  return (
    <span className="grid size-11 place-items-center rounded-full bg-fill text-ink-3">
      <ChartNoAxesColumn className="size-5" />
    </span>
  );
}
