import type { DeliveryState } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate, LiveUpdateCounts } from "@fanfare/contract/schema/responses/realtime/live-update";
import { useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { LongListItem } from "../../ui/table/long-list.tsx";
import { MessageSummary } from "./message-summary.tsx";
import { ResendButton } from "./resend-button.tsx";
import { TestResults } from "./test-results.tsx";

interface SentMessageProps {
  readonly update: LiveUpdate;
  readonly segmentName: (id: string) => string | undefined;
}

export function SentMessage({ update, segmentName }: SentMessageProps) {
  const may_send = useCan("live_update.send");
  const over = Date.parse(update.expires_at) <= Date.now();
  return (
    <LongListItem className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-line px-(--gutter) py-4">
      <MessageSummary
        update={update}
        segmentName={segmentName}
        time={<RelativeTime at={update.created_at} />}
        badges={
          <>
            {update.require_ack && <Badge>{t("Acknowledgment required")}</Badge>}
            {update.devices === "one" && <Badge>{t("One device")}</Badge>}
            {update.experiment !== null && <Badge>{t("A/B test")}</Badge>}
            {update.resend_of !== null && <Badge>{t("Resend")}</Badge>}
            {update.resent ? <Badge>{t("Resent")}</Badge> : over && <Badge>{t("Expired")}</Badge>}
          </>
        }
      >
        {update.counts.undeliverable > 0 && (
          <p className="text-xs text-caution-text text-pretty">
            {tCount(
              update.counts.undeliverable,
              "{n} person can’t receive this message, because they aren’t verified.",
              "{n} people can’t receive this message, because they aren’t verified.",
            )}
          </p>
        )}
      </MessageSummary>
      <div className="flex w-full flex-col items-start gap-2 lg:w-120">
        <MessageReach counts={update.counts} />
        {update.counts.pushes !== null && <PushReach pushes={update.counts.pushes} />}
        {update.counts.emails !== null && <EmailReach emails={update.counts.emails} />}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {may_send && !update.resent && <ResendButton update={update} />}
          {update.experiment !== null && <TestResults update={update} />}
        </div>
      </div>
    </LongListItem>
  );
}

/** One delivery state: `count` reached it, and `here` are still in it. */
interface Reach {
  readonly id: DeliveryState | "undeliverable";
  readonly label: string;
  readonly count: number;
  readonly here: number;
  /** Shown even if the count is 0. */
  readonly always: boolean;
}

/**
 * Returns a message's reach in state order. Counts include later states. `here` adds up to the deliveries, one per
 * device, plus the people of the audience without one.
 *
 * @example
 * messageReach(update.counts).find(({ id }) => id === "undeliverable")?.count; // 1
 */
export function messageReach(counts: LiveUpdateCounts): readonly Reach[] {
  const { waiting, undeliverable, sent, delivered, seen, acted, dismissed, collapsed } = counts;
  const expired = counts.expired + counts.missed;
  const state = (id: Reach["id"], label: string, count: number, here: number, always = false): Reach => ({
    ...{ id, label, count, here: Math.max(0, here), always },
  });
  // Unseen messages that expired or were replaced may have been delivered. They count only in their final state.
  const unseen = delivered - seen;
  return [
    state("queued", t("Waiting##message"), waiting, waiting),
    state("undeliverable", t("Not deliverable"), undeliverable, undeliverable),
    state("sent", t("Sent"), sent, sent - delivered - Math.max(0, collapsed + counts.expired - unseen), true),
    state("delivered", t("Delivered"), delivered, unseen - collapsed - counts.expired, true),
    state("seen", t("Seen"), seen, seen - acted - dismissed, true),
    state("acted", t("Acted on"), acted, acted, true),
    state("dismissed", t("Dismissed"), dismissed, dismissed, true),
    state("expired", t("Expired"), expired, expired),
    state("collapsed", t("Replaced"), collapsed, collapsed),
  ];
}

const BARS: Readonly<Record<Reach["id"], string>> = {
  queued: "bg-fill-strong",
  undeliverable: "bg-negative",
  sent: "bg-line-strong",
  delivered: "bg-accent-soft",
  seen: "bg-accent",
  acted: "bg-positive",
  dismissed: "bg-ink-3",
  expired: "bg-caution",
  collapsed: "bg-edge",
};

/** How far a live update came: a bar of where its deliveries stand, and how many came how far. */
function MessageReach({ counts }: { readonly counts: LiveUpdateCounts }) {
  const reach = messageReach(counts);
  const total = reach.reduce((sum, { here }) => sum + here, 0);
  return (
    <div className="flex w-full flex-col gap-2">
      <div aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full bg-fill">
        {reach.map(
          ({ id, here }) =>
            here > 0 && <span key={id} className={BARS[id]} style={{ width: `${(here / total) * 100}%` }} />,
        )}
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {reach.map(({ id, label, count, always }) =>
          always || count > 0 ? <ReachCount key={id} label={label} count={count} /> : null,
        )}
      </dl>
    </div>
  );
}

/** How many people the email of a message went to. */
function EmailReach({ emails }: { readonly emails: NonNullable<LiveUpdateCounts["emails"]> }) {
  const { waiting, sent, failed, skipped, unsubscribed } = emails;
  return (
    <ReachCounts
      counts={[
        { label: t("Emailed"), count: sent, always: true },
        { label: t("Email waiting"), count: waiting, always: false },
        { label: t("Email failed"), count: failed, always: false },
        { label: t("Email not needed"), count: skipped, always: false },
        { label: t("Unsubscribed"), count: unsubscribed, always: true },
      ]}
    />
  );
}

/** How many people the notification of a message went to. */
function PushReach({ pushes }: { readonly pushes: NonNullable<LiveUpdateCounts["pushes"]> }) {
  const { waiting, sent, failed, skipped, opened } = pushes;
  return (
    <ReachCounts
      counts={[
        { label: t("Notified"), count: sent, always: true },
        { label: t("Opened"), count: opened, always: true },
        { label: t("Notification waiting"), count: waiting, always: false },
        { label: t("Notification failed"), count: failed, always: false },
        { label: t("Notification not needed"), count: skipped, always: false },
      ]}
    />
  );
}

interface ReachCountsProps {
  /** `always`: shown even if the count is 0. */
  readonly counts: readonly { readonly label: string; readonly count: number; readonly always: boolean }[];
}

function ReachCounts({ counts }: ReachCountsProps) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {counts.map(({ label, count, always }) =>
        always || count > 0 ? <ReachCount key={label} label={label} count={count} /> : null,
      )}
    </dl>
  );
}

function ReachCount({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <div className={cx("flex items-baseline gap-1", count === 0 && "text-ink-3")}>
      <dt className="text-ink-3">{label}</dt>
      <dd className="font-medium tabular-nums">{count}</dd>
    </div>
  );
}
