import type { Attention } from "@fanfare/contract/schema/responses/analytics/overview";
import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { usePartNames } from "../../components/content/part-names.ts";
import { PickAgain } from "../../components/debug-link/pick-again.tsx";
import { useApp, useCan } from "../../lib/app-context.ts";
import { list } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import {
  describeNearMatch,
  PAGE_OBSTRUCTION_ADVICE,
  PAGE_OBSTRUCTION_LABELS,
  PREPARE_FAILURE_LABELS,
} from "../../model/rates.ts";
import { buttonClass } from "../../ui/elements/button.tsx";

/** Issues that need attention with links to them, or a message that there are none. */
export function AttentionList({ items }: { readonly items: readonly Attention[] }) {
  const { id: app } = useApp();
  return (
    <section aria-labelledby="attention" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="attention" className="text-md font-semibold">
          {t("Needs attention")}
        </h2>
        <Link
          to="/$app/alerts"
          params={{ app }}
          className="rounded-xs text-xs font-medium text-accent-text hover:underline"
        >
          {t("View alerts")}
        </Link>
      </div>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 rounded-lg border border-line px-4 py-3 text-sm text-ink-2">
          <CircleCheck className="size-4 shrink-0 text-positive" />
          {t("No issues found with targets, webhooks, backups, or the app.")}
        </p>
      ) : (
        <ul className="flex flex-col rounded-lg border border-line">
          {items.map((item) => (
            <li
              key={itemKey(item)}
              className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0"
            >
              <TriangleAlert className="size-4 shrink-0 text-caution-text" />
              <AttentionText item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function itemKey(item: Attention): string {
  if ("step_id" in item) return `${item.kind} ${item.content_id} ${item.step_id}`;
  return "tracker_id" in item ? item.tracker_id : item.kind;
}

function AttentionText({ item }: { readonly item: Attention }) {
  const { id: app } = useApp();
  const way = buttonClass("secondary", "sm");
  switch (item.kind) {
    case "app_paused":
      return (
        <Row title={t("App paused")} description={t("No content is shown on its pages.")}>
          <SettingsLink to="/$app/settings/app" />
        </Row>
      );
    case "live_updates_off":
      return (
        <Row title={t("Realtime is turned off")} description={t("Open pages receive changes only after a reload.")}>
          <SettingsLink to="/$app/settings/channels" />
        </Row>
      );
    case "reviews_waiting":
      return (
        <Row
          title={t("Awaiting your review")}
          description={tCount(
            item.contents,
            "{n} draft waits for your approval.",
            "{n} drafts wait for your approval.",
          )}
        >
          <Link to="/$app/content" params={{ app }} search={{ status: "awaiting_review" }} className={way}>
            {t("Review##verb")}
          </Link>
        </Row>
      );
    case "target_missing":
    case "prepare_failed":
    case "page_obstructs":
      return <FailingStep item={item} way={way} />;
    case "tracker_silent":
      return <SilentTracker item={item} way={way} />;
    case "webhooks_failing":
      return <FailingDeliveries item={item} way={way} />;
    case "webhooks_stopped":
      return (
        <Row
          title={
            item.receivers === "webhooks"
              ? tCount(item.stopped, "{n} webhook turned off", "{n} webhooks turned off")
              : tCount(item.stopped, "{n} destination turned off", "{n} destinations turned off")
          }
          description={t("Deliveries failed for 5 days. Check the receiver, then turn it on.")}
        >
          <Link to={RECEIVER_PAGES[item.receivers]} params={{ app }} className={way}>
            {item.receivers === "webhooks" ? t("Webhooks") : t("Destinations")}
          </Link>
        </Row>
      );
    case "backup_failed":
      return (
        <Row
          title={t("Last backup failed")}
          description={t("Your data isn’t backed up. Check the reason in the settings.")}
        >
          <Link to="/$app/settings/data" params={{ app }} className={way}>
            {t("Data and health")}
          </Link>
        </Row>
      );
    case "attributes_mixed":
      return (
        <Row
          title={t("Attributes with mixed types")}
          description={t("{names} received values of different types. Rules that use them may not match.", {
            names: list(item.names),
          })}
        >
          <Link to="/$app/people" params={{ app }} className={way}>
            {t("People")}
          </Link>
        </Row>
      );
  }
}

function SilentTracker({
  item: { tracker_id, name },
  way,
}: {
  readonly item: Extract<Attention, { kind: "tracker_silent" }>;
  readonly way: string;
}) {
  const app = useApp();
  const may_edit = useCan("tracker.write");
  return (
    <Row
      title={t("{name}: no events", { name })}
      description={t("No events in the last 7 days. The target may no longer match exactly one element.")}
    >
      <Link
        to="/$app/trackers/$id"
        params={{ app: app.id, id: tracker_id }}
        search={may_edit ? { point: true } : {}}
        className={way}
      >
        {may_edit ? t("Point at it again") : t("Open##verb")}
      </Link>
    </Row>
  );
}

type Missing = Extract<Attention, { kind: "target_missing" }>;
type Unready = Extract<Attention, { kind: "prepare_failed" }>;
type Obstructed = Extract<Attention, { kind: "page_obstructs" }>;

const FAILING_STEP_TITLES: Readonly<Record<(Missing | Unready | Obstructed)["kind"], (name: string) => string>> = {
  target_missing: (name) => t("{name}: target not found", { name }),
  prepare_failed: (name) => t("{name}: page not ready", { name }),
  page_obstructs: (name) => t("{name}: hard to use on your page", { name }),
};

/** Links directly to the step. */
function FailingStep({ item, way }: { readonly item: Missing | Unready | Obstructed; readonly way: string }) {
  const { id: app } = useApp();
  const { content_id: id, step_id: step } = item;
  const called = usePartNames(id).get(step) ?? step;
  return (
    <Row title={FAILING_STEP_TITLES[item.kind](item.name)} description={describeFailing(item, called)}>
      {(item.kind === "target_missing" || (item.kind === "page_obstructs" && item.how === "target_moving")) && (
        <PickAgain place={{ content_id: id, step_id: step }} />
      )}
      <Link to="/$app/content/$id" params={{ app, id }} search={{ step }} className={way}>
        {t("Open##verb")}
      </Link>
    </Row>
  );
}

function describeFailing(item: Missing | Unready | Obstructed, step: string): string {
  switch (item.kind) {
    case "target_missing":
      return describeMissing(item, step);
    case "prepare_failed":
      return describeUnready(item, step);
    case "page_obstructs":
      return t("Step “{step}” was hard to use in {obstructed} of {views} views in the last 7 days: {why}. {advice}", {
        ...{ step, obstructed: item.obstructed, views: item.views },
        ...{ why: PAGE_OBSTRUCTION_LABELS[item.how], advice: PAGE_OBSTRUCTION_ADVICE[item.how] },
      });
  }
}

function describeMissing({ missing, views, near }: Missing, step: string): string {
  const values = { missing, views, step };
  return near === undefined
    ? t("Step “{step}” didn’t find its target in {missing} of {views} views in the last 7 days.", values)
    : t("Step “{step}” didn’t find its target in {missing} of {views} views in the last 7 days: {near}", {
        ...values,
        near: describeNearMatch(near),
      });
}

function describeUnready({ failed, views, why }: Unready, step: string): string {
  return t("The page wasn’t ready for step “{step}” in {failed} of {views} views in the last 7 days: {why}.", {
    ...{ failed, views, step },
    why: PREPARE_FAILURE_LABELS[why],
  });
}

/** For members who may change the setting. */
function SettingsLink({ to }: { readonly to: "/$app/settings/app" | "/$app/settings/channels" }) {
  const { id: app } = useApp();
  if (!useCan("app.write")) return null;
  return (
    <Link to={to} params={{ app }} className={buttonClass("secondary", "sm")}>
      {t("Settings")}
    </Link>
  );
}

function Row({
  title,
  description,
  children,
}: {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <div className="flex min-w-52 flex-1 flex-col gap-0.5">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="text-xs text-ink-2 wrap-anywhere">{description}</span>
      </div>
      {children}
    </>
  );
}

const RECEIVER_PAGES = { webhooks: "/$app/webhooks", destinations: "/$app/destinations" } as const;

interface FailingDeliveriesProps {
  readonly item: Extract<Attention, { kind: "webhooks_failing" }>;
  readonly way: string;
}

function FailingDeliveries({ item: { receivers, dead, failing }, way }: FailingDeliveriesProps) {
  const { id: app } = useApp();
  const is_webhook = receivers === "webhooks";
  return (
    <Row
      title={is_webhook ? t("Webhook deliveries are failing") : t("Deliveries to destinations are failing")}
      description={
        dead > 0
          ? tCount(dead, "{n} delivery failed in the last day.", "{n} deliveries failed in the last day.")
          : is_webhook
            ? tCount(
                failing,
                "{n} webhook doesn’t accept deliveries. They’re retried for 3 days.",
                "{n} webhooks don’t accept deliveries. They’re retried for 3 days.",
              )
            : tCount(
                failing,
                "{n} destination doesn’t accept deliveries. They’re retried for 3 days.",
                "{n} destinations don’t accept deliveries. They’re retried for 3 days.",
              )
      }
    >
      <Link
        to={RECEIVER_PAGES[receivers]}
        params={{ app }}
        search={{ state: dead > 0 ? "dead" : "pending" }}
        className={way}
      >
        {t("View deliveries")}
      </Link>
    </Row>
  );
}
