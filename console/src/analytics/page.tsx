import { getRouteApi, Link } from "@tanstack/react-router";
import { useApp } from "../doors.ts";
import { t } from "../language/t.ts";
import { useTitle } from "../title.ts";
import { PageHeader } from "../ui/page.tsx";
import { Answers } from "./answers.tsx";
import { ContentReport } from "./content-report.tsx";
import { Experiments } from "./experiments.tsx";
import { Goals } from "./goals.tsx";

const route = getRouteApi("/$app/analytics");

const TABS = [
  { id: "content", label: t("Content") },
  { id: "experiments", label: t("Experiments") },
  { id: "answers", label: t("Answers") },
  { id: "goals", label: t("Goals") },
] as const;

/** What became of what was shown, and what is worth reaching. */
export function AnalyticsPage() {
  useTitle(t("Analytics"));
  const app = useApp();
  const { tab } = route.useSearch();
  return (
    <>
      <PageHeader title={t("Analytics")} description={t("What came of what {app} says.", { app: app.name })} />
      <nav
        aria-label={t("Parts of Analytics")}
        className="flex gap-5 overflow-x-auto border-b border-line px-(--gutter)"
      >
        {TABS.map(({ id, label }) => (
          <Link
            key={id}
            from="/$app/analytics"
            search={({ content, tab: from }) =>
              id === "answers" || from === "answers" ? { tab: id } : { tab: id, content }
            }
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={id === tab ? "page" : undefined}
            className="-mb-px flex h-9 items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      {tab === "content" && <ContentReport />}
      {tab === "experiments" && <Experiments />}
      {tab === "answers" && <Answers />}
      {tab === "goals" && <Goals />}
    </>
  );
}
