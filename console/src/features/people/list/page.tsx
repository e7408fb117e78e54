import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { isScrolledFar } from "../../../lib/queries/infinite-list.ts";
import { peopleQueries, personAttributes } from "../../../lib/queries/people.ts";
import { useSearchChange } from "../../../lib/use-search-change.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { type PeopleSearch, peopleQuery, possibleColumns, visibleColumns } from "../search.ts";
import { PeopleList } from "./list.tsx";

const route = getRouteApi("/$app/people");

export function PeoplePage() {
  useTitle(t("People"));
  const { api } = useAppContext();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changed = useSearchChange(search);
  const attributes = useQuery(peopleQueries.attributes(api, app.id));
  const possible = useMemo(() => possibleColumns(personAttributes(attributes.data)), [attributes.data]);
  const columns = useMemo(() => visibleColumns(search.columns, possible), [search.columns, possible]);
  const query = useInfiniteQuery({
    ...peopleQueries.list(api, peopleQuery(app.id, search, columns)),
    // Wait for the attributes: an earlier query would request the wrong columns and then run again.
    enabled: !attributes.isPending,
  });
  const setSearch = (change: Partial<PeopleSearch>): void => {
    const typing = change.q !== undefined;
    void navigate({
      params: { app: app.id },
      search: changed(change),
      replace: typing,
      resetScroll: isScrolledFar(),
    });
  };
  return <PeopleList {...{ query, search, known: !attributes.isPending, possible, columns }} onAsk={setSearch} />;
}
