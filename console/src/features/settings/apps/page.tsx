import type { App } from "@fanfare/contract/schema/responses/content/content";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AppWindow, Plus } from "lucide-react";
import { useState } from "react";
import { CreateAppDialog } from "../../../components/app/create-app-dialog.tsx";
import { useApp, useAppContext, useCan, useMe } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { CopyButton } from "../../../ui/elements/copy-button.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";

/** Apps (environments of the customer's product). */
export function AppsPage() {
  useTitle(t("Apps"), t("Settings"));
  const { apps } = useMe();
  const { api } = useAppContext();
  const administers = useCan("app.create");
  const [creating, setCreating] = useState(false);
  const statuses = useQueries({ queries: apps.map((app) => settingsQueries.appStatus(api, app.id)) });
  return (
    <>
      <PageHeader
        title={t("Apps")}
        description={t(
          "Create an app for each environment, such as production and staging. Apps share content, but not people or secrets.",
        )}
        actions={
          administers && (
            <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
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
      <CreateAppDialog open={creating} onOpenChange={setCreating} />
    </>
  );
}

interface AppItemProps {
  readonly app: App;
  readonly connections: number | undefined;
  /** Whether the member may open an app's settings. */
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
            className="row-link truncate text-base font-medium text-ink"
          >
            <bdi>{app.name}</bdi>
          </Link>
          {current && <Badge>{t("Current app")}</Badge>}
        </span>
        <span className="text-xs text-ink-3 tabular-nums">{t("ID {id}", { id: app.id })}</span>
      </div>
      <span className="relative z-1 flex items-center gap-1 font-mono text-xs text-ink-2 max-sm:ms-13">
        <bdi dir="ltr">{app.key}</bdi>
        <CopyButton text={app.key} label={t("Copy app key of {name}", { name: app.name })} />
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
