import type { Webhook, WebhookDeliveriesResponse } from "@fanfare/contract/schema/webhook";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RotateCw, Send } from "lucide-react";
import { useApp, useDoors, useMayAdminister } from "../doors.ts";
import { useEndless } from "../endless.ts";
import { ExportButton } from "../exports/export-button.tsx";
import { t, tCount } from "../language/t.ts";
import { asProblem, queries } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { LongList } from "../ui/long-list.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Delivery } from "./delivery.tsx";

const route = getRouteApi("/$app/webhooks");

const OPTIONS = [
  { value: "all", label: t("All") },
  { value: "pending", label: t("Waiting") },
  { value: "delivered", label: t("Arrived") },
  { value: "dead", label: t("Given up") },
] as const;

/** Between two looks at deliveries that wait. */
const LOOK_MS = 2_000;

/** Whether the newest are all that is shown, and one of them is still to arrive. */
function isMoving(pages: readonly WebhookDeliveriesResponse[]): boolean {
  return pages.length === 1 && pages.some(({ items }) => items.some(({ state }) => state === "pending"));
}

/** What was sent, the newest first, and what came of it. */
export function Deliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { api } = useDoors();
  const app = useApp();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({
    ...queries.deliveries(api, { app_id: app.id, state }),
    refetchInterval: ({ state: { data } }) => (isMoving(data?.pages ?? []) ? LOOK_MS : false),
  });
  const deliveries = useEndless(query, ({ id }) => id);
  const { items } = deliveries;
  const may_export = useMayAdminister();

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
          <ExportButton
            title={t("Export deliveries")}
            description={
              state === undefined
                ? t("Every call to the webhooks of {app} that is kept, with what was sent and what came of it.", {
                    app: app.name,
                  })
                : t("The calls of this list: those to the webhooks of {app} that stand so.", { app: app.name })
            }
            table="webhook_deliveries"
            filter={{ state }}
            rowsInWords={(rows) => tCount(rows, "{n} delivery", "{n} deliveries")}
          />
        )}
        <Button icon={<RotateCw />} busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("Refresh")}
        </Button>
      </div>
      {query.isError && query.data === undefined ? (
        <ProblemNotice problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data !== undefined && items.length === 0 ? (
        <EmptyState
          art={<EmptyArt icon={Send} />}
          title={state === undefined ? t("Nothing was sent yet") : t("None in this state")}
        >
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
            <Delivery delivery={delivery} webhook={webhooks.find((each) => each.id === delivery.webhook_id)} />
          )}
        </LongList>
      )}
      {deliveries.long && <ListEnd of={deliveries} words={tCount(items.length, "{n} delivery", "{n} deliveries")} />}
    </section>
  );
}
