import type { AnsweredQuestion, GivenAnswer } from "@fanfare/contract/schema/answer";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { endlessQuery, useEndless } from "../endless.ts";
import { t, tCount } from "../language/t.ts";
import { Avatar } from "../ui/avatar.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { LongList, LongListItem } from "../ui/long-list.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { answerInWords } from "./answer-words.ts";

interface GivenAnswersProps {
  readonly question: AnsweredQuestion;
  readonly content_id: string;
}

/** Who answered a question and what, the newest first. */
export function GivenAnswers({ question, content_id }: GivenAnswersProps) {
  const { api } = useDoors();
  const app = useApp();
  const query = useInfiniteQuery(
    endlessQuery(["answers", app.id, content_id, question.id], (part, signal) =>
      api.givenAnswers({ app_id: app.id, content_id, question_id: question.id, ...part }, signal),
    ),
  );
  const answers = useEndless(query, ({ run_id }) => run_id);
  return (
    <Loaded query={query} shape={<Skeleton className="h-24" />}>
      {() => (
        <div className="rounded-lg border border-line">
          <LongList
            label={t("Answers to {question}", { question: question.title })}
            rows={answers.items}
            total={answers.state === "ended" ? answers.items.length : -1}
            keyOf={({ run_id }) => run_id}
            row_px={68}
            className="divide-y divide-line"
          >
            {(given) => <Given question={question} given={given} />}
          </LongList>
          {answers.long && <ListEnd of={answers} words={tCount(answers.items.length, "1 answer", "{n} answers")} />}
        </div>
      )}
    </Loaded>
  );
}

function Given({ question, given }: { readonly question: AnsweredQuestion; readonly given: GivenAnswer }) {
  const app = useApp();
  const { person, answer, answered_at, version } = given;
  const name = person.name ?? person.external_id;
  return (
    <LongListItem className="flex items-start gap-3 px-4 py-3">
      <Avatar name={name} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-3">
          <Link
            to="/$app/people/$id"
            params={{ app: app.id, id: person.external_id }}
            className="truncate text-sm font-medium text-ink hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          <RelativeTime at={answered_at} />
          <span>{t("version {version}", { version })}</span>
        </div>
        <p className="text-base wrap-anywhere whitespace-pre-line">
          <bdi>{answerInWords(question, answer)}</bdi>
        </p>
      </div>
    </LongListItem>
  );
}
