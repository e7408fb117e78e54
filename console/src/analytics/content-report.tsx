import { DAY_MS } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { useMemo } from "react";
import { useApp, useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { weekday } from "../language/format.ts";
import { t } from "../language/t.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { ContentChoice, useContentChoice } from "./content-choice.tsx";
import { Part, Reasons } from "./funnel-view.tsx";
import { usePartNames } from "./part-names.ts";
import { funnelAsCsv } from "./rates.ts";
import { Report } from "./report.tsx";
import { SegmentChoice, SegmentNote } from "./segment-choice.tsx";

const route = getRouteApi("/$app/analytics");
const ART = <EmptyArt icon={ChartNoAxesColumn} />;

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
  const names = usePartNames(content_id);
  // Whole days, so that the same question is asked until the day is over.
  const range = useMemo(() => {
    const to = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
    return { from: new Date(to - Number(search.days) * DAY_MS).toISOString(), to: new Date(to).toISOString() };
  }, [search.days]);
  const funnel = useQuery({
    queryKey: ["funnel", app.id, content_id, range, search.by, search.segment],
    queryFn: ({ signal }) =>
      api.funnel(
        {
          ...{ app_id: app.id, content_id: content_id ?? "", ...range, by: search.by },
          segment_id: search.segment === "" ? undefined : search.segment,
        },
        signal,
      ),
    enabled: content_id !== undefined,
  });
  const ask = (change: Partial<typeof search>): void =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false });

  if (choice.failed !== undefined) return <QueryProblem of={choice.failed} />;
  if (choice.none) {
    return (
      <EmptyState
        art={ART}
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
    <Report
      query={funnel}
      choices={
        <>
          <ContentChoice choice={choice} onChange={(content) => ask({ content })} />
          <Select
            label={t("Time")}
            value={search.days}
            options={RANGE_OPTIONS}
            onChange={(days) => ask({ days })}
            className="h-8 w-full text-sm sm:w-40"
          />
          <Segmented
            label={t("Parted by")}
            value={search.by}
            options={BY_OPTIONS}
            onChange={(by) => ask({ by })}
            className="max-sm:w-full"
          />
          <SegmentChoice value={search.segment} onChange={(segment) => ask({ segment })} />
        </>
      }
      onSave={(data) =>
        saveFile(new Blob([funnelAsCsv(data)], { type: "text/csv" }), `${chosen?.hint ?? "content"}-funnel.csv`)
      }
      nothing={({ parts, segment }) =>
        parts.length > 0 ? undefined : segment === null ? (
          <EmptyState art={ART} title={t("Nothing happened in this time")}>
            {t("Nobody saw this content in these days. Previews never count.")}
          </EmptyState>
        ) : (
          <EmptyState
            art={ART}
            title={t("Nobody of this segment")}
            actions={<Button onClick={() => ask({ segment: "" })}>{t("Show everybody")}</Button>}
          >
            {t("Nobody who is in this segment now saw this content in these days.")}
          </EmptyState>
        )
      }
    >
      {({ parts, reasons, segment }) => (
        <div className="flex flex-col gap-10 px-(--gutter) py-6">
          <p className="-mb-6 text-xs text-ink-3">
            {t("{from} to {to}. Days are those of UTC; today is not over.", {
              from: weekday(Date.parse(range.from)),
              to: weekday(Date.parse(range.to) - 1),
            })}
          </p>
          {segment !== null && <SegmentNote segment={segment} />}
          {parts.map((part) => (
            <Part key={part.value} content_id={content_id ?? ""} part={part} by={search.by} names={names} />
          ))}
          {reasons.length > 0 && <Reasons reasons={reasons} />}
        </div>
      )}
    </Report>
  );
}
