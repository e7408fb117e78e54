import type { AnsweredQuestion, GivenAnswer } from "@fanfare/contract/schema/answer";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { usePages } from "../paging.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Pager } from "../ui/pager.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { answerInWords } from "./answer-words.ts";

const route = getRouteApi("/$app/analytics");

interface GivenAnswersProps {
  readonly question: AnsweredQuestion;
  readonly content_id: string;
}

/** Who answered a question and what, the newest first. */
export function GivenAnswers({ question, content_id }: GivenAnswersProps) {
  const { api } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: ["answers", app.id, content_id, question.id, search.after],
    queryFn: ({ signal }) =>
      api.givenAnswers({ app_id: app.id, content_id, question_id: question.id, after: search.after }, signal),
    placeholderData: keepPreviousData,
  });
  const pages = usePages(search.after, query.data?.next ?? null, (after, state) => {
    void navigate({ search: { ...search, after }, state, resetScroll: false });
  });
  return (
    <Loaded query={query} shape={<Skeleton className="h-24" />}>
      {({ items }) => (
        <div className="overflow-hidden rounded-lg border border-line">
          <ul aria-label={t("Answers to {question}", { question: question.title })} className="divide-y divide-line">
            {items.map((given) => (
              <Given key={given.run_id} question={question} given={given} />
            ))}
          </ul>
          {(pages.onPrevious ?? pages.onNext) !== undefined && (
            <Pager
              words={tCount(items.length, "1 answer", "{n} answers")}
              onPrevious={pages.onPrevious}
              onNext={pages.onNext}
            />
          )}
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
    <li className="flex items-start gap-3 px-4 py-3">
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
    </li>
  );
}
