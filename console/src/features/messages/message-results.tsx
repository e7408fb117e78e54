import type { DeliveryState } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate, LiveUpdateCounts } from "@fanfare/contract/schema/responses/realtime/live-update";
import { percent } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";

/** How far a message, its notification, and its email got. */
export function MessageResults({ update: { counts, devices } }: { readonly update: LiveUpdate }) {
  return (
    <>
      <MessageReach counts={counts} devices={devices} />
      {counts.pushes !== null && <PushReach pushes={counts.pushes} />}
      {counts.emails !== null && <EmailReach emails={counts.emails} />}
    </>
  );
}

/** The deliveries whose last state this is. */
interface Reach {
  readonly id: DeliveryState | "undeliverable";
  readonly label: string;
  readonly count: number;
}

/**
 * Returns how many deliveries are in each state, in the order of states. They add up to the deliveries, one per device,
 * plus the people of the audience without one.
 *
 * @example
 * messageReach(update.counts).find(({ id }) => id === "undeliverable")?.count; // 1
 */
export function messageReach(counts: LiveUpdateCounts): readonly Reach[] {
  const { waiting, undeliverable, sent, delivered, seen, acted, dismissed, collapsed } = counts;
  const expired = counts.expired + counts.missed;
  const state = (id: Reach["id"], label: string, count: number): Reach => ({ id, label, count: Math.max(0, count) });
  // Unseen messages that expired or were replaced may have been delivered. They count only in their final state.
  const unseen = delivered - seen;
  return [
    state("acted", t("Acted on"), acted),
    state("dismissed", t("Dismissed"), dismissed),
    state("seen", t("Seen, no action"), seen - acted - dismissed),
    state("delivered", t("Delivered, not seen"), unseen - collapsed - counts.expired),
    state("sent", t("Sent, not delivered"), sent - delivered - Math.max(0, collapsed + counts.expired - unseen)),
    state("queued", t("Waiting##message"), waiting),
    state("collapsed", t("Replaced unseen"), collapsed),
    state("expired", t("Expired unseen"), expired),
    state("undeliverable", t("Not deliverable"), undeliverable),
  ];
}

const BARS: Readonly<Record<Reach["id"], string>> = {
  acted: "bg-positive",
  dismissed: "bg-ink-3",
  seen: "bg-accent",
  delivered: "bg-accent/40",
  sent: "bg-accent/20",
  queued: "bg-fill-strong",
  collapsed: "bg-edge",
  expired: "bg-line-strong",
  undeliverable: "bg-negative",
};

/** People a message waits for, or can't be sent to. Others are deliveries, one per device. */
const OF_PEOPLE: ReadonlySet<Reach["id"]> = new Set(["queued", "undeliverable"]);

function countLabel(count: number, unit: "people" | "deliveries"): string {
  return unit === "people"
    ? tCount(count, "{n} person", "{n} people")
    : tCount(count, "{n} delivery", "{n} deliveries");
}

/** How many saw a message, and a bar with legend of the states that all of its deliveries are in. */
function MessageReach({ counts, devices }: Pick<LiveUpdate, "counts" | "devices">) {
  const reach = messageReach(counts);
  const total = reach.reduce((sum, { count }) => sum + count, 0);
  const { seen } = counts;
  return (
    <div className="flex w-full flex-col gap-2">
      {total > 0 && (
        <p className="flex items-baseline justify-between gap-3 text-sm font-medium tabular-nums">
          <span>
            {devices === "one"
              ? tCount(total, "Seen by {seen} of {n} person", "Seen by {seen} of {n} people", { seen })
              : tCount(total, "{seen} of {n} delivery seen", "{seen} of {n} deliveries seen", { seen })}
          </span>
          <span className="text-ink-2">{percent(seen / total, 0)}</span>
        </p>
      )}
      <div aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full bg-fill">
        {reach.map(
          ({ id, count }) =>
            count > 0 && <span key={id} className={BARS[id]} style={{ width: `${(count / total) * 100}%` }} />,
        )}
      </div>
      <ReachCounts
        counts={reach.map(({ id, label, count }) => {
          const unit = devices === "one" || OF_PEOPLE.has(id) ? "people" : "deliveries";
          return { label, count, unit, bar: BARS[id] };
        })}
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
