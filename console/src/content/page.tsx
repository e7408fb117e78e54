import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { queries } from "../queries.ts";
import { useTitle } from "../title.ts";
import { ContentList } from "./list.tsx";
import { contentQuery } from "./query.ts";
import { type ContentSearch, changeSearch } from "./search.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Cursors of the pages before this one: what "Previous" goes back to. A shared link has none and starts anew. */
    trail?: readonly string[];
  }
}

const NO_TRAIL: readonly string[] = [];
const route = getRouteApi("/$app/content");

/** The list's state is the address bar; this turns what is wanted into another address. */
export function ContentPage() {
  useTitle("Content");
  const { api } = useDoors();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const trail = useLocation({ select: (location) => location.state.trail ?? NO_TRAIL });
  const query = useQuery(queries.contents(api, contentQuery(app.id, search)));

  const ask = (change: Partial<Omit<ContentSearch, "after">>): void => {
    const typing = change.q !== undefined;
    void navigate({ search: changeSearch(search, change), replace: typing, resetScroll: false });
  };
  const turn = (after: string, next_trail: readonly string[]): void => {
    void navigate({ search: { ...search, after }, state: { trail: next_trail } });
  };
  const next = query.data?.next ?? null;
  return (
    <ContentList
      query={query}
      search={search}
      onAsk={ask}
      page={{
        index: search.after === "" || trail.length > 0 ? trail.length : undefined,
        onPrevious: search.after === "" ? undefined : () => turn(trail.at(-1) ?? "", trail.slice(0, -1)),
        onNext: next === null ? undefined : () => turn(next, [...trail, search.after]),
      }}
    />
  );
}
