import { limits } from "@fanfare/contract/limits";
import type { OutboxStore, StoredItem } from "./outbox-store.ts";

/** In-memory queue, used without consent and if storage is blocked, full, or broken. */
export function memoryStore<Value>(): OutboxStore<Value> {
  const held = new Map<number, StoredItem<Value>>();
  let next = Number.MIN_SAFE_INTEGER;
  return {
    async add(items) {
      for (const item of items) {
        held.set(next, { ...item, key: next });
        next++;
      }
      for (const key of held.keys()) {
        if (held.size <= limits.outbox_events_max) break;
        held.delete(key);
      }
    },
    async list(owners) {
      return owners.flatMap((owner) =>
        [...held.values()].filter((each) => each.owner === owner).slice(0, limits.events_per_request_max),
      );
    },
    async remove(keys) {
      for (const key of keys) held.delete(key);
    },
  };
}
