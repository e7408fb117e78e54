import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { Activity } from "../../settings/audit/activity.tsx";
import { useTitle } from "../../title.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
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
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-line px-(--gutter) pt-5">
        <div className="flex min-w-0 flex-col gap-3">
          <Link
            to="/$app/people"
            params={{ app: app.id }}
            className="w-fit rounded-xs text-xs font-medium text-ink-3 hover:text-ink"
          >
            {t("People")}
          </Link>
          <div className="flex min-w-0 items-center gap-4">
            <Avatar name={name} size="lg" />
            <div className="flex min-w-0 flex-col gap-1">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h1 className="text-lg font-semibold wrap-anywhere">
                  <bdi>{name}</bdi>
                </h1>
                <KnownBadge person={person} />
                {person.watched_until !== null && <Badge tone="caution">{t("Watched")}</Badge>}
              </div>
              <p className="flex flex-wrap items-center gap-x-1 text-xs text-ink-3">
                <bdi dir="ltr" className="font-mono wrap-anywhere">
                  {person.external_id}
                </bdi>
                <CopyButton text={person.external_id} label={t("Copy id")} />
              </p>
            </div>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <Activity of={{ resource_type: "person", resource_id: person.id }} />
          <PersonActions person={person} />
        </div>
        <Tabs />
      </header>
      <div className="grid flex-1 items-start xl:grid-cols-[minmax(0,1fr)_22rem]">
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
    <nav aria-label={t("Parts of the page")} className="-mb-px flex w-full gap-5 overflow-x-auto">
      {TABS.map(({ id, label }) => (
        <Link
          key={label}
          from="/$app/people/$id"
          search={(search) => ({ ...search, tab: id })}
          replace
          resetScroll={false}
          // Both stand on one path: the search decides which one is open.
          activeOptions={{ exact: true, includeSearch: true }}
          className="flex h-9 items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
