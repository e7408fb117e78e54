import type { ExperimentReport } from "@fanfare/contract/schema/experiment";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { useApp, useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { dayAndYear } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { buttonClass } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { toast } from "../ui/toast.tsx";
import { experimentFilePath } from "./calls.ts";
import { ContentChoice, useContentChoice } from "./content-choice.tsx";
import { ArmPeople, GoalReport } from "./experiment-view.tsx";
import { warnings } from "./experiment-words.ts";
import { Report } from "./report.tsx";

const route = getRouteApi("/$app/analytics");
const ART = <EmptyArt icon={FlaskConical} />;

/** What came of an experiment: who met each arm, and how many of them reached each goal. */
export function Experiments() {
  const { api } = useDoors();
  const app = useApp();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const choice = useContentChoice(search.content);
  const { chosen, content_id } = choice;
  const query = useQuery({
    queryKey: ["experiment", app.id, content_id],
    queryFn: ({ signal }) => api.experiment(app.id, content_id ?? "", signal),
    enabled: content_id !== undefined,
  });
  const file = useMutation({
    mutationFn: () =>
      api.download(experimentFilePath(app.id, content_id ?? ""), new AbortController().signal, () => undefined),
    onSuccess: (csv) => saveFile(csv, `${chosen?.hint ?? "content"}-experiment.csv`),
    onError: (error) => toast.problem(asProblem(error), t("The file was not made"), () => file.mutate()),
  });

  if (choice.failed !== undefined) return <QueryProblem of={choice.failed} />;
  if (choice.none) {
    return (
      <EmptyState art={ART} title={t("There is nothing to compare yet")}>
        {t(
          "Once a content is published, you can hold some people out or compare variants, and see here what came of it.",
        )}
      </EmptyState>
    );
  }
  return (
    <Report
      query={query}
      choices={
        <ContentChoice
          choice={choice}
          onChange={(content) => void navigate({ search: { ...search, content }, replace: true, resetScroll: false })}
        />
      }
      saving={file.isPending}
      onSave={() => file.mutate()}
      nothing={({ control }) =>
        control === null ? (
          <EmptyState
            art={ART}
            title={t("This content is no experiment")}
            actions={
              content_id !== undefined && (
                <Link
                  to="/$app/content/$id"
                  params={{ app: app.id, id: content_id }}
                  search={{ tab: "experiment" }}
                  className={buttonClass("primary")}
                >
                  {t("Make it one")}
                </Link>
              )
            }
          >
            {t(
              "Hold a few people out, or give it a second variant: then you learn whether it helps, and not only that people saw it.",
            )}
          </EmptyState>
        ) : undefined
      }
    >
      {(report) => <Outcome report={report} />}
    </Report>
  );
}

function Outcome({ report }: { readonly report: ExperimentReport }) {
  const { goals } = report;
  const app = useApp();
  const doubts = warnings(report);
  return (
    <div className="flex flex-col gap-8 px-(--gutter) py-6">
      <p className="text-sm text-ink-2 text-pretty">
        {standing(report)}{" "}
        {t(
          "Decide when there is enough, and not as soon as one looks better: who looks every day finds differences that are none.",
        )}
      </p>
      {doubts.length > 0 && (
        <div className="flex flex-col gap-2.5">
          {doubts.map(({ tone, title, words }) => (
            <Callout key={title} tone={tone} title={title}>
              {words}
            </Callout>
          ))}
        </div>
      )}
      <ArmPeople report={report} />
      {goals.map((goal) => (
        <GoalReport key={goal.goal_id} goal={goal} report={report} />
      ))}
      {goals.length === 0 && (
        <EmptyState
          art={ART}
          title={t("No goal to measure it by")}
          actions={
            <Link
              to="/$app/analytics"
              params={{ app: app.id }}
              search={{ tab: "goals" }}
              className={buttonClass("primary")}
            >
              {t("Make a goal")}
            </Link>
          }
        >
          {t("A goal is the event that this content is there for: an order, an invitation.")}
        </EmptyState>
      )}
    </div>
  );
}

/** Whether it goes on, since when, and with how many. */
function standing({ running, since, people }: ExperimentReport): string {
  if (since === null) {
    return running ? t("Running; nobody has met it yet.") : t("Over; nobody has met it yet.");
  }
  const from = dayAndYear(Date.parse(since));
  return running
    ? tCount(people, "Running since {from}: {n} person so far.", "Running since {from}: {n} people so far.", { from })
    : tCount(people, "Over since {from}: {n} person so far.", "Over since {from}: {n} people so far.", { from });
}
