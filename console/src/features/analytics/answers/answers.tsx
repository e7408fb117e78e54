import { limits } from "@fanfare/contract/limits";
import type { AnswersSummary } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageSquareQuote } from "lucide-react";
import { saveFile } from "../../../lib/api/download.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { buttonClass } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useContentSelection } from "../content-select.tsx";
import { PeriodSelect } from "../period-select.tsx";
import { Report } from "../report.tsx";
import { SegmentSelect } from "../segment-select.tsx";
import { useReportSearch } from "../use-report-search.ts";
import { answersToCsv } from "./answer-labels.ts";
import { ExportResponses } from "./export-responses.tsx";
import { QuestionReport } from "./question-report.tsx";

const ART = <EmptyArt icon={MessageSquareQuote} />;

export function Answers() {
  const { api } = useAppContext();
  const app = useApp();
  const { search, range, filters, setSearch } = useReportSearch();
  const { segment: of_segment } = filters;
  const choice = useContentSelection(search.content, "survey");
  const { chosen, content_id } = choice;
  const query = useQuery({
    ...apiQuery(api, ["answers", app.id, content_id, range, of_segment], "GET /api/contents/:id/answers", {
      params: { id: content_id ?? "" },
      query: { app_id: app.id, ...range, ...of_segment },
    }),
    enabled: content_id !== undefined,
  });

  const narrowed = { ...range, ...of_segment };
  return (
    <Report
      choice={choice}
      onChoose={(content) => setSearch({ content, question: "" })}
      choices={
        <>
          <PeriodSelect value={search} onChange={setSearch} />
          <SegmentSelect value={search.segment} onChange={(segment) => setSearch({ segment })} />
        </>
      }
      none={
        <EmptyState
          art={ART}
          title={t("No surveys yet")}
          actions={
            <Link to="/$app/content" params={{ app: app.id }} className={buttonClass("primary")}>
              {t("Create survey")}
            </Link>
          }
        >
          {t("Surveys ask for a score, a rating, a choice, or a comment. Results appear here.")}
        </EmptyState>
      }
      query={query}
      actions={
        <ExportResponses
          survey={{ id: content_id ?? "", slug: chosen?.hint ?? "survey", name: chosen?.label ?? "" }}
          expected={query.data?.responses ?? 0}
          {...{ range, of_segment }}
        />
      }
      csv={{
        onClick: (data) =>
          saveFile(new Blob([answersToCsv(data)], { type: "text/csv" }), `${chosen?.hint ?? "survey"}-answers.csv`),
      }}
      nothing={({ questions }) =>
        search.segment === "" &&
        questions.every(({ answered }) => answered === 0) && (
          <EmptyState art={ART} title={t("No answers yet")}>
            {t("Answers appear here as people respond. Previews aren’t counted.")}
          </EmptyState>
        )
      }
    >
      {({ questions, responses, partial, by_link, segment, quota }) => (
        <div className="flex flex-col divide-y divide-line">
          <p className="px-(--gutter) py-3 text-xs text-ink-3">
            {tCount(responses, "1 response", "{n} responses")}
            {partial > 0 && ` · ${tCount(partial, "1 of them partial", "{n} of them partial")}`}
            {by_link > 0 && ` · ${tCount(by_link, "1 by link", "{n} by link")}`}
            {` · ${t("People who answer in several views count in each.")}`}
          </p>
          {segment !== null && <SegmentNote segment={segment} />}
          {quota !== null && <QuotaUse quota={quota} />}
          {questions.map((question) => (
            <QuestionReport key={question.id} question={question} content_id={content_id ?? ""} range={narrowed} />
          ))}
        </div>
      )}
    </Report>
  );
}

type Quota = NonNullable<AnswersSummary["quota"]>;

const USES: Readonly<
  Record<NonNullable<Quota["per"]> | "total", (values: { counted: string; responses: string }) => string>
> = {
  total: (values) => t("{counted} of {responses} responses in total", values),
  day: (values) => t("{counted} of {responses} responses today", values),
  week: (values) => t("{counted} of {responses} responses this week", values),
  month: (values) => t("{counted} of {responses} responses this month", values),
};

/** How far the response quota of the live version is used up. */
function QuotaUse({ quota: { responses, per, counted, reached } }: { readonly quota: Quota }) {
  const values = { counted: number(counted), responses: number(responses) };
  return (
    <div className="flex flex-wrap items-center gap-3 px-(--gutter) py-3 text-sm text-ink-2">
      <span className="font-medium text-ink">{t("Response quota")}</span>
      <span>{USES[per ?? "total"](values)}</span>
      {reached && <Badge tone="accent">{t("Quota reached")}</Badge>}
      {reached && <span className="text-xs text-ink-3">{t("To ask more people, raise the quota and publish.")}</span>}
    </div>
  );
}

function SegmentNote({
  segment: { people, met, whole },
}: {
  readonly segment: NonNullable<AnswersSummary["segment"]>;
}) {
  return (
    <div className="px-(--gutter) py-3">
      <Callout>
        {tCount(
          people,
          "Answers of 1 person currently in this segment, of {met} people who answered.",
          "Answers of {n} people currently in this segment, of {met} people who answered.",
          { met },
        )}
        {!whole && ` ${t("Limited to the last {people} people.", { people: number(limits.segment_funnel_runs_max) })}`}
      </Callout>
    </div>
  );
}
