import type { Webhook, WebhookDelivery } from "@fanfare/contract/schema/webhook";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, RotateCw } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApp, useDoors, useMayAdminister } from "../doors.ts";
import { useEndless } from "../endless.ts";
import { t, tCount, tKnown } from "../language/t.ts";
import { asProblem, queries, webhooksOf } from "../queries.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { LongList, LongListItem } from "../ui/long-list.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { ServerWords } from "../ui/server-words.tsx";
import { toast } from "../ui/toast.tsx";
import { eventNames } from "./events.ts";

const ListExport = lazy(async () => ({ default: (await import("../exports/list-export.tsx")).ListExport }));
const route = getRouteApi("/$app/webhooks");

const OPTIONS = [
  { value: "all", label: t("All") },
  { value: "pending", label: t("Waiting") },
  { value: "delivered", label: t("Arrived") },
  { value: "dead", label: t("Given up") },
] as const;

const STATES: Readonly<Record<WebhookDelivery["state"], { readonly tone: Tone; readonly label: string }>> = {
  pending: { tone: "caution", label: t("Waiting") },
  delivered: { tone: "positive", label: t("Arrived") },
  dead: { tone: "negative", label: t("Given up") },
};

/** What was sent, the newest first, and what came of it. */
export function Deliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { api } = useDoors();
  const app = useApp();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(queries.deliveries(api, { app_id: app.id, state }));
  const deliveries = useEndless(query, ({ id }) => id);
  const { items } = deliveries;
  const may_export = useMayAdminister();
  const [exporting, setExporting] = useState<boolean | undefined>();

  return (
    <section aria-labelledby="deliveries" className="flex flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-(--gutter) pt-7 pb-3">
        <h2 id="deliveries" className="flex-1 text-md font-semibold">
          {t("Deliveries")}
        </h2>
        <Segmented
          label={t("State")}
          value={state ?? "all"}
          options={OPTIONS}
          onChange={(chosen) =>
            void navigate({ search: chosen === "all" ? {} : { state: chosen }, resetScroll: false })
          }
          className="max-sm:w-full"
        />
        {may_export && items.length > 0 && (
          <Button size="sm" icon={<Download />} onClick={() => setExporting(true)}>
            {t("Export")}
          </Button>
        )}
        <Button size="sm" icon={<RotateCw />} busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("Refresh")}
        </Button>
      </div>
      {exporting !== undefined && (
        <Suspense>
          <ListExport
            open={exporting}
            onOpenChange={setExporting}
            title={t("Export deliveries")}
            description={t(
              "Every call to the webhooks of {app} that is kept, with what was sent and what came of it.",
              {
                app: app.name,
              },
            )}
            table="webhook_deliveries"
            rowsInWords={(rows) => tCount(rows, "{n} delivery", "{n} deliveries")}
          />
        </Suspense>
      )}
      {query.isError && query.data === undefined ? (
        <ProblemNotice problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data !== undefined && items.length === 0 ? (
        <EmptyState title={state === undefined ? t("Nothing was sent yet") : t("None in this state")}>
          {t(
            "A delivery appears here as soon as something happens on a channel; those that arrived are kept for a while.",
          )}
        </EmptyState>
      ) : (
        <LongList
          label={t("Deliveries")}
          rows={items}
          total={deliveries.state === "ended" ? items.length : -1}
          keyOf={({ id }) => id}
          row_px={84}
          busy={query.isPlaceholderData}
          className="flex-1"
        >
          {(delivery) => (
            <Delivery delivery={delivery} url={webhooks.find((each) => each.id === delivery.webhook_id)?.url} />
          )}
        </LongList>
      )}
      {deliveries.long && <ListEnd of={deliveries} words={tCount(items.length, "{n} delivery", "{n} deliveries")} />}
    </section>
  );
}

function Delivery({ delivery, url }: { readonly delivery: WebhookDelivery; readonly url: string | undefined }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { tone, label } = STATES[delivery.state];
  const attempts = tCount(delivery.attempts, "{n} attempt", "{n} attempts");

  const replay = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.replay(app.id, delivery.id);
      toast.done({ title: t("Sent once more") });
    } catch (error) {
      toast.problem(asProblem(error));
    } finally {
      setBusy(false);
      await client.invalidateQueries(webhooksOf(app.id));
    }
  };

  return (
    <LongListItem className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3">
      <span className="mt-px w-20">
        <Badge tone={tone} dot>
          {label}
        </Badge>
      </span>
      <div className="flex min-w-52 flex-1 flex-col gap-0.5">
        <bdi dir="ltr" className="w-fit font-mono text-sm wrap-anywhere">
          {eventNames(delivery.body).join(", ") || delivery.id}
        </bdi>
        {url !== undefined && (
          <bdi dir="ltr" className="w-fit text-xs text-ink-3 wrap-anywhere">
            {url}
          </bdi>
        )}
        {delivery.last_error !== null && (
          <bdi className="w-fit text-xs text-negative-text wrap-anywhere">
            <ServerWords text={tKnown(delivery.last_error)} />
          </bdi>
        )}
        <details className="text-xs text-ink-3">
          <summary className="w-fit py-1">{t("What is sent")}</summary>
          <pre
            dir="ltr"
            className="mt-1 rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap text-ink-2 wrap-anywhere"
          >
            {delivery.body}
          </pre>
        </details>
      </div>
      <div className="flex flex-col items-end gap-1 text-xs text-ink-3 tabular-nums">
        <RelativeTime at={delivery.created_at} />
        <span>
          {delivery.last_status === null
            ? attempts
            : t("{attempts}, {status}", { attempts, status: String(delivery.last_status) })}
        </span>
      </div>
      {delivery.state === "dead" && (
        <Button size="sm" icon={<RotateCw />} busy={busy} onClick={() => void replay()}>
          {t("Replay")}
        </Button>
      )}
    </LongListItem>
  );
}
