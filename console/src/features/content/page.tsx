import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { isScrolledFar } from "../../lib/queries/infinite-list.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useSearchChange } from "../../lib/use-search-change.ts";
import { useTitle } from "../../lib/use-title.ts";
import { ContentList } from "./list.tsx";
import { contentQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

const route = getRouteApi("/$app/content");

export function ContentPage() {
  useTitle(t("Content"));
  const { api } = useAppContext();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changed = useSearchChange(search);
  const query = useInfiniteQuery(queries.contents(api, contentQuery(app.id, search)));

  const setSearch = (change: Partial<ContentSearch>): void => {
    const typing = change.q !== undefined;
    void navigate({
      params: { app: app.id },
      search: changed(change),
      replace: typing,
      resetScroll: isScrolledFar(),
    });
  };
  return <ContentList query={query} search={search} onAsk={setSearch} />;
}
