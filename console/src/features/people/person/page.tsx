import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Activity } from "../../../components/audit/activity.tsx";
import { IdentityBadge } from "../../../components/person/identity-badge.tsx";
import { Attributes, Facts, Groups } from "../../../components/person/profile.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { personQueries } from "../../../lib/queries/people.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { personName } from "../../../model/person-labels.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { Badge } from "../../../ui/elements/badge.tsx";
import { BACK_LINK } from "../../../ui/page/back-link.ts";
import { ResourceHeader } from "../../../ui/page/resource-header.tsx";
import { showOpenTab, TAB } from "../../../ui/page/tabs.ts";
import { PersonActions } from "./actions.tsx";
import { EmailList } from "./emails.tsx";
import { Explain } from "./explain.tsx";
import { Lists } from "./lists.tsx";
import { PushList } from "./pushes.tsx";
import { SuppressionList } from "./suppressions.tsx";
import { Timeline } from "./timeline.tsx";

const route = getRouteApi("/$app/people/$id");

/** Remounts for another person, which closes all dialogs. */
export function PersonPage() {
  const { app, id } = route.useParams();
  return <Page key={`${app} ${id}`} id={id} />;
}

function Page({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const { data: person } = useSuspenseQuery(personQueries.one(api, app.id, id));
  const { tab } = route.useSearch();
  const name = personName(person);
  useTitle(name, t("People"));

  return (
    <>
      <ResourceHeader
        back={
          <Link to="/$app/people" params={{ app: app.id }} className={BACK_LINK}>
            {t("People")}
          </Link>
        }
        art={<Avatar name={name} size="lg" />}
        name={name}
        badges={
          <>
            <IdentityBadge person={person} />
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
      </ResourceHeader>
      {/* Below the timeline, the profile stays hidden until the timeline has loaded, to avoid a layout shift. */}
      <div className="grid flex-1 content-start items-start xl:content-stretch xl:grid-cols-[minmax(0,1fr)_22rem] max-xl:has-[[data-coming]]:[&>aside]:hidden">
        <div className="min-w-0">{tab === "why" ? <Explain person={person} /> : <Timeline id={id} />}</div>
        <aside
          aria-label={t("Profile")}
          className="flex min-w-0 flex-col border-line max-xl:border-t xl:min-h-full xl:border-s"
        >
          <Facts person={person} />
          <SuppressionList person={person} />
          <PushList person={person} />
          <EmailList person={person} />
          <Attributes of={person} />
          <Groups person={person} />
          <Lists person={person} />
        </aside>
      </div>
    </>
  );
}

const TABS = [
  { id: undefined, label: t("Timeline") },
  { id: "why", label: t("Explain") },
] as const;

function Tabs() {
  return (
    <nav
      ref={showOpenTab}
      aria-label={t("Page sections")}
      className="-mx-1.5 -mb-px flex w-full gap-5 overflow-x-auto px-1.5"
    >
      {TABS.map(({ id, label }) => (
        <Link
          key={label}
          from="/$app/people/$id"
          search={(search) => ({ ...search, tab: id })}
          replace
          resetScroll={false}
          // Both tabs share one path, so the search parameters decide which is active.
          activeOptions={{ exact: true, includeSearch: true }}
          className={TAB}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
