import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { MessageSquareQuote } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { t } from "../language/t.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { answersAsCsv } from "./answer-words.ts";
import { ContentChoice, useContentChoice } from "./content-choice.tsx";
import { QuestionReport } from "./question-report.tsx";
import { Report } from "./report.tsx";

const route = getRouteApi("/$app/analytics");
const ART = <EmptyArt icon={MessageSquareQuote} />;

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

  if (choice.failed !== undefined) return <QueryProblem of={choice.failed} />;
  if (choice.none) {
    return (
      <EmptyState
        art={ART}
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
    <Report
      query={query}
      choices={
        <ContentChoice
          choice={choice}
          onChange={(content) => void navigate({ search: { tab: "answers", content }, resetScroll: false })}
        />
      }
      onSave={(data) =>
        saveFile(new Blob([answersAsCsv(data)], { type: "text/csv" }), `${chosen?.hint ?? "survey"}-answers.csv`)
      }
      nothing={({ questions }) =>
        questions.every(({ answered }) => answered === 0) ? (
          <EmptyState art={ART} title={t("Nobody has answered yet")}>
            {t("Answers stand here as soon as the first one comes. Previews never count.")}
          </EmptyState>
        ) : undefined
      }
    >
      {({ questions }) => (
        <div className="flex flex-col divide-y divide-line">
          {questions.map((question) => (
            <QuestionReport key={question.id} question={question} content_id={content_id ?? ""} />
          ))}
        </div>
      )}
    </Report>
  );
}
