import type { AppId } from "@fanfare/contract/lib/ids";
import type { Channel, ChannelKind } from "@fanfare/contract/realtime/channel";
import { Presence } from "./presence.ts";
import type { ChannelMessage, Lane } from "./subscriber.ts";

export interface ChannelLane {
  readonly lane: Lane;
  readonly topic: string;
  count: number;
}

/** An occupied channel. Connections keep a reference as proof of subscription. */
export interface OccupiedChannel {
  readonly app_id: AppId;
  readonly channel: Channel;
  readonly lanes: ChannelLane[];
  /** Presence channels only. */
  readonly presence: Presence | undefined;
}

export class OccupiedChannels {
  readonly #apps = new Map<AppId, Map<string, OccupiedChannel>>();

  find(app_id: AppId, name: string): OccupiedChannel | undefined {
    return this.#apps.get(app_id)?.get(name);
  }

  of(app_id: AppId): Iterable<OccupiedChannel> {
    return this.#apps.get(app_id)?.values() ?? [];
  }

  *all(): Iterable<OccupiedChannel> {
    for (const of_app of this.#apps.values()) yield* of_app.values();
  }

  findOrAdd(app_id: AppId, channel: Channel): OccupiedChannel {
    const known = this.find(app_id, channel.name);
    if (known !== undefined) return known;
    const of_app = this.#apps.get(app_id) ?? new Map<string, OccupiedChannel>();
    this.#apps.set(app_id, of_app);
    const presence = hasMembers(channel.kind) ? new Presence() : undefined;
    const added: OccupiedChannel = { app_id, channel, lanes: [], presence };
    of_app.set(channel.name, added);
    return added;
  }

  remove({ app_id, channel }: OccupiedChannel): void {
    const of_app = this.#apps.get(app_id);
    of_app?.delete(channel.name);
    if (of_app?.size === 0) this.#apps.delete(app_id);
  }
}

export function subscriptionCount(occupied: Pick<OccupiedChannel, "lanes">): number {
  let sum = 0;
  for (const { count } of occupied.lanes) sum += count;
  return sum;
}

/** Returns the channel's entry for a lane, created on first use. */
export function channelLane(occupied: OccupiedChannel, lane: Lane): ChannelLane {
  for (const entry of occupied.lanes) if (entry.lane === lane) return entry;
  // App IDs and channel names contain no `:`, so topics are unique.
  const added = { lane, topic: `${occupied.app_id}:${occupied.channel.name}:${lane.name}`, count: 0 };
  occupied.lanes.push(added);
  return added;
}

/** Encodes the message once for each lane that has subscribers, fans it out, and counts it in `delivered` by lane. */
export function broadcast(
  occupied: OccupiedChannel,
  message: ChannelMessage,
  except: string | undefined,
  delivered: Map<string, number>,
): void {
  for (const { lane, topic, count } of occupied.lanes) {
    if (count === 0) continue;
    lane.fanOut(topic, lane.encode(occupied.channel.name, message), except);
    delivered.set(lane.name, (delivered.get(lane.name) ?? 0) + count);
  }
}

export function hasMembers(kind: ChannelKind): boolean {
  return kind === "presence" || kind === "presence_cache";
}

export function hasCache(kind: ChannelKind | undefined): boolean {
  return kind === "cache" || kind === "private_cache" || kind === "presence_cache" || kind === "encrypted_cache";
}
