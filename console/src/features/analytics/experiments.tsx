import type { ExperimentReport } from "@fanfare/contract/schema/responses/analytics/experiment";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { dayAndYear } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { useContentSelection } from "./content-select.tsx";
import { useCsvFile } from "./csv-button.tsx";
import { experimentWarnings } from "./experiment-labels.ts";
import { ArmPeople, GoalReport } from "./experiment-view.tsx";
import { Report } from "./report.tsx";
import { useReportSearch } from "./use-report-search.ts";

const ART = <EmptyArt icon={FlaskConical} />;

export function Experiments() {
  const { api } = useAppContext();
  const app = useApp();
  const { search, setSearch } = useReportSearch();
  const choice = useContentSelection(search.content);
  const { chosen, content_id } = choice;
  const query = useQuery({
    ...apiQuery(api, ["experiment", app.id, content_id], "GET /api/contents/:id/experiment", {
      params: { id: content_id ?? "" },
      query: { app_id: app.id },
    }),
    enabled: content_id !== undefined,
  });
  const csv = useCsvFile({
    path: `contents/${encodeURIComponent(content_id ?? "")}/experiment`,
    query: { app_id: app.id },
    name: `${chosen?.hint ?? "content"}-experiment.csv`,
  });

  return (
    <Report
      choice={choice}
      onChoose={(content) => setSearch({ content })}
      none={
        <EmptyState art={ART} title={t("No experiments yet")}>
          {t("Publish content with a holdout or variants to compare results here.")}
        </EmptyState>
      }
      query={query}
      csv={csv}
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
        {describeStatus(report)}{" "}
        {report.people > 0 &&
          `${t("All numbers count people, not views.")} ${t("Wait for enough data before you decide. Deciding early increases the risk of a false result.")}`}
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
      {report.people === 0 && goals.length > 0 && (
        <p className="text-sm text-ink-2">
          {tCount(
            goals.length,
            "The result for your goal appears once people take part.",
            "Results for your {n} goals appear once people take part.",
          )}
        </p>
      )}
      {report.people > 0 && goals.map((goal) => <GoalReport key={goal.goal_id} goal={goal} report={report} />)}
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
