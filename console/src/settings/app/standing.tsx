import { useQuery } from "@tanstack/react-query";
import { useApp, useDoors } from "../../doors.ts";
import { t, tCount } from "../../language/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { settingsQueries } from "../queries.ts";

/** How the app of the address stands now, in a word. */
export function AppStanding() {
  const { api } = useDoors();
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
  if (data.first_page_at === null && data.connections === 0) return <Badge dot>{t("No page yet")}</Badge>;
  return (
    <Badge tone="positive" dot>
      {tCount(data.connections, "{n} connection", "{n} connections")}
    </Badge>
  );
}
