import type { WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import {
  countDeliveries,
  type DeliveryFilter,
  type DeliveryRow,
  deliveriesOf,
  searchDeliveries,
} from "../store/statements/realtime/webhook-deliveries.ts";
import type { Store } from "../store/store.ts";

export interface DeliveryPage {
  readonly rows: readonly DeliveryRow[];
  readonly next: WebhookDeliveryId | null;
  readonly total: number;
  readonly exact: boolean;
}

export const NO_DELIVERIES: DeliveryPage = { rows: [], next: null, total: 0, exact: true };

/**
 * One page of deliveries, newest first, with the number of all. A search reads a limited number of deliveries for a
 * page, so a page can be short and still have a next one.
 */
export async function deliveryPage(
  { db }: Pick<Store, "db">,
  filter: DeliveryFilter,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<DeliveryPage> {
  const text = q.trim();
  const counted_max = limits.deliveries_counted_max;
  const { before: _, ...whole } = filter;
  const [rows, counted] = await Promise.all([
    text === ""
      ? deliveriesOf(db, filter, limit + 1)
      : searchDeliveries(db, filter, { text, searched_max: counted_max, limit: limit + 1 }),
    // One more shows that there are more.
    countDeliveries(db, whole, { text, counted_max: counted_max + 1 }),
  ]);
  const exact = counted.all <= counted_max;
  const count = { total: Math.min(counted.found, counted_max), exact };
  const page = rows.slice(0, limit);
  if (rows.length > limit) return { rows: page, next: page.at(-1)?.id ?? null, ...count };
  if (text === "" || exact) return { rows: page, next: null, ...count };
  const searched = await countDeliveries(db, filter, { text: "", counted_max });
  return { rows: page, next: searched.all < counted_max ? null : searched.last, ...count };
}
