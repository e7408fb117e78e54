import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { Badge } from "../../../ui/elements/badge.tsx";

/** How the app of the address stands now, in a word. */
export function AppStatus() {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(settingsQueries.appStatus(api, app.id));
  if (app.paused) {
    return (
      <Badge tone="caution" dot>
        {t("Paused")}
      </Badge>
    );
  }
  if (data === undefined) return null;
  if (data.first_page_at === null && data.connections === 0) return <Badge dot>{t("Not connected")}</Badge>;
  return (
    <Badge tone="positive" dot>
      {tCount(data.connections, "{n} connection", "{n} connections")}
    </Badge>
  );
}
