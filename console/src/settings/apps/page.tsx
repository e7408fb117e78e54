import type { App } from "@fanfare/contract/schema/api";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AppWindow, Plus } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors, useMayAdminister, useMe } from "../../doors.ts";
import { t, tCount } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { settingsQueries } from "../queries.ts";
import { NewApp } from "./new-app.tsx";

/** The environments of the customer's product. */
export function AppsPage() {
  useTitle(t("Apps"), t("Settings"));
  const { apps } = useMe();
  const { api } = useDoors();
  const administers = useMayAdminister();
  const [creating, setCreating] = useState(false);
  const statuses = useQueries({ queries: apps.map((app) => settingsQueries.appStatus(api, app.id)) });
  return (
    <>
      <PageHeader
        title={t("Apps")}
        description={t(
          "One for each environment of your product, production and staging for instance. Content is shared; what is live, people and secrets are each app’s own.",
        )}
        actions={
          administers && (
            <Button look="primary" icon={<Plus />} onClick={() => setCreating(true)}>
              {t("New app")}
            </Button>
          )
        }
      />
      <ul className="border-t border-line">
        {apps.map((app, index) => (
          <AppItem key={app.id} app={app} connections={statuses[index]?.data?.connections} leads={administers} />
        ))}
      </ul>
      <NewApp open={creating} onOpenChange={setCreating} />
    </>
  );
}

interface AppItemProps {
  readonly app: App;
  readonly connections: number | undefined;
  /** Whether the member may look into the settings of an app. */
  readonly leads: boolean;
}

function AppItem({ app, connections, leads }: AppItemProps) {
  const current = useApp().id === app.id;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5 hover:bg-fill has-[a:focus-visible]:bg-fill">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-fill text-ink-2">
        <AppWindow className="size-4.5" />
      </span>
      <div className="flex min-w-40 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={leads ? "/$app/settings/app" : "/$app/settings/install"}
            params={{ app: app.id }}
            search={{}}
            className="truncate text-base font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <bdi>{app.name}</bdi>
          </Link>
          {current && <Badge>{t("You are here")}</Badge>}
        </span>
        <span className="text-xs text-ink-3 tabular-nums">{t("Id {id}", { id: app.id })}</span>
      </div>
      <span className="relative z-1 flex items-center gap-1 font-mono text-xs text-ink-2 max-sm:ms-13">
        <bdi dir="ltr">{app.key}</bdi>
        <CopyButton text={app.key} label={t("Copy the key of {name}", { name: app.name })} />
      </span>
      <span className="flex max-sm:ps-13 sm:w-36 sm:justify-end">
        {app.paused ? (
          <Badge tone="caution" dot>
            {t("Paused")}
          </Badge>
        ) : (
          connections !== undefined && (
            <Badge tone={connections > 0 ? "positive" : "neutral"} dot>
              {tCount(connections, "{n} connection", "{n} connections")}
            </Badge>
          )
        )}
      </span>
    </li>
  );
}
