import type { DeliveryState } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate, LiveUpdateCounts } from "@fanfare/contract/schema/responses/realtime/live-update";
import { ChartBar, Repeat } from "lucide-react";
import { useState } from "react";
import { messageHeadline } from "../../components/message/message-kinds.tsx";
import { useCan } from "../../lib/app-context.ts";
import { number, percent } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { MenuItem } from "../../ui/overlay/menu.tsx";
import { RowMenu } from "../../ui/overlay/row-menu.tsx";
import { LongListItem } from "../../ui/table/long-list.tsx";
import { MessageSummary } from "./message-summary.tsx";
import { ResendDialog } from "./resend-dialog.tsx";
import { TestResultsDialog } from "./test-results-dialog.tsx";

interface SentMessageProps {
  readonly update: LiveUpdate;
  readonly segmentName: (id: string) => string | undefined;
}

export function SentMessage({ update, segmentName }: SentMessageProps) {
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
      <div className="flex w-full flex-col items-start gap-2 max-lg:order-1 lg:w-110">
        <MessageReach counts={update.counts} />
        {update.counts.pushes !== null && <PushReach pushes={update.counts.pushes} />}
        {update.counts.emails !== null && <EmailReach emails={update.counts.emails} />}
      </div>
      <span className="flex w-8 pointer-coarse:w-10">
        <MessageMenu update={update} />
      </span>
    </LongListItem>
  );
}

function MessageMenu({ update }: Pick<SentMessageProps, "update">) {
  const may_resend = useCan("live_update.send") && !update.resent;
  const [resending, setResending] = useState(false);
  const [comparing, setComparing] = useState(false);
  const has_test = update.experiment !== null;
  if (!may_resend && !has_test) return null;
  return (
    <>
      <RowMenu name={messageHeadline(update.body)}>
        {has_test && (
          <MenuItem icon={<ChartBar />} onClick={() => setComparing(true)}>
            {t("Compare variants")}
          </MenuItem>
        )}
        {may_resend && (
          <MenuItem icon={<Repeat />} onClick={() => setResending(true)}>
            {t("Resend to unseen…")}
          </MenuItem>
        )}
      </RowMenu>
      {has_test && <TestResultsDialog update={update} open={comparing} onOpenChange={setComparing} />}
      {may_resend && <ResendDialog update={update} open={resending} onOpenChange={setResending} />}
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

/** How many saw a message, and a bar with legend of the states that all of its deliveries are in. */
function MessageReach({ counts }: { readonly counts: LiveUpdateCounts }) {
  const reach = messageReach(counts);
  const total = reach.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex w-full flex-col gap-2">
      {total > 0 && (
        <p className="flex items-baseline justify-between gap-3 text-sm font-medium tabular-nums">
          <span>{t("{seen} of {total} seen", { seen: counts.seen, total })}</span>
          <span className="text-ink-2">{percent(counts.seen / total, 0)}</span>
        </p>
      )}
      <div aria-hidden="true" className="flex h-1.5 gap-px overflow-hidden rounded-full bg-fill">
        {reach.map(
          ({ id, count }) =>
            count > 0 && <span key={id} className={BARS[id]} style={{ width: `${(count / total) * 100}%` }} />,
        )}
      </div>
      <ReachCounts
        counts={reach.map(({ id, label, count }) => ({ label, count, bar: BARS[id] }))}
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
  readonly counts: readonly { readonly label: string; readonly count: number; readonly bar?: string }[];
  /** Shown if all are 0. */
  readonly none: string;
}

/** Counts that aren't 0. */
function ReachCounts({ counts, none }: ReachCountsProps) {
  const counted = counts.filter(({ count }) => count > 0);
  if (counted.length === 0) return <p className="text-xs text-ink-3">{none}</p>;
  return (
    <dl className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs">
      {counted.map(({ label, count, bar }) => (
        <div key={label} className="flex items-center gap-1">
          {bar !== undefined && <span aria-hidden="true" className={cx("me-0.5 size-1.5 rounded-full", bar)} />}
          <dt className="text-ink-3">{label}</dt>
          <dd className="font-medium tabular-nums">{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
