import type { AnsweredQuestion, SurveyAnswer } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { PersonLink } from "../../../components/person/person-link.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { weekday } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { infiniteListQuery, useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { SearchInput } from "../../../ui/forms/search-input.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { LongList, LongListItem } from "../../../ui/table/long-list.tsx";
import type { DateRange } from "../period.ts";
import { formatAnswer } from "./answer-labels.ts";

interface AnswerListProps {
  readonly question: AnsweredQuestion;
  readonly content_id: string;
  readonly range: DateRange & { readonly segment_id?: string };
  /** Lists only the latest ones. Undefined lists all. */
  readonly rows_max?: number | undefined;
  /** Below more than the latest ones. */
  readonly more?: ReactNode;
}

/** Individual answers to a question, newest first. */
export function AnswerList({ question, content_id, range, rows_max, more }: AnswerListProps) {
  const [text, setText] = useState("");
  const { api } = useAppContext();
  const app = useApp();
  const query = useInfiniteQuery(
    infiniteListQuery(["answers", app.id, content_id, question.id, range, text], (part, signal) =>
      api.call("GET /api/contents/:id/answers/:question_id", {
        params: { id: content_id, question_id: question.id },
        query: { app_id: app.id, ...range, text, ...part },
        signal,
      }),
    ),
  );
  const answers = useInfiniteList(query, ({ run_id }) => run_id);
  const rows = rows_max === undefined ? answers.items : answers.items.slice(0, rows_max);
  const has_more = answers.items.length > rows.length || rows_max === undefined;
  const written = question.kind === "text" || question.kind === "email";
  const list = (
    <QueryView query={query} shape={<Skeleton className="h-24" />}>
      {() => (
        <div className="rounded-lg border border-line">
          {answers.items.length === 0 && <p className="p-4 text-sm text-ink-2">{t("No answers match your search.")}</p>}
          <LongList
            label={t("Answers to {question}", { question: question.title })}
            rows={rows}
            total={rows_max !== undefined || answers.state === "ended" ? rows.length : -1}
            keyOf={({ run_id }) => run_id}
            row_px={68}
            className="divide-y divide-line"
          >
            {(given) => <AnswerItem question={question} given={given} />}
          </LongList>
          {answers.long && rows_max === undefined && (
            <ListEnd of={answers} text={tCount(answers.items.length, "1 answer", "{n} answers")} />
          )}
        </div>
      )}
    </QueryView>
  );
  return (
    <div className="flex flex-col gap-3">
      {written && (
        <SearchInput
          label={t("Search answers to {question}", { question: question.title })}
          placeholder={t("Search answers")}
          value={text}
          onSearch={setText}
          className="w-full sm:w-80"
        />
      )}
      {list}
      {has_more && more}
    </div>
  );
}

function AnswerItem({ question, given }: { readonly question: AnsweredQuestion; readonly given: SurveyAnswer }) {
  const { person, answer, answered_at, version, by_link } = given;
  const name = person === null ? t("Anonymous response") : (person.name ?? person.external_id);
  return (
    <LongListItem className="flex items-start gap-3 px-4 py-3">
      <Avatar name={name} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-3">
          {person === null ? (
            <span className="truncate text-sm font-medium text-ink">{name}</span>
          ) : (
            <PersonLink
              external_id={person.external_id}
              name={name}
              className="truncate text-sm font-medium text-ink hover:underline"
            />
          )}
          {/* Of anonymous responses, only the day is known. */}
          {person === null ? (
            <time dateTime={answered_at}>{weekday(Date.parse(answered_at))}</time>
          ) : (
            <RelativeTime at={answered_at} />
          )}
          <span>{t("version {version}", { version })}</span>
          {by_link && <span>{t("by link")}</span>}
        </div>
        <p className="text-base wrap-anywhere whitespace-pre-line">
          <bdi>{formatAnswer(question, answer)}</bdi>
        </p>
      </div>
    </LongListItem>
  );
}
