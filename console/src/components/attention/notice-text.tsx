import type { Attention } from "@fanfare/contract/schema/responses/analytics/overview";
import { Link } from "@tanstack/react-router";
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
import { usePartNames } from "../content/part-names.ts";
import { PickAgain } from "../debug-link/pick-again.tsx";
import { AttentionRow } from "./attention-row.tsx";

/** Text of a notice, and a link to where it's fixed. */
export function NoticeText({ item }: { readonly item: Attention }) {
  const { id: app } = useApp();
  const way = buttonClass("secondary", "sm");
  switch (item.kind) {
    case "app_paused":
      return (
        <AttentionRow title={t("App paused")} description={t("No content is shown on its pages.")}>
          <SettingsLink to="/$app/settings/app" />
        </AttentionRow>
      );
    case "live_updates_off":
      return (
        <AttentionRow
          title={t("Realtime is turned off")}
          description={t("Open pages receive changes only after a reload.")}
        >
          <SettingsLink to="/$app/settings/channels" />
        </AttentionRow>
      );
    case "reviews_waiting":
      return (
        <AttentionRow
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
        </AttentionRow>
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
        <AttentionRow
          title={t("{name} turned off", { name: item.name })}
          description={t("Deliveries failed for 5 days. Check the receiver, then turn it on.")}
        >
          <Link to={RECEIVER_PAGES[item.receivers]} params={{ app }} className={way}>
            {item.receivers === "webhooks" ? t("Webhooks") : t("Destinations")}
          </Link>
        </AttentionRow>
      );
    case "backup_failed":
      return (
        <AttentionRow
          title={t("Last backup failed")}
          description={t("Your data isn’t backed up. Check the reason in the settings.")}
        >
          <Link to="/$app/settings/data" params={{ app }} className={way}>
            {t("Data and health")}
          </Link>
        </AttentionRow>
      );
    case "attributes_mixed":
      return (
        <AttentionRow
          title={t("Attributes with mixed types")}
          description={t("{names} received values of different types. Rules that use them may not match.", {
            names: list(item.names),
          })}
        >
          <Link to="/$app/people" params={{ app }} className={way}>
            {t("People")}
          </Link>
        </AttentionRow>
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
    <AttentionRow
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
    </AttentionRow>
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
    <AttentionRow title={FAILING_STEP_TITLES[item.kind](item.name)} description={describeFailing(item, called)}>
      {(item.kind === "target_missing" || (item.kind === "page_obstructs" && item.how === "target_moving")) && (
        <PickAgain place={{ content_id: id, step_id: step }} />
      )}
      <Link to="/$app/content/$id" params={{ app, id }} search={{ step }} className={way}>
        {t("Open##verb")}
      </Link>
    </AttentionRow>
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

const RECEIVER_PAGES = { webhooks: "/$app/webhooks", destinations: "/$app/destinations" } as const;

interface FailingDeliveriesProps {
  readonly item: Extract<Attention, { kind: "webhooks_failing" }>;
  readonly way: string;
}

function FailingDeliveries({ item: { receivers, name, dead, failing }, way }: FailingDeliveriesProps) {
  const { id: app } = useApp();
  return (
    <AttentionRow
      title={failing > 0 ? t("{name}: deliveries are failing", { name }) : t("{name}: deliveries failed", { name })}
      description={
        dead > 0
          ? tCount(dead, "{n} delivery failed in the last day.", "{n} deliveries failed in the last day.")
          : t("All recent attempts failed. Deliveries are retried for 3 days.")
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
    </AttentionRow>
  );
}
