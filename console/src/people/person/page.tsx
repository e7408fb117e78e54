import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { Activity } from "../../settings/audit/activity.tsx";
import { useTitle } from "../../title.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { BACK_LINK } from "../../ui/back-link.ts";
import { Badge } from "../../ui/badge.tsx";
import { SubjectHead } from "../../ui/subject-head.tsx";
import { showOpenTab, TAB } from "../../ui/tab-row.ts";
import { KnownBadge } from "../columns.tsx";
import { nameOf } from "../person-words.ts";
import { personQueries } from "../queries.ts";
import { PersonActions } from "./actions.tsx";
import { Hidden } from "./hidden.tsx";
import { Attributes, Facts, Groups } from "./profile.tsx";
import { Timeline } from "./timeline.tsx";
import { WhyNot } from "./why-not.tsx";

const route = getRouteApi("/$app/people/$id");

/** Another person is another page: nothing that was open stays open. */
export function PersonPage() {
  const { app, id } = route.useParams();
  return <Page key={`${app} ${id}`} id={id} />;
}

function Page({ id }: { readonly id: string }) {
  const { api } = useDoors();
  const app = useApp();
  const { data: person } = useSuspenseQuery(personQueries.one(api, app.id, id));
  const { tab } = route.useSearch();
  const name = nameOf(person);
  useTitle(name, t("People"));

  return (
    <>
      <SubjectHead
        back={
          <Link to="/$app/people" params={{ app: app.id }} className={BACK_LINK}>
            {t("People")}
          </Link>
        }
        art={<Avatar name={name} size="lg" />}
        name={name}
        badges={
          <>
            <KnownBadge person={person} />
            {person.watched_until !== null && <Badge tone="caution">{t("Watched")}</Badge>}
          </>
        }
        external_id={person.external_id}
        actions={
          <>
            <Activity of={{ resource_type: "person", resource_id: person.id }} />
            <PersonActions person={person} />
          </>
        }
      >
        <Tabs />
      </SubjectHead>
      {/* Below the timeline the profile waits for it: nobody knows yet where it will stand. */}
      <div className="grid flex-1 items-start xl:grid-cols-[minmax(0,1fr)_22rem] max-xl:has-[[data-coming]]:[&>aside]:hidden">
        <div className="min-w-0">{tab === "why" ? <WhyNot person={person} /> : <Timeline id={id} />}</div>
        <aside
          aria-label={t("Profile")}
          className="flex min-w-0 flex-col border-line max-xl:border-t xl:min-h-full xl:border-s"
        >
          <Facts person={person} />
          <Hidden person={person} />
          <Attributes of={person} />
          <Groups person={person} />
        </aside>
      </div>
    </>
  );
}

const TABS = [
  { id: undefined, label: t("Timeline") },
  { id: "why", label: t("Why not?") },
] as const;

function Tabs() {
  return (
    <nav
      ref={showOpenTab}
      aria-label={t("Parts of the page")}
      className="-mx-1.5 -mb-px flex w-full gap-5 overflow-x-auto px-1.5"
    >
      {TABS.map(({ id, label }) => (
        <Link
          key={label}
          from="/$app/people/$id"
          search={(search) => ({ ...search, tab: id })}
          replace
          resetScroll={false}
          // Both stand on one path: the search decides which one is open.
          activeOptions={{ exact: true, includeSearch: true }}
          className={TAB}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
