import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { EventFunnel } from "@fanfare/contract/schema/responses/analytics/event-funnel";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Filter } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { celebrationQueries } from "../../../lib/queries/celebrations.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { formatRate, formatWait } from "../../../model/rates.ts";
import { cx } from "../../../ui/cx.ts";
import { ChartLegend } from "../../../ui/elements/chart.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { FilterBar } from "../../../ui/page/filter-bar.tsx";
import { REPORT_ROW, ReportTable } from "../../../ui/table/report-table.tsx";
import { CsvButton, useCsvFile } from "../csv-button.tsx";
import { AddToDashboard } from "../dashboards/add-to-dashboard.tsx";
import { PeriodSelect } from "../period-select.tsx";
import { PeopleButton } from "../report-people/people-list.tsx";
import { SegmentSelect } from "../segment-select.tsx";
import { useReportSearch } from "../use-report-search.ts";
import { completeSteps, describeStep } from "./funnel-steps.ts";
import { StepEditor } from "./step-editor.tsx";
import { type FunnelQuestion, type StepChoice, StepPeople } from "./step-people.tsx";

/** Funnels between any events, defined in the URL. */
export function EventFunnels() {
  const { search, range, filters, setSearch } = useReportSearch();
  const { steps } = search;
  /** NaN while it isn't a number. */
  const [within, setWithin] = useState(search.within);
  const complete = useDebouncedValue(completeSteps(steps));
  const whole_days = Number.isInteger(within) && within >= 1 && within <= limits.event_funnel_days_max;
  const question: FunnelQuestion | undefined =
    complete === undefined || !whole_days
      ? undefined
      : { steps: complete, within_days: within, ...range, ...filters.segment };
  return (
    <>
      <FilterBar actions={question !== undefined && <SaveButtons question={question} />}>
        <PeriodSelect value={search} onChange={setSearch} />
        <SegmentSelect value={search.segment} onChange={(segment) => setSearch({ segment })} />
      </FilterBar>
      <div className="flex flex-col gap-x-10 gap-y-6 border-b border-line px-(--gutter) py-5 lg:flex-row lg:items-start *:first:max-w-3xl *:first:flex-1">
        <StepEditor steps={steps} onChange={(next) => setSearch({ steps: [...next] })} />
        <Field
          label={t("Conversion window")}
          hint={t("From the first step to the last.")}
          error={whole_days ? undefined : t("Enter 1 to {n} days.", { n: limits.event_funnel_days_max })}
        >
          <NumberInput
            value={within}
            unit={t("days")}
            max={limits.event_funnel_days_max}
            onChange={(next) => {
              setWithin(next);
              if (!Number.isNaN(next)) setSearch({ within: next });
            }}
          />
        </Field>
      </div>
      {question === undefined ? (
        <EmptyState art={<EmptyArt icon={Filter} />} title={t("Define a funnel")}>
          {t("Choose an event, content, or a goal for each step to see where people drop off.")}
        </EmptyState>
      ) : (
        <FunnelResult question={question} />
      )}
    </>
  );
}

function SaveButtons({ question }: { readonly question: FunnelQuestion }) {
  const app = useApp();
  const names = useStepNames(question);
  const file = useCsvFile({
    path: "analytics/event-funnel",
    query: { app_id: app.id },
    body: { ...question, format: "csv" },
    name: "event-funnel.csv",
  });
  const { steps, within_days, segment_id } = question;
  const chart = { kind: "funnel" as const, steps: [...steps], within_days };
  return (
    <>
      <AddToDashboard chart={segment_id === undefined ? chart : { ...chart, segment_id }} title={names.join(" → ")} />
      <CsvButton {...file} />
    </>
  );
}

interface FunnelProps {
  readonly question: FunnelQuestion;
  /** Accessible name. */
  readonly label?: string;
}

/** Numbers of a funnel. */
export function FunnelResult({ question, label = t("Funnel") }: FunnelProps) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(
    apiQuery(api, ["event-funnel", app.id, question], "POST /api/analytics/event-funnel", {
      query: { app_id: app.id },
      body: { ...question, steps: [...question.steps] },
      unkeyed: true,
    }),
  );
  return (
    <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-40" />}>
      {(funnel) =>
        funnel.steps[0]?.people === 0 ? (
          <EmptyState art={<EmptyArt icon={Filter} />} title={t("No data for this period")}>
            {t("No one reached the first step in this period.")}
          </EmptyState>
        ) : (
          <Funnel funnel={funnel} question={question} label={label} />
        )
      }
    </QueryView>
  );
}

function useStepNames({ steps }: FunnelQuestion): readonly string[] {
  const { api } = useAppContext();
  const app = useApp();
  const ids = [...new Set(steps.flatMap((step) => (step.kind === "content" ? [step.content_id] : [])))];
  const goals = useQuery({
    ...celebrationQueries.goals(api, app.id),
    enabled: steps.some(({ kind }) => kind === "goal"),
  });
  const contents = useQueries({ queries: ids.map((id) => queries.content(api, app.id, id)) });
  const names = new Map(contents.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.name] as const])));
  return steps.map((step) => describeStep(step, { contents: names, goals: goals.data?.items ?? [] }));
}

