import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApp, useDoors } from "../doors.ts";
import { isFarDown } from "../endless.ts";
import { t } from "../language/t.ts";
import { useTitle } from "../title.ts";
import { PeopleList } from "./list.tsx";
import { peopleQueries, personAttributes } from "./queries.ts";
import { columnsOf, type PeopleSearch, peopleQuery, possibleColumns } from "./search.ts";

const route = getRouteApi("/$app/people");

/** The list's state is the address bar; this turns what is wanted into another address. */
export function PeoplePage() {
  useTitle(t("People"));
  const { api } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const attributes = useQuery(peopleQueries.attributes(api, app.id));
  const possible = useMemo(() => possibleColumns(personAttributes(attributes.data)), [attributes.data]);
  const columns = useMemo(() => columnsOf(search.columns, possible), [search.columns, possible]);
  const query = useInfiniteQuery({
    ...peopleQueries.list(api, peopleQuery(app.id, search, columns)),
    // Without the names it would ask for the wrong columns, and again at once.
    enabled: !attributes.isPending,
  });
  const ask = (change: Partial<PeopleSearch>): void => {
    const typing = change.q !== undefined;
    void navigate({ search: { ...search, ...change }, replace: typing, resetScroll: isFarDown() });
  };
  return <PeopleList {...{ query, search, known: !attributes.isPending, possible, columns }} onAsk={ask} />;
}
