import type { AlertState } from "@fanfare/contract/events/alert-states";
import type { Alert } from "@fanfare/contract/schema/responses/analytics/alert";
import { ALERT_TEXTS } from "@fanfare/contract/wording/alerts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { BellRing, CircleCheck, CircleMinus, type LucideIcon, TriangleAlert } from "lucide-react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { tCause } from "../../lib/i18n/cause.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useTitle } from "../../lib/use-title.ts";
import { cx } from "../../ui/cx.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { buttonClass } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
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
  const { api } = useAppContext();
  const app = useApp();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(queries.alerts(api, { app_id: app.id, state }));
  const alerts = useInfiniteList(query, ({ id }) => id);
  const { items } = alerts;
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
      {query.data === undefined ? (
        query.isError ? (
          <QueryProblem of={query} />
        ) : (
          <Loading query={query} />
        )
      ) : items.length === 0 ? (
        <NoAlerts state={state} />
      ) : (
        <ul aria-label={t("Alerts")} className="mx-(--gutter) mb-10 flex flex-col rounded-lg border border-line">
          {items.map((alert) => (
            <AlertItem key={alert.id} alert={alert} of={state} />
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

interface AlertItemProps {
  readonly alert: Alert;
  /** State of all alerts in the list. */
  readonly of: AlertState;
}

function AlertItem({ alert, of }: AlertItemProps) {
  const { kind, values, opened_at, resolved_at } = alert;
  const say = (part: "title" | "text" | "advice"): string => tCause(ALERT_TEXTS, { code: `${kind}_${part}`, values });
  const { label, tone, icon: Icon, color } = STATES[alert.state];
  const is_open = alert.state === "open";
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2.5 border-b border-line px-4 py-3.5 text-sm last:border-b-0">
      <Icon aria-hidden="true" className={cx("mt-0.5 size-4 shrink-0", color)} />
      <div className="flex min-w-48 flex-1 flex-col gap-0.5 wrap-anywhere">
        <h2 className={cx("font-medium", !is_open && "text-ink-2")}>{say("title")}</h2>
        <p className="text-xs text-ink-2 text-pretty">{is_open ? `${say("text")} ${say("advice")}` : say("text")}</p>
        <p className="text-xs text-ink-3">
          {resolved_at === null ? (
            <Sentence text="Opened {when}" parts={{ when: <RelativeTime at={opened_at} /> }} />
          ) : (
            <Sentence
              text="Opened {when}, resolved {resolved}"
              parts={{ when: <RelativeTime at={opened_at} />, resolved: <RelativeTime at={resolved_at} /> }}
            />
          )}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-4 max-sm:ms-8 max-sm:w-full">
        {of !== "open" && (
          <span className="flex sm:w-34">
            <Badge tone={tone} dot>
              {label}
            </Badge>
          </span>
        )}
        <span className="flex sm:w-32 sm:justify-end">{is_open && <AlertLink alert={alert} />}</span>
      </div>
    </li>
  );
}

/** Opens what the alert is about. */
function AlertLink({ alert: { kind, content_id, step_id, receiver_id } }: { readonly alert: Alert }) {
  const { id: app } = useApp();
  const className = buttonClass("secondary", "sm");
  switch (kind) {
    case "target_lost":
      return (
        <Link
          to="/$app/content/$id"
          params={{ app, id: content_id ?? "" }}
          search={step_id === null ? {} : { step: step_id }}
          className={className}
        >
          {t("Open step")}
        </Link>
      );
    case "completion_halved":
      return (
        <Link
          to="/$app/analytics"
          params={{ app }}
          search={content_id === null ? {} : { content: content_id }}
          className={className}
        >
          {t("View report")}
        </Link>
      );
    case "deliveries_failing":
    case "deliveries_stopped":
      return (
        <Link
          to={receiver_id?.startsWith("dst_") === true ? "/$app/destinations" : "/$app/webhooks"}
          params={{ app }}
          className={className}
        >
          {t("View deliveries")}
        </Link>
      );
    case "backup_failed":
    case "backup_overdue":
      return (
        <Link to="/$app/settings/data" params={{ app }} className={className}>
          {t("Data and health")}
        </Link>
      );
  }
}
