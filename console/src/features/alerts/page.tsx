import type { AlertState } from "@fanfare/contract/events/alert-states";
import type { Alert } from "@fanfare/contract/schema/responses/analytics/alert";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { BellRing, CircleCheck, CircleMinus, type LucideIcon, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { AlertText } from "../../components/attention/alert-text.tsx";
import { ATTENTION_ITEM, ATTENTION_LIST, AttentionItemRow } from "../../components/attention/attention-item-row.tsx";
import { useAttention } from "../../components/attention/use-attention.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useTitle } from "../../lib/use-title.ts";
import { cx } from "../../ui/cx.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";

const route = getRouteApi("/$app/alerts");

const STATE_OPTIONS = [
  { value: "open", label: t("Open##alerts") },
  { value: "resolved", label: t("Resolved") },
  { value: "all", label: t("All") },
] as const;

export function AlertsPage() {
  useTitle(t("Alerts"));
  const app = useApp();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={t("Alerts")}
        description={t("Problems that Fanfare found in {app} and on the server, and what to do", { app: app.name })}
        actions={
          <Segmented
            label={t("State")}
            value={state}
            options={STATE_OPTIONS}
            onChange={(chosen) => void navigate({ search: { state: chosen }, resetScroll: false })}
          />
        }
      />
      <h2 className="sr-only">{STATE_OPTIONS.find(({ value }) => value === state)?.label}</h2>
      {state === "open" ? <OpenAlerts /> : <StoredAlerts state={state} />}
    </>
  );
}

/** What the navigation and the overview count. */
function OpenAlerts() {
  const { query, items, dismissed } = useAttention();
  const [is_shown, setShown] = useState(false);
  if (query.data === undefined) return query.isError ? <QueryProblem of={query} /> : <Loading query={query} />;
  return (
    <div className="flex flex-col gap-4 px-(--gutter) pb-10">
      {items.length === 0 ? (
        <NoAlerts state="open" />
      ) : (
        <ul aria-label={t("Alerts")} className={ATTENTION_LIST}>
          {items.map((item) => (
            <AttentionItemRow key={item.key} item={item} />
          ))}
        </ul>
      )}
      {dismissed.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => setShown(!is_shown)}
          aria-expanded={is_shown}
        >
          {is_shown
            ? t("Hide dismissed alerts")
            : tCount(dismissed.length, "Show {n} dismissed alert", "Show {n} dismissed alerts")}
        </Button>
      )}
      {is_shown && dismissed.length > 0 && (
        <ul aria-label={t("Dismissed alerts")} className={ATTENTION_LIST}>
          {dismissed.map((item) => (
            <AttentionItemRow key={item.key} item={item} dismissed />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Resolved alerts, or all: notices, and alerts in any state. */
function StoredAlerts({ state }: { readonly state: Exclude<AlertState, "open"> }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useInfiniteQuery(queries.alerts(api, { app_id: app.id, state }));
  const alerts = useInfiniteList(query, ({ id }) => id);
  const { items } = alerts;
  const notices = useAttention().items.filter(({ kind }) => state === "all" && kind === "notice");
  if (query.data === undefined) return query.isError ? <QueryProblem of={query} /> : <Loading query={query} />;
  return (
    <>
      {items.length + notices.length === 0 ? (
        <NoAlerts state={state} />
      ) : (
        <ul aria-label={t("Alerts")} className={cx(ATTENTION_LIST, "mx-(--gutter) mb-10")}>
          {notices.map((item) => (
            <AttentionItemRow key={item.key} item={item} />
          ))}
          {items.map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {alerts.long && <ListEnd of={alerts} text={tCount(items.length, "{n} alert", "{n} alerts")} />}
    </>
  );
}

const EMPTY_TITLES: Readonly<Record<AlertState, string>> = {
  open: t("No open alerts"),
  resolved: t("No resolved alerts"),
  all: t("No alerts yet"),
};

function NoAlerts({ state }: { readonly state: AlertState }) {
  return (
    <EmptyState
      art={<EmptyArt icon={state === "open" ? CircleCheck : BellRing} />}
      title={EMPTY_TITLES[state]}
      actions={
        state === "open" && (
          <Link from="/$app/alerts" search={{ state: "resolved" }} className={buttonClass("secondary", "md")}>
            {t("View resolved alerts")}
          </Link>
        )
      }
    >
      {t("Alerts appear here when targets are lost, tours are completed less often, or deliveries or backups fail.")}
    </EmptyState>
  );
}

const STATES: Readonly<
  Record<
    Alert["state"],
    { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon; readonly color: string }
  >
> = {
  open: { label: t("Open##alerts"), tone: "caution", icon: TriangleAlert, color: "text-caution-text" },
  healed: { label: t("Resolved"), tone: "positive", icon: CircleCheck, color: "text-positive" },
  gone: { label: t("No longer applies"), tone: "neutral", icon: CircleMinus, color: "text-ink-3" },
};

/** An alert in a list of other states. */
function AlertItem({ alert }: { readonly alert: Alert }) {
  const { label, tone, icon: Icon, color } = STATES[alert.state];
  return (
    <li className={ATTENTION_ITEM}>
      <Icon aria-hidden="true" className={cx("mt-0.5 size-4 shrink-0", color)} />
      <AlertText alert={alert}>
        <Badge tone={tone} dot>
          {label}
        </Badge>
      </AlertText>
    </li>
  );
}