function Funnel({ funnel, question, label }: Required<FunnelProps> & { readonly funnel: EventFunnel }) {
  const names = useStepNames(question);
  const [choice, setChoice] = useState<StepChoice>();
  const entered = funnel.steps[0]?.people ?? 0;
  const last = funnel.steps.at(-1)?.people ?? 0;
  return (
    <section aria-label={label} className="flex flex-col gap-5 px-(--gutter) py-6">
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
          <span className="text-2xl font-semibold text-ink tabular-nums">{formatRate(last, entered)}</span>
          {tCount(
            question.within_days,
            "of people who entered reached the last step within 1 day.",
            "of people who entered reached the last step within {n} days.",
          )}
        </p>
        <p className="text-xs text-ink-3 text-pretty">
          {t("Each person enters once, with their first entry in the period. Days are in UTC.")}{" "}
          {Date.parse(question.to) + (question.within_days - 1) * DAY_MS > Date.now() &&
            t("People who entered recently still have time.")}
        </p>
      </div>
      {question.segment_id !== undefined && (
        <Callout>
          {tCount(
            entered,
            "Based on 1 person currently in this segment, of {checked} people who entered.",
            "Based on {n} people currently in this segment, of {checked} people who entered.",
            { checked: funnel.checked },
          )}
        </Callout>
      )}
      {!funnel.whole && (
        <Callout tone="caution">
          {t("Limited to the latest {n} entries. Choose a shorter period to include all.", {
            n: number(limits.report_entries_max),
          })}
        </Callout>
      )}
      <div className="@container">
        <ChartLegend
          keys={[
            { label: t("Reached"), color: "bg-accent" },
            { label: t("Dropped off"), color: "bg-accent/40" },
          ]}
          className="justify-end pb-1"
        />
        <div className="overflow-x-auto">
          <StepTable funnel={funnel} names={names} onChoose={setChoice} />
        </div>
      </div>
      <StepPeople
        question={question}
        choice={choice}
        name={choice === undefined ? "" : (names[choice.step - 1] ?? "")}
        onClose={() => setChoice(undefined)}
      />
    </section>
  );
}

interface StepTableProps {
  readonly funnel: EventFunnel;
  readonly names: readonly string[];
  readonly onChoose: (choice: StepChoice) => void;
}

function StepTable({ funnel: { steps }, names, onChoose }: StepTableProps) {
  const entered = steps[0]?.people ?? 0;
  return (
    <ReportTable
      caption={t("People by step")}
      columns={[
        { label: t("Step") },
        { label: "", className: "w-1/3 @max-[48rem]:hidden" },
        { label: t("People"), side: "end" },
        { label: t("Of the step before"), side: "end", className: "@max-[36rem]:hidden" },
        { label: t("Dropped off"), side: "end" },
        { label: t("Median time"), side: "end" },
      ]}
    >
      {steps.map(({ people, median_ms }, index) => {
        const before = steps[index - 1]?.people;
        const name = names[index] ?? "";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a funnel can have equal steps
          <tr key={index} className={REPORT_ROW}>
            <th scope="row" className="max-w-60 min-w-36 text-start font-normal">
              <span className="flex gap-2">
                <span className="text-ink-3 tabular-nums">{number(index + 1)}</span>
                <bdi className="truncate" title={name}>
                  {name}
                </bdi>
              </span>
              <Bar people={people} before={before} entered={entered} className="mb-2 mt-1 h-1.5 @min-[48rem]:hidden" />
            </th>
            <td className="@max-[48rem]:hidden">
              <Bar people={people} before={before} entered={entered} className="h-5" />
            </td>
            <td className="text-end whitespace-nowrap tabular-nums">
              <PeopleButton
                count={people}
                label={t("Show people who reached “{step}”", { step: name })}
                onClick={() => onChoose({ step: index + 1, outcome: "reached" })}
              />{" "}
              <span className="ms-1 text-xs text-ink-3">{formatRate(people, entered)}</span>
            </td>
            <td className="text-end tabular-nums @max-[36rem]:hidden">
              {before === undefined ? "–" : formatRate(people, before)}
            </td>
            <td className="text-end tabular-nums">
              {before === undefined ? (
                "–"
              ) : (
                <PeopleButton
                  count={before - people}
                  label={t("Show people who dropped off before “{step}”", { step: name })}
                  onClick={() => onChoose({ step: index + 1, outcome: "dropped" })}
                />
              )}
            </td>
            <td className="text-end whitespace-nowrap tabular-nums">
              {median_ms === null ? "–" : formatWait(median_ms)}
            </td>
          </tr>
        );
      })}
    </ReportTable>
  );
}

interface BarProps {
  readonly people: number;
  /** People of the step before. */
  readonly before: number | undefined;
  readonly entered: number;
  readonly className: string;
}

/** People who reached a step, and who dropped off before it. Hidden from screen readers: the numbers are next to it. */
function Bar({ people, before = people, entered, className }: BarProps) {
  const width = (count: number) => ({ width: `${entered === 0 ? 0 : (count / entered) * 100}%` });
  return (
    <span aria-hidden="true" className={cx("flex overflow-hidden rounded-xs bg-fill", className)}>
      <span className="bg-accent" style={width(people)} />
      <span className="bg-accent/40" style={width(before - people)} />
    </span>
  );
}
