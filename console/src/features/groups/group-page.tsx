import type { GroupMember } from "@fanfare/contract/schema/responses/people/person";
import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { BookOpen, Building2, Users } from "lucide-react";
import { Activity } from "../../components/audit/activity.tsx";
import { IdentityBadge } from "../../components/person/identity-badge.tsx";
import { PersonLink } from "../../components/person/person-link.tsx";
import { Attributes } from "../../components/person/profile.tsx";
import { Pair, Pairs, ProfileSection } from "../../components/person/profile-section.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { groupQueries } from "../../lib/queries/groups.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { useTitle } from "../../lib/use-title.ts";
import { attributeText, formatTotal, personName } from "../../model/person-labels.ts";
import { Avatar } from "../../ui/elements/avatar.tsx";
import { buttonClass } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { BACK_LINK } from "../../ui/page/back-link.ts";
import { ResourceHeader } from "../../ui/page/resource-header.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { LongList, LongListItem } from "../../ui/table/long-list.tsx";
import { GroupChecklists } from "./group-checklists.tsx";

const route = getRouteApi("/$app/groups/$id");

export function GroupPage() {
  const { api } = useAppContext();
  const app = useApp();
  const { id } = route.useParams();
  const { data: group } = useSuspenseQuery(groupQueries.one(api, app.id, id));
  const people = useInfiniteQuery(groupQueries.people(api, app.id, id));
  const name = attributeText(group.attributes["name"]) || group.external_id;
  useTitle(name, t("Groups"));
  const count = people.data?.pages[0];
  return (
    <>
      <ResourceHeader
        back={
          <Link to="/$app/groups" params={{ app: app.id }} className={BACK_LINK}>
            {t("Groups")}
          </Link>
        }
        art={
          <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text">
            <Building2 aria-hidden="true" className="size-5" />
          </span>
        }
        name={name}
        external_id={group.external_id}
        actions={<Activity of={{ resource_type: "group", resource_id: group.id }} />}
      />
      <div className="grid flex-1 content-start items-start xl:content-stretch xl:grid-cols-[minmax(0,1fr)_22rem]">
        <GroupPeople id={id} />
        <aside
          aria-label={t("About this group")}
          className="min-w-0 border-line max-xl:border-t xl:min-h-full xl:border-s"
        >
          <ProfileSection title={t("About")}>
            <Pairs>
              <Pair label={t("People")}>
                {count === undefined ? "–" : count.exact ? number(count.total) : t("more than 10,000")}
              </Pair>
              <Pair label={t("Last changed")}>
                <RelativeTime at={group.updated_at} />
              </Pair>
            </Pairs>
          </ProfileSection>
          <Attributes of={group} />
          <GroupChecklists external_id={group.external_id} />
        </aside>
      </div>
    </>
  );
}

function GroupPeople({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useInfiniteQuery(groupQueries.people(api, app.id, id));
  const members = useInfiniteList(query, (member) => member.id);
  const slow = useIsSlow(query.isPending);
  const total = query.data?.pages[0];
  return (
    <section aria-label={t("People")} className="flex min-w-0 flex-col">
      <h2 className="flex min-h-7 items-center gap-2 px-(--gutter) pt-5 pb-3 text-sm font-semibold">{t("People")}</h2>
      {query.isError && total === undefined && <QueryProblem of={query} />}
      {slow && <Skeleton className="mx-(--gutter) h-24" />}
      {total !== undefined && members.items.length === 0 && <NoPeople />}
      <LongList
        label={t("People in this group")}
        rows={members.items}
        total={total?.exact === true ? total.total : -1}
        keyOf={(member) => member.id}
        row_px={58}
      >
        {(member) => <Member member={member} />}
      </LongList>
      {total !== undefined && members.long && (
        <ListEnd
          of={members}
          text={t("{shown} of {all}", {
            shown: members.items.length,
            all: total.exact ? formatTotal(total.total, true) : t("more than 10,000 people"),
          })}
        />
      )}
    </section>
  );
}

function NoPeople() {
  const { host } = useAppContext();
  return (
    <EmptyState
      art={<EmptyArt icon={Users} />}
      title={t("No people in this group")}
      actions={
        <a
          href={`${host}/docs/sdk#identify-people`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("secondary", "md")}
        >
          <BookOpen />
          {t("Read about groups")}
        </a>
      }
    >
      {t("People appear here when their identity token names this group, or when your backend adds them.")}
    </EmptyState>
  );
}

function Member({ member }: { readonly member: GroupMember }) {
  const name = personName(member);
  const place = Object.entries(member.membership)
    .map(([key, value]) => `${key}: ${attributeText(value)}`)
    .join(" · ");
  return (
    <LongListItem className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-(--gutter) py-3 hover:bg-fill has-[a:focus-visible]:bg-fill">
      <Avatar name={name} />
      <div className="flex min-w-40 flex-1 flex-col">
        <PersonLink
          external_id={member.external_id}
          name={name}
          className="row-link w-fit text-sm font-medium wrap-anywhere"
        />
        {place !== "" && <bdi className="w-fit text-xs text-ink-3 wrap-anywhere">{place}</bdi>}
      </div>
      <IdentityBadge person={member} />
      <RelativeTime at={member.last_seen_at} className="relative z-1 w-28 text-end text-xs text-ink-3 max-sm:hidden" />
    </LongListItem>
  );
}
