import type { FunnelDimension } from "@fanfare/contract/events/funnel";
import type { ContentFunnel } from "@fanfare/contract/schema/responses/analytics/funnel";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { useState } from "react";
import { useParts } from "../../components/content/part-names.ts";
import { saveFile } from "../../lib/api/download.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { weekday } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import { funnelToCsv } from "../../model/rates.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { useContentSelection } from "./content-select.tsx";
import { AddToDashboard } from "./dashboards/add-to-dashboard.tsx";
import { FunnelPartView, Reasons, VariantSteps } from "./funnel-view.tsx";
import { GroupProgressSection } from "./group-progress/group-progress-section.tsx";
import { dayCount } from "./period.ts";
import { PeriodSelect } from "./period-select.tsx";
import { Report } from "./report.tsx";
import { type FunnelNumber, FunnelPeople, type FunnelScope } from "./report-people/funnel-people.tsx";
import type { FunnelUnit } from "./search.ts";
import { SearchesSection } from "./searches/searches-section.tsx";
import { SegmentNote, SegmentSelect } from "./segment-select.tsx";
import { TrendView } from "./trend-view.tsx";
import { useReportSearch } from "./use-report-search.ts";

const ART = <EmptyArt icon={ChartNoAxesColumn} />;

const BY_OPTIONS = [
  { value: "all", label: t("Not grouped") },
  { value: "version", label: t("By version") },
  { value: "variant", label: t("By variant") },
  { value: "locale", label: t("By language") },
] as const;

const UNIT_OPTIONS = [
  { value: "people", label: t("People") },
  { value: "views", label: t("Views") },
] as const;

export function ContentReport() {
  const { api } = useAppContext();
  const app = useApp();
  const { search, range, filters, setSearch } = useReportSearch();
  const choice = useContentSelection(search.content);
  const { chosen, content_id } = choice;
  const funnelBy = (by: FunnelDimension) =>
    apiQuery(api, ["funnel", app.id, content_id, range, by, search.segment], "GET /api/analytics/funnel", {
      query: { app_id: app.id, content_id: content_id ?? "", ...range, by, ...filters.segment },
    });
  const query = useQuery({ ...funnelBy(search.by), enabled: content_id !== undefined });
  const has_variants = search.by === "all" && query.data?.variants.some(isOtherVariant) === true;
  const variants = useQuery({ ...funnelBy("variant"), enabled: has_variants });
  return (
    <Report
      choice={choice}
      onChoose={(content) => setSearch({ content })}
      none={<NoContent />}
      query={query}
      choices={
        <>
          <PeriodSelect value={search} onChange={setSearch} />
          <Segmented
            label={t("Count")}
            value={search.count}
            options={UNIT_OPTIONS}
            onChange={(count) => setSearch({ count })}
            className="max-sm:w-[calc(50%-0.25rem)] max-sm:grow"
          />
          <Select
            label={t("Group by")}
            value={search.by}
            options={BY_OPTIONS}
            onChange={(by) => setSearch({ by })}
            className="h-8 w-[calc(50%-0.25rem)] grow text-sm sm:w-36 sm:grow-0"
          />
          <SegmentSelect value={search.segment} onChange={(segment) => setSearch({ segment })} />
        </>
      }
      actions={
        <AddToDashboard
          chart={{ kind: "content", content_id: content_id ?? "", ...filters.segment }}
          title={chosen?.label ?? ""}
        />
      }
      csv={{
        busy: has_variants && variants.isLoading,
        onClick: (data) => {
          const csv = funnelToCsv(data, has_variants ? variants.data?.parts : undefined);
          saveFile(new Blob([csv], { type: "text/csv" }), `${chosen?.hint ?? "content"}-funnel.csv`);
        },
      }}
      nothing={({ parts, segment }) =>
        parts.length === 0 && <NoViews of_segment={segment !== null} onEveryone={() => setSearch({ segment: "" })} />
      }
    >
      {(funnel) => (
        <Funnel
          funnel={funnel}
          variants={has_variants ? variants : undefined}
          unit={search.count}
          scope={{ content_id: content_id ?? "", by: search.by, ...range, ...filters.segment }}
        />
      )}
    </Report>
  );
}

