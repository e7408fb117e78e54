import type { GroupDetail } from "@fanfare/contract/schema/responses/people/person";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { groupQueries } from "../../lib/queries/groups.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { useTitle } from "../../lib/use-title.ts";
import { attributeText } from "../../model/person-labels.ts";
import { Button } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { LongList, LongListItem } from "../../ui/table/long-list.tsx";
import { NoGroups } from "./no-groups.tsx";

const route = getRouteApi("/$app/groups");
const ATTRIBUTES_SHOWN = 3;
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
          <div className="border-b border-line px-(--gutter) pb-3">
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
            <LongList
              label={t("Groups")}
              rows={items}
              total={groups.state === "ended" ? items.length : -1}
              keyOf={({ external_id }) => external_id}
              row_px={70}
              busy={query.isPlaceholderData}
              className="flex-1"
            >
              {(group) => <GroupItem group={group} />}
            </LongList>
          )}
          {groups.long && <ListEnd of={groups} text={tCount(items.length, "{n} group", "{n} groups")} />}
        </div>
      )}
    </>
  );
}

function GroupItem({ group: { external_id, attributes, updated_at } }: { readonly group: GroupDetail }) {
  const app = useApp();
  return (
    <LongListItem className="group relative flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line px-(--gutter) py-3.5 hover:bg-fill has-[a:focus-visible]:bg-fill">
      <div className="flex min-w-48 flex-1 flex-col">
        <Link
          to="/$app/groups/$id"
          params={{ app: app.id, id: external_id }}
          className="row-link w-fit text-base font-medium wrap-anywhere"
        >
          <bdi>{attributeText(attributes["name"]) || external_id}</bdi>
        </Link>
        <bdi dir="ltr" className="w-fit font-mono text-xs text-ink-3 wrap-anywhere">
          {external_id}
        </bdi>
      </div>
      <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-ink-2 [text-align:match-parent] max-md:hidden">
        {Object.entries(attributes)
          .filter(([name]) => name !== "name")
          .slice(0, ATTRIBUTES_SHOWN)
          .map(([name, value]) => `${name}: ${attributeText(value)}`)
          .join(" · ")}
      </span>
      <span className="text-xs text-ink-3 sm:w-36 sm:text-end">
        <Sentence text="Updated {when}" parts={{ when: <RelativeTime at={updated_at} className="relative z-1" /> }} />
      </span>
    </LongListItem>
  );
}
