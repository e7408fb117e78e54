import type { DeliveryState } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate, LiveUpdateCounts } from "@fanfare/contract/schema/responses/realtime/live-update";
import { percent } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";

/** How far a message, its notification, and its email got. */
export function MessageResults({ update: { counts } }: { readonly update: LiveUpdate }) {
  return (
    <>
      <MessageReach counts={counts} />
      {counts.pushes !== null && <PushReach pushes={counts.pushes} />}
      {counts.emails !== null && <EmailReach emails={counts.emails} />}
    </>
  );
}

/** The people whose furthest state this is. */
interface Reach {
  readonly id: DeliveryState | "undeliverable";
  readonly label: string;
  readonly count: number;
}

/**
 * Returns how many people are in each state, in the order of states. Each person counts once, on any number of devices.
 *
 * @example
 * messageReach(update.counts).find(({ id }) => id === "undeliverable")?.count; // 1
 */
export function messageReach({ furthest, ...counts }: LiveUpdateCounts): readonly Reach[] {
  return [
    { id: "acted", label: t("Acted on"), count: furthest.acted },
    { id: "dismissed", label: t("Dismissed"), count: furthest.dismissed },
    { id: "seen", label: t("Seen, no action"), count: furthest.seen },
    { id: "delivered", label: t("Delivered, not seen"), count: furthest.delivered },
    { id: "sent", label: t("Sent, not delivered"), count: furthest.sent },
    { id: "queued", label: t("Waiting##message"), count: counts.waiting },
    { id: "collapsed", label: t("Replaced unseen"), count: furthest.collapsed },
    { id: "expired", label: t("Expired unseen"), count: furthest.expired + counts.missed },
    { id: "undeliverable", label: t("Not deliverable"), count: counts.undeliverable },
  ];
}

const BARS: Readonly<Record<Reach["id"], string>> = {
  acted: "bg-positive",
  dismissed: "bg-ink-3",
  seen: "bg-accent",
  delivered: "bg-accent/40",
  sent: "bg-accent/20",
  // Striped, because gray alone would look like an empty bar.
  queued: "text-ink-3/60 bg-[repeating-linear-gradient(135deg,currentColor_0_1.5px,transparent_1.5px_4px)]",
  collapsed: "bg-edge",
  expired: "bg-ink-3/50",
  undeliverable: "bg-caution",
};

/** How many people saw a message, and a bar with legend of the states that all of them are in. */
function MessageReach({ counts }: Pick<LiveUpdate, "counts">) {
  const reach = messageReach(counts);
  const total = reach.reduce((sum, { count }) => sum + count, 0);
  const { seen, dismissed, acted } = counts.furthest;
  const seen_by = seen + dismissed + acted;
  return (
    <div className="flex w-full flex-col gap-2">
      {total > 0 && (
        <p className="flex items-baseline justify-between gap-3 text-sm font-medium tabular-nums">
          <span>
            {tCount(total, "Seen by {seen} of {n} person", "Seen by {seen} of {n} people", { seen: seen_by })}
          </span>
          <span className="text-ink-2">{percent(seen_by / total, 0)}</span>
        </p>
      )}
      {total > 0 && (
        <div aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full bg-fill">
          {reach.map(
            ({ id, count }) =>
              count > 0 && (
                <span key={id} className={cx("min-w-1", BARS[id])} style={{ width: `${(count / total) * 100}%` }} />
              ),
          )}
        </div>
      )}
      <ReachCounts
        counts={[
          ...reach.map(({ id, label, count }) => ({ label, count, bar: BARS[id] })),
          // One per device.
          { label: t("Sent"), count: counts.sent > counts.reached ? counts.sent : 0, unit: "deliveries" as const },
        ]}
        none={t("Not received yet")}
      />
    </div>
  );
}

/** How many people the email of a message went to. */
function EmailReach({ emails }: { readonly emails: NonNullable<LiveUpdateCounts["emails"]> }) {
  const { waiting, sent, failed, skipped, unsubscribed } = emails;
  return (
    <ReachCounts
      none={t("No emails yet")}
      counts={[
        { label: t("Emailed"), count: sent },
        { label: t("Email waiting"), count: waiting },
        { label: t("Email failed"), count: failed },
        { label: t("Email not needed"), count: skipped },
        { label: t("Unsubscribed"), count: unsubscribed },
      ]}
    />
  );
}

/** How many people the notification of a message went to. */
function PushReach({ pushes }: { readonly pushes: NonNullable<LiveUpdateCounts["pushes"]> }) {
  const { waiting, sent, failed, skipped, opened } = pushes;
  return (
    <ReachCounts
      none={t("No notifications yet")}
      counts={[
        { label: t("Notified"), count: sent },
        { label: t("Opened"), count: opened },
        { label: t("Notification waiting"), count: waiting },
        { label: t("Notification failed"), count: failed },
        { label: t("Notification not needed"), count: skipped },
      ]}
    />
  );
}

interface ReachCountsProps {
  /** `bar`: the color in the bar above. */
  readonly counts: readonly {
    readonly label: string;
    readonly count: number;
    /** People, unless it says otherwise. */
    readonly unit?: "people" | "deliveries";
    readonly bar?: string;
  }[];
  /** Shown if all are 0. */
  readonly none: string;
}

function countLabel(count: number, unit: "people" | "deliveries"): string {
  return unit === "people"
    ? tCount(count, "{n} person", "{n} people")
    : tCount(count, "{n} delivery", "{n} deliveries");
}

/** Counts that aren't 0. */
function ReachCounts({ counts, none }: ReachCountsProps) {
  const counted = counts.filter(({ count }) => count > 0);
  if (counted.length === 0) return <p className="text-xs text-ink-3">{none}</p>;
  return (
    <dl className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs">
      {counted.map(({ label, count, unit = "people", bar }) => (
        <div key={label} className="flex items-center gap-1">
          {bar !== undefined && <span aria-hidden="true" className={cx("me-0.5 size-1.5 rounded-full", bar)} />}
          <dt className="text-ink-3">{label}</dt>
          <dd className="font-medium tabular-nums">{countLabel(count, unit)}</dd>
        </div>
      ))}
    </dl>
  );
}