interface FunnelProps {
  readonly funnel: ContentFunnel;
  /** The same funnel by variant, if people saw variants with steps of their own. */
  readonly variants: UseQueryResult<ContentFunnel> | undefined;
  readonly unit: FunnelUnit;
  readonly scope: FunnelScope;
}

function Funnel({ funnel: { parts, reasons, segment, trend }, variants, unit, scope }: FunnelProps) {
  const { content_id, by, segment_id: _, ...range } = scope;
  const { names, namesIn, type } = useParts(content_id);
  const may_see_people = useCan("person.read");
  const [chosen, setChosen] = useState<FunnelNumber>();
  const [is_open, setOpen] = useState(false);
  const onNumber = (number: FunnelNumber): void => {
    setChosen(number);
    setOpen(true);
  };
  const onPeople = unit === "people" && may_see_people ? onNumber : undefined;
  return (
    <div className="flex flex-col gap-10 px-(--gutter) py-6">
      <p className="-mb-6 text-xs text-ink-3">
        {unit === "people"
          ? t("Each person counts once, with the view that got furthest.")
          : t("Each view counts once, even if its page is reloaded.")}{" "}
        {t("Views that began from {from} to {to}. Days are in UTC.", {
          from: weekday(Date.parse(range.from)),
          to: weekday(Date.parse(range.to) - 1),
        })}{" "}
        {Date.parse(range.to) > Date.now() && t("Today is incomplete.")}{" "}
        {unit === "people" && by !== "all" && t("People can appear in several groups.")}
      </p>
      {segment !== null && <SegmentNote segment={segment} />}
      {parts.map((part) => (
        <FunnelPartView
          key={part.value}
          {...{ content_id, type, part, by, unit }}
          names={by === "variant" ? namesIn(part.value) : names}
          onNumber={onPeople}
          steps={
            variants && (
              <QueryView query={variants} shape={<Skeleton className="h-40" />}>
                {(divided) => (
                  <VariantSteps {...{ content_id, type, unit, namesIn }} parts={divided.parts} onNumber={onPeople} />
                )}
              </QueryView>
            )
          }
        />
      ))}
      <FunnelPeople scope={scope} chosen={chosen} open={is_open} onClose={() => setOpen(false)} />
      <TrendView trend={trend} unit={unit} days={dayCount(range)} />
      <GroupProgressSection content_id={content_id} />
      <SearchesSection content_id={content_id} range={range} />
      {reasons.length > 0 && <Reasons reasons={reasons} unit={unit} />}
    </div>
  );
}

/** The original is variant "a", and has no name in views before the experiment. */
function isOtherVariant(variant: string): boolean {
  return variant !== "" && variant !== "a";
}

function NoContent() {
  const app = useApp();
  return (
    <EmptyState
      art={ART}
      title={t("No data yet")}
      actions={
        <Link to="/$app/content" params={{ app: app.id }} className={buttonClass("primary")}>
          {t("Create content")}
        </Link>
      }
    >
      {t("Publish content to see views, drop-off, and missing targets.")}
    </EmptyState>
  );
}

function NoViews({ of_segment, onEveryone }: { readonly of_segment: boolean; readonly onEveryone: () => void }) {
  return of_segment ? (
    <EmptyState
      art={ART}
      title={t("No views from this segment")}
      actions={<Button onClick={onEveryone}>{t("Show everyone")}</Button>}
    >
      {t("No one currently in this segment saw this content in this period.")}
    </EmptyState>
  ) : (
    <EmptyState art={ART} title={t("No data for this period")}>
      {t("No views in this period. Previews aren’t counted.")}
    </EmptyState>
  );
}
