import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { usePages } from "../paging.ts";
import { queries } from "../queries.ts";
import { useTitle } from "../title.ts";
import { ContentList } from "./list.tsx";
import { contentQuery } from "./query.ts";
import { type ContentSearch, changeSearch } from "./search.ts";

const route = getRouteApi("/$app/content");

/** The list's state is the address bar; this turns what is wanted into another address. */
export function ContentPage() {
  useTitle(t("Content"));
  const { api } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(queries.contents(api, contentQuery(app.id, search)));

  const ask = (change: Partial<Omit<ContentSearch, "after">>): void => {
    const typing = change.q !== undefined;
    void navigate({ search: changeSearch(search, change), replace: typing, resetScroll: false });
  };
  const page = usePages(search.after, query.data?.next ?? null, (after, state) => {
    void navigate({ search: { ...search, after }, state });
  });
  return <ContentList query={query} search={search} onAsk={ask} page={page} />;
}
