import { EVENTS_MISSED } from "@fanfare/contract/realtime/pusher";
import type { RealtimeClient } from "@fanfare/sdk/realtime/realtime-client";

/** With history. */
export const KEPT = "orders-1";
export const PLAIN = "news";
export const PRESENCE = "presence-desk";
export const NUMBER = "number";

/** What a page got on its channels, and what contradicts the promises of presence. */
export interface Watcher {
  readonly kept: (number | "missed")[];
  readonly plain: (number | "reconnected")[];
  /** People on the presence channel, as this page knows them. */
  readonly people: Set<string>;
  readonly contradictions: string[];
}

/** `ifStayed` runs the task if this person's connection and its server had no failure around now. */
export function watchChannels(live: RealtimeClient, ifStayed: (user_id: string, task: () => void) => void): Watcher {
  const watcher: Watcher = { kept: [], plain: [], people: new Set(), contradictions: [] };
  const { people, contradictions } = watcher;
  const kept = live.channel(KEPT);
  kept.on(NUMBER, (data) => void watcher.kept.push(Number(data)));
  kept.on(EVENTS_MISSED, () => void watcher.kept.push("missed"));
  const plain = live.channel(PLAIN);
  plain.on(NUMBER, (data) => void watcher.plain.push(Number(data)));
  plain.on("pusher:subscription_succeeded", () => void watcher.plain.push("reconnected"));
  const presence = live.channel(PRESENCE);
  presence.on("pusher:subscription_succeeded", (data) => {
    people.clear();
    // Cast: the protocol's welcome on a presence channel.
    for (const id of (data as { presence: { ids: string[] } }).presence.ids) people.add(id);
  });
  presence.on("pusher:member_added", (data) => {
    const { user_id } = data as { user_id: string };
    if (people.has(user_id)) contradictions.push(`${user_id} joined twice`);
    people.add(user_id);
  });
  presence.on("pusher:member_removed", (data) => {
    const { user_id } = data as { user_id: string };
    if (!people.delete(user_id)) contradictions.push(`${user_id} left twice`);
    ifStayed(user_id, () => contradictions.push(`${user_id} left, who stayed`));
  });
  return watcher;
}
