import { getRouteApi, Link } from "@tanstack/react-router";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useTitle } from "../../lib/use-title.ts";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { showOpenTab, TAB, TAB_ROW } from "../../ui/page/tabs.ts";
import { Channels } from "./channels.tsx";
import { Connections } from "./connections.tsx";
import { Events } from "./events.tsx";
import type { RealtimeTab } from "./search.ts";
import { SendEvent } from "./send-event.tsx";

const route = getRouteApi("/$app/live");

const TABS: readonly { readonly id: RealtimeTab; readonly label: string }[] = [
  { id: "channels", label: t("Channels") },
  { id: "events", label: t("Events") },
  { id: "send", label: t("Send test event") },
  { id: "connections", label: t("Connections") },
];

function Tab({ tab }: { readonly tab: RealtimeTab }) {
  switch (tab) {
    case "channels":
      return <Channels />;
    case "events":
      return <Events />;
    case "send":
      return <SendEvent />;
    case "connections":
      return <Connections />;
  }
}

export function RealtimePage() {
  const app = useApp();
  const { tab } = route.useSearch();
  useTitle(t("{part}, Realtime", { part: TABS.find(({ id }) => id === tab)?.label ?? "" }));
  return (
    <>
      <PageHeader
        title={t("Realtime")}
        description={t("Channels, events, and connections of {app}", { app: app.name })}
      />
      <nav ref={showOpenTab} aria-label={t("Realtime sections")} className={TAB_ROW}>
        {TABS.map(({ id, label }) => (
          <Link
            key={id}
            from="/$app/live"
            search={{ tab: id }}
            resetScroll={false}
            // Otherwise, the router would mark the first tab active on every tab: its search parameters are empty.
            activeOptions={{ exact: true }}
            aria-current={id === tab ? "page" : undefined}
            className={TAB}
          >
            {label}
          </Link>
        ))}
      </nav>
      {tab !== "messages" && <Tab tab={tab} />}
    </>
  );
}
