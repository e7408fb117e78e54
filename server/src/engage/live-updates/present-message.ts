import type { LiveMessage, LiveUpdateAudience, LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate, LiveUpdateCounts } from "@fanfare/contract/schema/responses/realtime/live-update";
import { fromBit, fromJson, toIso } from "../../store/columns.ts";
import type { DeliveryCountsRow } from "../../store/statements/realtime/live-update-deliveries.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";

// Casts: the schemas validated both columns before they were stored.
const bodyOf = (row: LiveUpdateRow): LiveUpdateBody => fromJson(row.body, (value) => value as LiveUpdateBody);
const audienceOf = (row: LiveUpdateRow): LiveUpdateAudience =>
  fromJson(row.audience, (value) => value as LiveUpdateAudience);

/** Live update as sent to a page, without its other recipients. */
export function presentMessage(row: LiveUpdateRow): LiveMessage {
  return {
    id: row.id,
    position: row.position,
    body: bodyOf(row),
    priority: row.priority,
    require_ack: fromBit(row.require_ack),
    collapse_key: row.collapse_key,
    created_at: toIso(row.created_at),
    expires_at: toIso(row.expires_at),
  };
}

export function presentLiveUpdate(
  row: LiveUpdateRow,
  counted: DeliveryCountsRow | undefined,
  undeliverable: number,
  now_ms: number,
): LiveUpdate {
  return {
    id: row.id,
    audience: audienceOf(row),
    body: bodyOf(row),
    priority: row.priority,
    require_ack: fromBit(row.require_ack),
    collapse_key: row.collapse_key,
    devices: row.devices,
    created_at: toIso(row.created_at),
    expires_at: toIso(row.expires_at),
    counts: countsOf(row, counted, undeliverable, now_ms),
  };
}

function countsOf(
  row: LiveUpdateRow,
  counted: DeliveryCountsRow | undefined,
  undeliverable: number,
  now_ms: number,
): LiveUpdateCounts {
  const reached = counted?.people ?? 0;
  // Devices of one person count once. Without a known audience, no one is known to be missing.
  const others = Math.max(0, (row.people ?? 0) - reached);
  const is_over = row.expires_at <= now_ms;
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
  };
}
