import type { ExperimentReport } from "@fanfare/contract/schema/responses/analytics/experiment";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { saveFile } from "../../lib/api/download.ts";
import { pathSegment, queryString } from "../../lib/api/query-string.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { dayAndYear } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import { toast } from "../../lib/toast.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { useContentSelection } from "./content-select.tsx";
import { experimentWarnings } from "./experiment-labels.ts";
import { ArmPeople, GoalReport } from "./experiment-view.tsx";
import { Report } from "./report.tsx";

const route = getRouteApi("/$app/analytics");
const ART = <EmptyArt icon={FlaskConical} />;

export function Experiments() {
  const { api } = useAppContext();
  const app = useApp();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const choice = useContentSelection(search.content);
  const { chosen, content_id } = choice;
  const query = useQuery({
    ...apiQuery(api, ["experiment", app.id, content_id], "GET /api/contents/:id/experiment", {
      params: { id: content_id ?? "" },
      query: { app_id: app.id },
    }),
    enabled: content_id !== undefined,
  });
  const file = useMutation({
    mutationFn: () => {
      const query = queryString({ app_id: app.id, format: "csv" });
      const path = `contents/${pathSegment(content_id ?? "")}/experiment?${query}`;
      return api.download(path, new AbortController().signal, () => undefined);
    },
    onSuccess: (csv) => saveFile(csv, `${chosen?.hint ?? "content"}-experiment.csv`),
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t create file"), () => file.mutate()),
  });

  return (
    <Report
      choice={choice}
      onChoose={(content) => void navigate({ search: { ...search, content }, replace: true, resetScroll: false })}
      none={
        <EmptyState art={ART} title={t("No experiments yet")}>
          {t("Publish content with a holdout or variants to compare results here.")}
        </EmptyState>
      }
      query={query}
      saving={file.isPending}
      onSave={() => file.mutate()}
      nothing={({ control }) => control === null && <NoExperiment content_id={content_id} />}
    >
      {(report) => <Outcome report={report} />}
    </Report>
  );
}

function NoExperiment({ content_id }: { readonly content_id: string | undefined }) {
  const app = useApp();
  return (
    <EmptyState
      art={ART}
      title={t("Not an experiment yet")}
      actions={
        content_id !== undefined && (
          <Link
            to="/$app/content/$id"
            params={{ app: app.id, id: content_id }}
            search={{ tab: "experiment" }}
            className={buttonClass("primary")}
          >
            {t("Set up experiment")}
          </Link>
        )
      }
    >
      {t("Add a holdout or a second variant to measure whether this content helps.")}
    </EmptyState>
  );
}

function Outcome({ report }: { readonly report: ExperimentReport }) {
  const { goals } = report;
  const app = useApp();
  const warnings = experimentWarnings(report);
  return (
    <div className="flex flex-col gap-8 px-(--gutter) py-6">
      <p className="text-sm text-ink-2 text-pretty">
        {describeStatus(report)} {t("All numbers count people, not views.")}{" "}
        {t("Wait for enough data before you decide. Deciding early increases the risk of a false result.")}
      </p>
      {warnings.length > 0 && (
        <div className="flex flex-col gap-2.5">
          {warnings.map(({ tone, title, words: text }) => (
            <Callout key={title} tone={tone} title={title}>
              {text}
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
          title={t("No goals yet")}
          actions={
            <Link
              to="/$app/analytics"
              params={{ app: app.id }}
              search={{ tab: "goals" }}
              className={buttonClass("primary")}
            >
              {t("Create goal")}
            </Link>
          }
        >
          {t("To measure this content, create a goal, such as an order or an invitation.")}
        </EmptyState>
      )}
    </div>
  );
}

/** Describes whether the experiment is running, its start, and its number of people. */
function describeStatus({ running, since, people }: ExperimentReport): string {
  if (since === null) {
    return running ? t("Running. No participants yet.") : t("Ended. No participants.");
  }
  const from = dayAndYear(Date.parse(since));
  return running
    ? tCount(people, "Running since {from} with {n} person.", "Running since {from} with {n} people.", { from })
    : tCount(people, "Ended. Started on {from} with {n} person.", "Ended. Started on {from} with {n} people.", {
        from,
      });
}
