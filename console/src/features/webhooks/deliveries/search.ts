import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_DELIVERY_STATES, type WebhookDeliveryState } from "@fanfare/contract/realtime/webhook";
import { readOneOf, readText } from "../../../lib/search-params.ts";

/** Filters of deliveries, in the URL. */
export interface DeliverySearch {
  readonly state?: WebhookDeliveryState | undefined;
  readonly q?: string | undefined;
  /** ID of a webhook or destination. */
  readonly receiver?: string | undefined;
}

const STATES = ["all", ...WEBHOOK_DELIVERY_STATES] as const;

/** Parses the search parameters. Invalid and empty values filter nothing. */
export function readDeliverySearch(search: Readonly<Record<string, unknown>>): DeliverySearch {
  const state = readOneOf(search, "state", STATES);
  const q = readText(search, "q", limits.search_chars_max);
  const receiver = readText(search, "receiver", limits.id_chars_max);
  return {
    state: state === "all" ? undefined : state,
    q: q === "" ? undefined : q,
    receiver: receiver === "" ? undefined : receiver,
  };
}

export function isFiltered({ state, q, receiver }: DeliverySearch): boolean {
  return state !== undefined || q !== undefined || receiver !== undefined;
}
