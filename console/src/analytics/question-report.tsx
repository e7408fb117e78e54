import type { AnsweredQuestion } from "@fanfare/contract/schema/answer";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { number } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { rowsOf, scoreInWords } from "./answer-words.ts";
import { GivenAnswers } from "./given-answers.tsx";
import { shareInWords } from "./rates.ts";

const route = getRouteApi("/$app/analytics");

/** One question: its figure, how often each answer was given, and on demand by whom. */
export function QuestionReport({
  question,
  content_id,
}: {
  readonly question: AnsweredQuestion;
  readonly content_id: string;
}) {
  const id = useId();
  const search = route.useSearch();
  const open = search.question === question.id;
  const rows = rowsOf(question);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 px-(--gutter) py-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-md font-semibold text-balance">
          <bdi>{question.title}</bdi>
        </h2>
        {question.kind === "removed" && <Badge>{t("no longer asked")}</Badge>}
        <span className="text-sm text-ink-2">{tCount(question.answered, "1 answer", "{n} answers")}</span>
      </header>
      <Headline question={question} />
      {rows.length > 0 && <Counts title={question.title} rows={rows} answered={question.answered} />}
      {question.answered > 0 && (
        <div>
          <Link
            from="/$app/analytics"
            search={{ tab: "answers", content: content_id, ...(open ? {} : { question: question.id }) }}
            resetScroll={false}
            aria-expanded={open}
            className={buttonClass("secondary", "sm")}
          >
            {open ? t("Hide who answered") : t("Who answered")}
          </Link>
        </div>
      )}
      {open && <GivenAnswers question={question} content_id={content_id} />}
    </section>
  );
}

/** The one figure that a kind of question is known by. */
function Headline({ question }: { readonly question: AnsweredQuestion }): ReactNode {
  switch (question.kind) {
    case "nps": {
      const { score, detractors, passives, promoters, answered } = question;
      return (
        <dl className="flex flex-wrap items-end gap-x-8 gap-y-2">
          <Figure label={t("Net promoter score")} large>
            {scoreInWords(score)}
          </Figure>
          <Figure label={t("Promoters, 9 and 10")}>{shareInWords(promoters, answered)}</Figure>
          <Figure label={t("Passives, 7 and 8")}>{shareInWords(passives, answered)}</Figure>
          <Figure label={t("Detractors, 0 to 6")}>{shareInWords(detractors, answered)}</Figure>
        </dl>
      );
    }
    case "rating":
      return (
        <dl className="flex">
          <Figure label={t("Mean, of {scale}", { scale: question.scale })} large>
            {question.mean === null ? "–" : question.mean.toFixed(1)}
          </Figure>
        </dl>
      );
    case "choice":
      return question.several ? <p className="text-sm text-ink-2">{t("Several could be chosen.")}</p> : null;
    case "text":
    case "removed":
      return null;
    default:
      return question satisfies never;
  }
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
  readonly rows: ReturnType<typeof rowsOf>;
  readonly answered: number;
}

/** A table whose bars are for the eye alone: the numbers stand beside them. */
function Counts({ title, rows, answered }: CountsProps) {
  const most = Math.max(1, ...rows.map(({ answers }) => answers));
  return (
    <table className="w-full max-w-180 border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{t("{question}, answer by answer", { question: title })}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("Answer")}</th>
          <td />
          <th scope="col">{t("Times")}</th>
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
                <span className="bg-accent" style={{ width: `${(answers / most) * 100}%` }} />
              </span>
            </td>
            <td className="min-w-12 ps-3 text-end tabular-nums">{number(answers)}</td>
            <td className="min-w-14 text-end text-xs text-ink-3 tabular-nums">{shareInWords(answers, answered)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
