import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { usePages } from "../paging.ts";
import { useTitle } from "../title.ts";
import { PeopleList } from "./list.tsx";
import { peopleQueries, personAttributes } from "./queries.ts";
import { changePeopleSearch, columnsOf, type PeopleSearch, peopleQuery, possibleColumns } from "./search.ts";

const route = getRouteApi("/$app/people");

/** The list's state is the address bar; this turns what is wanted into another address. */
export function PeoplePage() {
  useTitle(t("People"));
  const { api, client } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const attributes = useQuery(peopleQueries.attributes(api, app.id));
  const possible = useMemo(() => possibleColumns(personAttributes(attributes.data)), [attributes.data]);
  const columns = useMemo(() => columnsOf(search.columns, possible), [search.columns, possible]);
  const query = useQuery({
    ...peopleQueries.list(api, peopleQuery(app.id, search, columns)),
    // Without the names it would ask for the wrong columns, and again at once.
    enabled: !attributes.isPending,
  });
  const next = query.data?.next ?? null;
  const pages = usePages(search.after, next, (after, state) => {
    void navigate({ search: { ...search, after }, state });
  });
  const ask = (change: Partial<Omit<PeopleSearch, "after">>): void => {
    const typing = change.q !== undefined;
    void navigate({ search: changePeopleSearch(search, change), replace: typing, resetScroll: false });
  };
  const fetchNext = (): void => {
    if (next === null || query.isPlaceholderData) return;
    void client.prefetchQuery(peopleQueries.list(api, peopleQuery(app.id, { ...search, after: next }, columns)));
  };
  return <PeopleList {...{ query, search, possible, columns, pages }} onAsk={ask} onNextNear={fetchNext} />;
}
