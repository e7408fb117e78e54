import type { AnsweredQuestion } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { useCan } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { formatRate } from "../../../model/rates.ts";
import { cx } from "../../../ui/cx.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { buttonClass } from "../../../ui/elements/button.tsx";
import type { DateRange } from "../period.ts";
import { answerRows, formatScore, scoreGroups } from "./answer-labels.ts";
import { AnswerList } from "./answer-list.tsx";
import { ScoreHistogram } from "./score-histogram.tsx";
import { ScoreTrendView } from "./score-trend-view.tsx";

const route = getRouteApi("/$app/analytics");

export function QuestionReport({
  question,
  content_id,
  range,
}: {
  readonly question: AnsweredQuestion;
  readonly content_id: string;
  readonly range: DateRange & { readonly segment_id?: string };
}) {
  const id = useId();
  const search = route.useSearch();
  const may_see_people = useCan("person.read");
  const open = search.question === question.id;
  const rows = answerRows(question);
  const groups = scoreGroups(question);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 px-(--gutter) py-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-md font-semibold text-balance">
          <bdi>{question.title}</bdi>
        </h2>
        {question.kind === "removed" && <Badge>{t("No longer asked")}</Badge>}
        <span className="text-sm text-ink-2">{tCount(question.answered, "1 answer", "{n} answers")}</span>
      </header>
      <Headline question={question} />
      {groups !== undefined && question.answered > 0 && (
        <div className="grid gap-x-10 gap-y-5 xl:grid-cols-2">
          <ScoreHistogram title={question.title} rows={rows} groups={groups} answered={question.answered} />
          {"trend" in question && <ScoreTrendView question={question} />}
        </div>
      )}
      {groups === undefined && rows.length > 0 && (
        <Counts title={question.title} rows={rows} answered={question.answered} />
      )}
      {question.answered > 0 && may_see_people && isWritten(question) && (
        <AnswerList
          {...{ question, content_id, range }}
          rows_max={open ? undefined : LATEST}
          more={<AnswersLink {...{ question, content_id, open }} label={open ? t("Show less") : t("Show more")} />}
        />
      )}
      {question.answered > 0 && may_see_people && !isWritten(question) && (
        <>
          <AnswersLink
            {...{ question, content_id, open }}
            label={open ? t("Hide respondents") : t("Show respondents")}
          />
          {open && <AnswerList {...{ question, content_id, range }} />}
        </>
      )}
    </section>
  );
}

/** Answers without counts: the latest ones are listed. */
const isWritten = ({ kind }: AnsweredQuestion): boolean => kind === "text" || kind === "email" || kind === "date";
const LATEST = 5;

interface AnswersLinkProps {
  readonly question: AnsweredQuestion;
  readonly content_id: string;
  readonly open: boolean;
  readonly label: string;
}

/** Opens or closes all answers to a question, in the URL. */
function AnswersLink({ question, content_id, open, label }: AnswersLinkProps) {
  const { days, from, to, segment } = route.useSearch();
  return (
    <Link
      from="/$app/analytics"
      search={{
        ...{ tab: "answers", content: content_id, days, from, to, segment },
        ...(open ? {} : { question: question.id }),
      }}
      resetScroll={false}
      aria-expanded={open}
      className={buttonClass("secondary", "sm", "self-start")}
    >
      {label}
    </Link>
  );
}

function Headline({ question }: { readonly question: AnsweredQuestion }): ReactNode {
  switch (question.kind) {
    case "nps": {
      const { score, interval } = question;
      return (
        <dl className="flex flex-wrap items-end gap-x-8 gap-y-2">
          <Figure label={t("Net Promoter Score")} large>
            {formatScore(score)}
          </Figure>
          {interval !== null && (
            <Figure label={t("95% confidence interval")}>
              {t("{from} to {to}", { from: formatScore(interval.low), to: formatScore(interval.high) })}
            </Figure>
          )}
        </dl>
      );
    }
    case "csat": {
      const { mean, satisfied, answered } = question;
      return (
        <dl className="flex flex-wrap items-end gap-x-8 gap-y-2">
          <Figure label={t("Satisfied (4–5)")} large>
            {formatRate(satisfied, answered)}
          </Figure>
          <Figure label={t("Average out of {scale}", { scale: 5 })}>{decimal(mean)}</Figure>
        </dl>
      );
    }
    case "ces":
    case "rating": {
      const scale = question.kind === "ces" ? 7 : question.scale;
      return (
        <dl className="flex">
          <Figure label={t("Average out of {scale}", { scale })} large>
            {decimal(question.mean)}
          </Figure>
        </dl>
      );
    }
    case "matrix":
      return <MatrixCounts question={question} />;
    case "ranking":
      return <Places question={question} />;
    case "choice":
      return question.several ? (
        <p className="text-sm text-ink-2">{t("People could select multiple answers.")}</p>
      ) : null;
    case "text":
    case "email":
    case "date":
    case "removed":
      return null;
    default:
      return question satisfies never;
  }
}

