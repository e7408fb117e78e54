import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { MousePointerClick, Plus, SearchX } from "lucide-react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { trackerQueries } from "../../lib/queries/trackers.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { describeRule, kindLabel } from "./tracker-labels.tsx";
import { TrackerList } from "./tracker-list.tsx";

const route = getRouteApi("/$app/trackers");

export function TrackersPage() {
  useTitle(t("Trackers"));
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCan("tracker.write");
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(trackerQueries.all(api, app.id));
  const all = query.data?.items;
  const found = all?.filter((tracker) => matches(tracker, q)) ?? [];
  const setSearch = (next: string): void => void navigate({ search: { q: next }, replace: true, resetScroll: false });
  const create = may_edit && (
    <Link to="/$app/trackers/$id" params={{ app: app.id, id: "new" }} className={buttonClass("primary")}>
      <Plus /> {t("New tracker")}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t("Trackers")}
        description={t("Events without code. They count from publishing on, and never contain what people type.")}
        actions={all !== undefined && all.length > 0 && create}
      />
      {query.isError && all === undefined && <QueryProblem of={query} />}
      {all?.length === 0 && (
        <EmptyState art={<EmptyArt icon={MousePointerClick} />} title={t("No trackers yet")} actions={create}>
          {t(
            "A tracker turns clicks, form submits, or page visits into events that goals, triggers, audiences, and tasks use. It isn’t retroactive, and it never reads what people type.",
          )}
        </EmptyState>
      )}
      {(all === undefined ? query.isPending : all.length > 0) && (
        <>
          <div className="border-b border-line px-(--gutter) pb-3">
            <SearchInput
              label={t("Search trackers")}
              placeholder={t("Search by name or element")}
              value={q}
              onSearch={setSearch}
              className="w-full sm:w-72"
            />
          </div>
          {all !== undefined && found.length === 0 ? (
            <EmptyState
              art={<EmptyArt icon={SearchX} />}
              title={t("No results")}
              actions={<Button onClick={() => setSearch("")}>{t("Clear search")}</Button>}
            >
              {t("No trackers match your search.")}
            </EmptyState>
          ) : (
            <TrackerList rows={found} state={all === undefined ? "loading" : "ready"} />
          )}
        </>
      )}
    </>
  );
}

function matches(tracker: Tracker, q: string): boolean {
  const text = [tracker.name, kindLabel(tracker.on.kind), describeRule(tracker)].join(" ").toLowerCase();
  return text.includes(q.trim().toLowerCase());
}
