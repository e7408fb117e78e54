import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Download, MessageSquareQuote } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton, useSlow } from "../ui/skeleton.tsx";
import { answersAsCsv } from "./answer-words.ts";
import { ContentChoice, useContentChoice } from "./content-choice.tsx";
import { QuestionReport } from "./question-report.tsx";

const route = getRouteApi("/$app/analytics");

/** What people answered to a survey: each question counted, and on demand who said what. */
export function Answers() {
  const { api } = useDoors();
  const app = useApp();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const choice = useContentChoice(search.content, "survey");
  const { chosen, content_id } = choice;
  const query = useQuery({
    queryKey: ["answers", app.id, content_id],
    queryFn: ({ signal }) => api.answers(app.id, content_id ?? "", signal),
    enabled: content_id !== undefined,
  });
  const slow = useSlow(query.isLoading);
  const { data } = query;

  if (choice.none) {
    return (
      <EmptyState
        art={<Art />}
        title={t("Nothing was asked yet")}
        actions={
          <Link to="/$app/content" params={{ app: app.id }} className={buttonClass("primary")}>
            {t("Make a survey")}
          </Link>
        }
      >
        {t("A survey asks for a score, a rating, a choice or a few words. What people answer is counted here.")}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) py-3">
        <ContentChoice
          choice={choice}
          onChange={(content) => void navigate({ search: { tab: "answers", content }, resetScroll: false })}
        />
        <Button
          icon={<Download />}
          disabled={data === undefined || data.questions.length === 0}
          onClick={() =>
            data !== undefined &&
            saveFile(new Blob([answersAsCsv(data)], { type: "text/csv" }), `${chosen?.hint ?? "survey"}-answers.csv`)
          }
          className="sm:ms-auto"
        >
          CSV
        </Button>
      </div>
      {query.isError && data === undefined ? (
        <ProblemNotice
          problem={asProblem(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : data === undefined ? (
        slow && <Skeleton className="mx-(--gutter) mt-6 h-40" />
      ) : data.questions.every(({ answered }) => answered === 0) ? (
        <EmptyState art={<Art />} title={t("Nobody has answered yet")}>
          {t("Answers stand here as soon as the first one comes. Previews never count.")}
        </EmptyState>
      ) : (
        <div className="flex flex-col divide-y divide-line">
          {data.questions.map((question) => (
            <QuestionReport key={question.id} question={question} content_id={content_id ?? ""} />
          ))}
        </div>
      )}
    </>
  );
}

function Art() {
  return (
    <span className="grid size-11 place-items-center rounded-full bg-fill text-ink-3">
      <MessageSquareQuote className="size-5" />
    </span>
  );
}
