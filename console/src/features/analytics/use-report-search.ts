import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApp } from "../../lib/app-context.ts";
import { useSearchChange } from "../../lib/use-search-change.ts";
import { rangeOf } from "./period.ts";
import type { AnalyticsSearch } from "./search.ts";

const route = getRouteApi("/$app/analytics");

/** What the URL says about the open report, and a way to change it. */
export function useReportSearch() {
  const app = useApp();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const changed = useSearchChange(search);
  const { days, from, to, segment, active, start } = search;
  return {
    search,
    range: useMemo(() => rangeOf({ days, from, to }, Date.now()), [days, from, to]),
    /** As the API takes them: without those that aren't set. */
    filters: {
      segment: segment === "" ? {} : { segment_id: segment },
      active: active === "" ? {} : { active_event: active },
      start: start === "" ? {} : { start_event: start },
    },
    setSearch: (change: Partial<AnalyticsSearch>): void =>
      void navigate({ params: { app: app.id }, search: changed(change), replace: true, resetScroll: false }),
  };
}
