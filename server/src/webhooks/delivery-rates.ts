import type { AppId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { DeliveryRate } from "@fanfare/contract/schema/responses/realtime/webhook";
import { toIso } from "../store/columns.ts";
import { type SettledCount, settledCounts } from "../store/statements/realtime/webhook-deliveries.ts";
import type { Store } from "../store/store.ts";

/**
 * How many deliveries of the last 24 hours arrived, per webhook and destination. Only the newest delivered ones are
 * kept: if they are all from that time, older failed ones don't count either.
 */
export async function deliveryRates(
  { db }: Pick<Store, "db">,
  app_id: AppId,
  now_ms: number,
): Promise<readonly DeliveryRate[]> {
  const since = now_ms - DAY_MS;
  const counts = await settledCounts(db, app_id, { since });
  return Promise.all(
    counts.map(async (count) => {
      const { webhook_id, delivered, oldest_delivered_at } = count;
      if (delivered < limits.webhook_delivered_kept_max || oldest_delivered_at === null) return present(count, since);
      const [newer] = await settledCounts(db, app_id, { since: oldest_delivered_at, webhook_id });
      return present(newer ?? count, oldest_delivered_at);
    }),
  );
}

function present({ webhook_id, delivered, dead }: SettledCount, since: number): DeliveryRate {
  return { receiver_id: webhook_id, delivered, dead, since: toIso(since) };
}
