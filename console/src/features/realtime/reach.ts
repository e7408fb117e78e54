import type { DeliveryState } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdateCounts } from "@fanfare/contract/schema/realtime/live-update";
import { t } from "../../lib/i18n/t.ts";

/** One state of deliveries: how many came at least so far, and how many of them stand there now. */
export interface Reach {
  readonly id: DeliveryState;
  readonly label: string;
  readonly count: number;
  readonly here: number;
  /** Shown although nobody is there. */
  readonly always: boolean;
}

/**
 * How far a live update came, in the order of the states. Counts include what went further; `here` adds up to all.
 *
 * @example
 * reachOf({ people: 5, sent: 3, delivered: 3, seen: 2, acted: 1, dismissed: 0, collapsed: 0, expired: 0 });
 */
export function messageReach(counts: LiveUpdateCounts): readonly Reach[] {
  const { people, sent, delivered, seen, acted, dismissed, collapsed, expired } = counts;
  const queued = Math.max(0, (people ?? 0) - sent);
  const state = (id: DeliveryState, label: string, count: number, here: number, always = false): Reach => ({
    ...{ id, label, count, here: Math.max(0, here), always },
  });
  // Those that ended unseen may have been delivered: they stand at their end.
  const unseen = delivered - seen;
  return [
    state("queued", t("Queued"), queued, queued),
    state("sent", t("Sent"), sent, sent - delivered - Math.max(0, collapsed + expired - unseen), true),
    state("delivered", t("Delivered"), delivered, unseen - collapsed - expired, true),
    state("seen", t("Seen"), seen, seen - acted - dismissed, true),
    state("acted", t("Acted on"), acted, acted, true),
    state("dismissed", t("Dismissed"), dismissed, dismissed, true),
    state("expired", t("Expired"), expired, expired),
    state("collapsed", t("Replaced"), collapsed, collapsed),
  ];
}
