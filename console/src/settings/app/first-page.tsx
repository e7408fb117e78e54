import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useApp, useDoors } from "../../doors.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t, tCount } from "../../language/t.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { appOf, settingsQueries } from "../queries.ts";

/** Waits for the first page: the server tells open consoles when it comes. */
export function FirstPage() {
  const { api, guest } = useDoors();
  const client = useQueryClient();
  const app = useApp();
  const { data } = useQuery(settingsQueries.appStatus(api, app.id));
  useEffect(() => guest.onChanged(() => void client.invalidateQueries(appOf(app.id))), [guest, client, app.id]);
  if (data === undefined) return <div className="h-16" />;
  if (data.first_page_at === null) {
    return (
      <div role="status" className="flex items-start gap-3 rounded-md border border-line border-dashed p-4 text-sm">
        <Spinner className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <span className="flex flex-col gap-0.5">
          <strong>{t("Waiting for the first page")}</strong>
          <span className="text-ink-2">{t("Open a page with the snippet. This turns green as soon as it calls.")}</span>
        </span>
      </div>
    );
  }
  return (
    <div role="status" className="flex items-start gap-3 rounded-md bg-positive-soft p-4 text-sm text-positive-text">
      <CircleCheck className="mt-0.5 size-4 shrink-0" />
      <span className="flex flex-col gap-0.5">
        <strong>{t("It works")}</strong>
        <span className="text-ink-2">
          <Sentence text="The first page called {when}." parts={{ when: <RelativeTime at={data.first_page_at} /> }} />{" "}
          {tCount(data.connections, "{n} connection is open now.", "{n} connections are open now.")}
        </span>
      </span>
    </div>
  );
}
