import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { isFarDown } from "../endless.ts";
import { t } from "../language/t.ts";
import { queries } from "../queries.ts";
import { useTitle } from "../title.ts";
import { ContentList } from "./list.tsx";
import { contentQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

const route = getRouteApi("/$app/content");

/** The list's state is the address bar; this turns what is wanted into another address. */
export function ContentPage() {
  useTitle(t("Content"));
  const { api } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(queries.contents(api, contentQuery(app.id, search)));

  const ask = (change: Partial<ContentSearch>): void => {
    const typing = change.q !== undefined;
    void navigate({ search: { ...search, ...change }, replace: typing, resetScroll: isFarDown() });
  };
  return <ContentList query={query} search={search} onAsk={ask} />;
}
