import { getRouteApi, Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApp, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/elements/button.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { showOpenTab, TAB, TAB_ROW } from "../../ui/page/tabs.ts";
import { Answers } from "./answers/answers.tsx";
import { ContentReport } from "./content-report.tsx";
import { Dashboards } from "./dashboards/dashboards.tsx";
import { EventFunnels } from "./event-funnel/event-funnel.tsx";
import { Experiments } from "./experiments.tsx";
import { Goals } from "./goals.tsx";
import { CohortReport } from "./retention/cohorts.tsx";
import { RetentionReport } from "./retention/retention.tsx";

const loadTables = () => import("./tables-dialog.tsx");
const TablesDialog = lazy(async () => ({ default: (await loadTables()).TablesDialog }));

const route = getRouteApi("/$app/analytics");

const TABS = [
  { id: "content", label: t("Content") },
  { id: "experiments", label: t("Experiments") },
  { id: "answers", label: t("Answers") },
  { id: "goals", label: t("Goals") },
  { id: "funnels", label: t("Funnels") },
  { id: "retention", label: t("Retention") },
  { id: "cohorts", label: t("Cohorts") },
  { id: "dashboards", label: t("Dashboards") },
] as const;

export function AnalyticsPage() {
  useTitle(t("Analytics"));
  const app = useApp();
  const { tab } = route.useSearch();
  const may_export = useCan("export.read");
  return (
    <>
      <PageHeader
        title={t("Analytics")}
        description={t("How your content performs in {app}", { app: app.name })}
        actions={may_export && <ExportButton />}
      />
      <nav ref={showOpenTab} aria-label={t("Analytics sections")} className={TAB_ROW}>
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
            className={TAB}
          >
            {label}
          </Link>
        ))}
      </nav>
      {tab === "content" && <ContentReport />}
      {tab === "experiments" && <Experiments />}
      {tab === "answers" && <Answers />}
      {tab === "goals" && <Goals />}
      {tab === "funnels" && <EventFunnels />}
      {tab === "retention" && <RetentionReport />}
      {tab === "cohorts" && <CohortReport />}
      {tab === "dashboards" && <Dashboards />}
    </>
  );
}

function ExportButton() {
  const [open, setOpen] = useState<boolean>();
  const near = { onPointerEnter: () => void loadTables(), onFocus: () => void loadTables() };
  return (
    <>
      <Button icon={<Download />} {...near} onClick={() => setOpen(true)}>
        {t("Export data")}
      </Button>
      {open !== undefined && (
        <Suspense>
          <TablesDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
