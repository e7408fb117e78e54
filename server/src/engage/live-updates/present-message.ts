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
    counts: countsOf(row, counted, now_ms),
  };
}

function countsOf(row: LiveUpdateRow, counted: DeliveryCountsRow | undefined, now_ms: number): LiveUpdateCounts {
  return {
    people: row.people,
    sent: counted?.rows ?? 0,
    delivered: counted?.delivered ?? 0,
    seen: counted?.seen ?? 0,
    acted: counted?.acted ?? 0,
    dismissed: counted?.dismissed ?? 0,
    collapsed: counted?.collapsed ?? 0,
    expired: row.expires_at <= now_ms ? (counted?.open ?? 0) : 0,
  };
}