const decimal = (mean: number | null): string => (mean === null ? "–" : number(Math.round(mean * 10) / 10));

const CELL = "min-w-14 px-3 text-end tabular-nums";
const ROW_NAME = "max-w-56 pe-3 text-start font-normal wrap-anywhere";

function MatrixCounts({ question }: { readonly question: Extract<AnsweredQuestion, { kind: "matrix" }> }) {
  return (
    <section
      aria-label={t("{question} by row", { question: question.title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="min-w-0 overflow-x-auto"
    >
      <table className="text-sm">
        <caption className="sr-only">{t("{question} by row", { question: question.title })}</caption>
        <thead>
          <tr className="text-xs text-ink-3 [&>*]:h-8">
            <th scope="col" className={ROW_NAME}>
              {t("Row")}
            </th>
            {question.columns.map(({ id, label }) => (
              <th key={id} scope="col" className={cx(CELL, "font-normal")}>
                <bdi>{label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {question.rows.map(({ id, label, answers }) => (
            <tr key={id} className="[&>*]:h-8">
              <th scope="row" className={ROW_NAME}>
                <bdi>{label}</bdi>
              </th>
              {question.columns.map((column, index) => (
                <td key={column.id} className={CELL}>
                  {number(answers[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Places({ question }: { readonly question: Extract<AnsweredQuestion, { kind: "ranking" }> }) {
  const last = question.options.length + 1;
  const ranked = question.options.toSorted((one, other) => (one.mean_place ?? last) - (other.mean_place ?? last));
  return (
    <table className="w-max max-w-full text-sm">
      <caption className="sr-only">{t("{question} by average place", { question: question.title })}</caption>
      <thead>
        <tr className="text-xs text-ink-3 [&>*]:h-8">
          <th scope="col" className={ROW_NAME}>
            {t("Answer")}
          </th>
          <th scope="col" className={cx(CELL, "font-normal")}>
            {t("Average place")}
          </th>
        </tr>
      </thead>
      <tbody>
        {ranked.map(({ id, label, mean_place }) => (
          <tr key={id} className="[&>*]:h-8">
            <th scope="row" className={ROW_NAME}>
              <bdi>{label}</bdi>
            </th>
            <td className={CELL}>{decimal(mean_place)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figure({
  label,
  large = false,
  children,
}: {
  readonly label: string;
  readonly large?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className={large ? "text-2xl font-semibold tabular-nums" : "text-md font-medium tabular-nums"}>{children}</dd>
    </div>
  );
}

interface CountsProps {
  readonly title: string;
  readonly rows: ReturnType<typeof answerRows>;
  readonly answered: number;
}

/** Table of counts. Its bars are hidden from screen readers. */
function Counts({ title, rows, answered }: CountsProps) {
  return (
    <table className="w-full max-w-180 border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{t("{question} by answer", { question: title })}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("Answer")}</th>
          <td />
          <th scope="col">{t("Count")}</th>
          <th scope="col">{t("Share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, answers }) => (
          <tr key={id} className="[&>*]:h-8">
            <th scope="row" className="w-px max-w-56 min-w-8 truncate pe-3 text-start font-normal whitespace-nowrap">
              <bdi>{label}</bdi>
            </th>
            <td className="w-full">
              <span aria-hidden="true" className="flex h-4 overflow-hidden rounded-xs bg-fill">
                <span className="bg-accent" style={{ width: `${answered === 0 ? 0 : (answers / answered) * 100}%` }} />
              </span>
            </td>
            <td className="min-w-12 ps-3 text-end tabular-nums">{number(answers)}</td>
            <td className="min-w-14 text-end text-xs text-ink-3 tabular-nums">{formatRate(answers, answered)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
