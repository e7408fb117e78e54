import type { VariantId } from "@fanfare/contract/content/experiment";
import { SECOND_MS } from "@fanfare/contract/limits";
import {
  type DeliveryTiming,
  deliveryWindow,
  isDeliverable,
  lastExpiryMs,
} from "@fanfare/contract/realtime/delivery-timing";
import type { LiveMessage, LiveUpdateAudience, LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import { bodyOfVariant, type MessageExperiment } from "@fanfare/contract/realtime/message-experiment";
import { type LiveUpdateInput, liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import type { LiveUpdate, LiveUpdateCounts } from "@fanfare/contract/schema/responses/realtime/live-update";
import { fromBit, fromJson, toIso } from "../../store/columns.ts";
import type { JsonText, Millis } from "../../store/schema/column-types.ts";
import type { DeliveryCountsRow, FurthestStateRow } from "../../store/statements/realtime/live-update-deliveries.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import type { EmailCounts } from "../../store/statements/realtime/message-emails.ts";
import type { PushCounts } from "../../store/statements/realtime/message-pushes.ts";
import type { ScheduledLiveUpdateRow } from "../../store/statements/realtime/scheduled-live-updates.ts";

// Casts: the schemas validated both columns before they were stored.
const bodyOf = (row: LiveUpdateRow): LiveUpdateBody => fromJson(row.body, (value) => value as LiveUpdateBody);
export const audienceOf = (row: LiveUpdateRow): LiveUpdateAudience =>
  fromJson(row.audience, (value) => value as LiveUpdateAudience);

export interface StoredTiming extends DeliveryTiming {
  readonly ttl_s: number;
}

// Cast: validated when it was sent.
export const timingOf = ({ timing }: Pick<LiveUpdateRow, "timing">): StoredTiming | null =>
  timing === null ? null : fromJson(timing, (value) => value as StoredTiming);

/**
 * From when until when a person with this time zone gets it, and whether that's now: at their local time, outside their
 * quiet hours.
 */
export function windowOf(row: LiveUpdateRow, time_zone: string | null | undefined, now_ms: Millis) {
  const timing = timingOf(row);
  if (timing === null) return { from_ms: row.created_at, until_ms: row.expires_at, open: true };
  const sent = { sent_ms: row.created_at, ttl_s: timing.ttl_s };
  const zone = time_zone ?? undefined;
  return { ...deliveryWindow(timing, sent, zone), open: isDeliverable(timing, sent, zone, now_ms) };
}

/** A live update's body and A/B test. */
export const testedOf = (row: LiveUpdateRow) => ({
  body: bodyOf(row),
  // Cast: validated when it was sent.
  experiment: row.experiment === null ? null : fromJson(row.experiment, (value) => value as MessageExperiment),
});

/** What a person gets of a live update. */
interface Presented {
  readonly expires_at?: Millis;
  readonly variant?: VariantId;
}

/** Live update as sent to a page, without its other recipients and variants. */
export function presentMessage(
  row: LiveUpdateRow,
  { expires_at = row.expires_at, variant = "a" }: Presented = {},
): LiveMessage {
  return {
    id: row.id,
    position: row.position,
    body: bodyOfVariant(testedOf(row), variant),
    priority: row.priority,
    require_ack: fromBit(row.require_ack),
    collapse_key: row.collapse_key,
    created_at: toIso(row.created_at),
    expires_at: toIso(expires_at),
    ...(row.resend_of === null ? {} : { resend_of: row.resend_of }),
  };
}

/** A live update that isn't sent yet. */
export function presentScheduled({ id, input, send_at, created_at }: ScheduledLiveUpdateRow): LiveUpdate {
  const { audience, body, priority, require_ack, collapse_key, devices, timing, experiment, email, push, ttl_s } =
    parseInput(input);
  const sent = { sent_ms: send_at, ttl_s };
  return {
    ...{ id, audience, body, priority, require_ack, collapse_key, devices, timing, experiment, email, push },
    ...{ scheduled_for: toIso(send_at), created_at: toIso(created_at) },
    expires_at: toIso(timing === null ? send_at + ttl_s * SECOND_MS : lastExpiryMs(timing, sent)),
    ...{ resend_of: null, resent: false },
    counts: {
      ...NO_COUNTS,
      ...{ emails: email === null ? null : NO_EMAILS, pushes: push === null ? null : NO_PUSHES },
    },
  };
}

/** Parses a scheduled input. A field that was added since gets its default. */
export const parseInput = (input: JsonText): LiveUpdateInput =>
  fromJson(input, (value) => liveUpdateInputSchema.parse(value));

const NO_COUNTS: LiveUpdateCounts = {
  ...{ people: null, sent: 0, delivered: 0, seen: 0, acted: 0, dismissed: 0, collapsed: 0, expired: 0 },
  ...{ reached: 0, waiting: 0, undeliverable: 0, missed: 0, emails: null, pushes: null },
  furthest: { sent: 0, delivered: 0, expired: 0, collapsed: 0, seen: 0, dismissed: 0, acted: 0 },
};
const NO_EMAILS: EmailCounts = { waiting: 0, sent: 0, failed: 0, skipped: 0, unsubscribed: 0 };
const NO_PUSHES: PushCounts = { waiting: 0, sent: 0, failed: 0, skipped: 0, opened: 0 };

/** Counts of a live update. `newest`: position of the newest one of its thread. */
export interface LiveUpdateReport {
  readonly counted: DeliveryCountsRow | undefined;
  readonly furthest: readonly FurthestStateRow[];
  readonly undeliverable: number;
  readonly newest: number;
  readonly emails: EmailCounts | undefined;
  readonly pushes: PushCounts | undefined;
}

export function presentLiveUpdate(row: LiveUpdateRow, report: LiveUpdateReport, now_ms: number): LiveUpdate {
  const resent = report.newest > row.position;
  return {
    id: row.id,
    audience: audienceOf(row),
    ...testedOf(row),
    priority: row.priority,
    require_ack: fromBit(row.require_ack),
    collapse_key: row.collapse_key,
    devices: row.devices,
    timing: presentTiming(row),
    email: row.email_after_hours === null ? null : { after_hours: row.email_after_hours },
    push: row.push_after_minutes === null ? null : { after_minutes: row.push_after_minutes },
    scheduled_for: null,
    created_at: toIso(row.created_at),
    expires_at: toIso(row.expires_at),
    ...{ resend_of: row.resend_of, resent },
    counts: countsOf(row, report, resent || row.expires_at <= now_ms),
  };
}

function presentTiming(row: LiveUpdateRow): DeliveryTiming | null {
  const timing = timingOf(row);
  if (timing === null) return null;
  const { ttl_s: _, ...shown } = timing;
  return shown;
}

/** Whoever has not seen it when it's over won't. */
function furthestOf(rows: readonly FurthestStateRow[], is_over: boolean): LiveUpdateCounts["furthest"] {
  const counts = { ...NO_COUNTS.furthest };
  for (const { state, people } of rows) {
    if (state === "queued") continue;
    counts[is_over && (state === "sent" || state === "delivered") ? "expired" : state] += people;
  }
  return counts;
}

function countsOf(
  row: LiveUpdateRow,
  { counted, furthest, undeliverable, emails, pushes }: LiveUpdateReport,
  is_over: boolean,
): LiveUpdateCounts {
  const reached = counted?.people ?? 0;
  // Devices of one person count once. Without a known audience, no one is known to be missing.
  const others = Math.max(0, (row.people ?? 0) - reached);
  return {
    people: row.people,
    sent: counted?.rows ?? 0,
    delivered: counted?.delivered ?? 0,
    seen: counted?.seen ?? 0,
    acted: counted?.acted ?? 0,
    dismissed: counted?.dismissed ?? 0,
    collapsed: counted?.collapsed ?? 0,
    expired: is_over ? (counted?.open ?? 0) : 0,
    reached,
    waiting: is_over ? 0 : Math.max(0, others - undeliverable),
    undeliverable: is_over ? 0 : Math.min(others, undeliverable),
    missed: is_over ? others : 0,
    furthest: furthestOf(furthest, is_over),
    emails: row.email_after_hours === null ? null : (emails ?? NO_EMAILS),
    pushes: row.push_after_minutes === null ? null : (pushes ?? NO_PUSHES),
  };
}
