import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { groupQueries } from "../../lib/queries/groups.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { GroupList } from "./group-list.tsx";
import { NoGroups } from "./no-groups.tsx";

const route = getRouteApi("/$app/groups");
const FIRST_GROUP_POLL_MS = 5_000;

export function GroupsPage() {
  useTitle(t("Groups"));
  const { api } = useAppContext();
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({
    ...groupQueries.list(api, app.id, search.q),
    // Shows the first group when the call of the empty state arrives.
    refetchInterval: ({ state: { data } }) => data?.pages[0]?.items.length === 0 && FIRST_GROUP_POLL_MS,
  });
  const groups = useInfiniteList(query, ({ external_id }) => external_id);
  const slow = useIsSlow(query.isPending);
  const items = query.data === undefined ? undefined : groups.items;
  const none = items?.length === 0 && search.q === "";
  return (
    <>
      <PageHeader title={t("Groups")} description={t("Companies, teams, and accounts that people belong to")} />
      {query.isError && items === undefined && <QueryProblem of={query} />}
      {slow && <Skeleton className="mx-(--gutter) h-40" />}
      {none && <NoGroups />}
      {items !== undefined && !none && (
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="px-(--gutter) pb-3 max-sm:border-b max-sm:border-line">
            <SearchInput
              label={t("Search groups")}
              placeholder={t("Search by name or ID")}
              value={search.q}
              onSearch={(q) => void navigate({ search: { q }, replace: true, resetScroll: false })}
              className="w-full sm:w-72"
            />
          </div>
          {items.length === 0 ? (
            <EmptyState
              art={<EmptyArt icon={SearchX} />}
              title={t("No results")}
              actions={<Button onClick={() => void navigate({ search: { q: "" } })}>{t("Clear search")}</Button>}
            >
              {t("No groups match your search. Enter the start of a group name or ID.")}
            </EmptyState>
          ) : (
            <GroupList
              rows={items}
              total={groups.state === "ended" ? items.length : -1}
              busy={query.isPlaceholderData}
            />
          )}
          {groups.long && <ListEnd of={groups} text={tCount(items.length, "{n} group", "{n} groups")} />}
        </div>
      )}
    </>
  );
}
