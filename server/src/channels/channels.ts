import type { Clock } from "@fanfare/contract/lib/clock";
import { matchesGlob } from "@fanfare/contract/lib/glob";
import type { AppId } from "@fanfare/contract/lib/ids";
import { type Rng, systemRng } from "@fanfare/contract/lib/rng";
import { type AppLimitName, type AppSettings, DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import type { Publish } from "../lib/publish.ts";
import { type ChannelObserver, toChannelActivity } from "./channel-observer.ts";
import { createEventCache, type EventCache } from "./event-cache.ts";
import { type BoundedHistoryRule, History, type HistoryPage, type HistoryRange } from "./history.ts";
import {
  broadcast,
  channelLane,
  hasCache,
  type OccupiedChannel,
  OccupiedChannels,
  subscriptionCount,
} from "./occupied-channel.ts";
import type { CachedEvent, ChannelMessage, Member, Roster, Subscriber, Welcome } from "./subscriber.ts";
import { createSubscriptionCounts, type SubscriptionCounts } from "./subscription-counts.ts";

/** `users` is undefined for channels other than presence channels. */
export interface ChannelCounts {
  readonly subscriptions: number;
  readonly users: number | undefined;
}

/** `full`: the presence channel, or all presence channels of the app, have reached this limit. */
export type SubscribeResult =
  | { readonly outcome: "subscribed"; readonly occupied: OccupiedChannel }
  | { readonly outcome: "full"; readonly limit: PresenceLimit };

export type PresenceLimit = Extract<AppLimitName, "presence_members_max" | "presence_memberships_max">;

export interface ChannelsDeps {
  readonly clock: Clock;
  /** Generates the epochs of histories. */
  readonly rng?: Pick<Rng, "bytes"> | undefined;
  /** An app's settings. Uses the defaults if omitted. */
  readonly settingsOf?: ((app_id: AppId) => AppSettings) | undefined;
  /** Observes joins, leaves, and client events. Source of webhooks. */
  readonly observer?: ChannelObserver | undefined;
  /** Called for every event, with `from` for client events. Must return immediately and never throw. */
  readonly onEvent?: OnChannelEvent | undefined;
}

export type OnChannelEvent = (app_id: AppId, channel: Channel, event: CachedEvent, from?: string) => void;

/**
 * Tracks subscribers and fans out events. Independent of the meaning of events and of the wire format: subscribers
 * bring their {@link Lane}, which encodes a message once and uses the transport's own fan-out.
 *
 * @example
 * const channels = new Channels({ clock });
 * channels.publish(app.id, EVERYONE_CHANNEL, CONTENT_CHANGED, { config_version: 7, spread_ms: 1_500 });
 */
export class Channels {
  readonly #settingsOf: (app_id: AppId) => AppSettings;
  readonly #observer: ChannelObserver | undefined;
  readonly #onEvent: OnChannelEvent | undefined;
  readonly #occupied = new OccupiedChannels();
  readonly #cache: EventCache;
  readonly #history: History;
  readonly #counts: SubscriptionCounts;
  #published = 0;
  #client_events = 0;
  /** Messages by lane. */
  readonly #delivered = new Map<string, number>();
  /** Members of all presence channels. */
  readonly #memberships = new Map<AppId, number>();

  constructor({ clock, rng = systemRng, settingsOf = () => DEFAULT_APP_SETTINGS, observer, onEvent }: ChannelsDeps) {
    this.#settingsOf = settingsOf;
    this.#observer = observer;
    this.#onEvent = onEvent;
    this.#cache = createEventCache(clock);
    this.#history = new History({ clock, rng });
    this.#counts = createSubscriptionCounts({
      clock,
      settingsOf,
      send: (occupied, count) => this.broadcast(occupied, { kind: "subscription_count", count }, undefined),
    });
  }

  /** Publishes an event to all subscribers of a channel. Sends a string as is, anything else as JSON. */
  readonly publish: Publish = (app_id, name, event, data) => {
    const channel = parseChannel(name);
    if (channel === undefined) throw new RangeError(`${JSON.stringify(name)} isn't a valid channel name.`);
    this.event(app_id, channel, { event, data: typeof data === "string" ? data : (JSON.stringify(data) ?? "null") });
  };

  /**
   * Like `publish`, but skips the connection `except`. Cache channels also store the event for later subscribers.
   * `channel` must come from `parseChannel`.
   */
  event(app_id: AppId, channel: Channel, event: CachedEvent, except?: string): void {
    if (hasCache(channel.kind)) {
      this.#cache.remember(app_id, channel.name, event, this.#settingsOf(app_id).limits);
      this.#observer?.(app_id, { kind: "cache_filled", channel: channel.name });
    }
    this.#onEvent?.(app_id, channel, event);
    const rule = this.#historyRule(app_id, channel.name);
    const position = rule === undefined ? undefined : this.#history.append(app_id, channel.name, event, rule);
    const occupied = this.#occupied.find(app_id, channel.name);
    this.#published++;
    if (occupied !== undefined) broadcast(occupied, { kind: "event", ...event, position }, except, this.#delivered);
  }

  /** Sends a message that subscribers caused and that isn't stored, such as a client event of `from`. */
  broadcast(occupied: OccupiedChannel, message: ChannelMessage, from: string | undefined): void {
    broadcast(occupied, message, from, this.#delivered);
    const { app_id, channel } = occupied;
    if (message.kind === "event" && from !== undefined) this.#client_events++;
    if (message.kind === "event" && from !== undefined) this.#onEvent?.(app_id, channel, message, from);
    const activity = this.#observer && toChannelActivity(occupied, message, from);
    if (activity !== undefined) this.#observer?.(app_id, activity);
  }

  /**
   * Welcomes the subscriber, joins it to its lane's topic, then informs the others on a presence channel. `since`: last
   * position that the subscriber received, on channels with history.
   */
  subscribe(app_id: AppId, channel: Channel, subscriber: Subscriber, member?: Member, since?: string): SubscribeResult {
    const occupied = this.#occupied.findOrAdd(app_id, channel);
    const { presence } = occupied;
    const is_new = presence !== undefined && member !== undefined && !presence.has(member.user_id);
    const full = is_new ? this.#fullLimit(app_id, presence.roster.size) : undefined;
    if (full !== undefined) {
      if (subscriptionCount(occupied) === 0) this.#occupied.remove(occupied);
      return { outcome: "full", limit: full };
    }
    if (is_new) this.#memberships.set(app_id, this.#membershipsOf(app_id) + 1);
    if (presence !== undefined && member !== undefined) presence.add(subscriber.socket_id, member);
    const was_empty = subscriptionCount(occupied) === 0;
    const lane = channelLane(occupied, subscriber.lane);
    lane.count++;
    const welcome = this.#welcomeOf(occupied, subscriber, since);
    subscriber.welcome(channel.name, welcome);
    subscriber.join(lane.topic);
    if (was_empty) this.#observer?.(app_id, { kind: "occupied", channel: channel.name });
    if (is_new) this.broadcast(occupied, { kind: "member_added", ...member }, subscriber.socket_id);
    if (welcome.cached === "miss") this.#observer?.(app_id, { kind: "cache_miss", channel: channel.name });
    this.#counts.changed(occupied);
    return { outcome: "subscribed", occupied };
  }

  /** Welcomes an existing subscriber again without counting it twice or notifying others. */
  welcome(occupied: OccupiedChannel, subscriber: Subscriber): void {
    subscriber.welcome(occupied.channel.name, this.#welcomeOf(occupied, subscriber));
  }

  unsubscribe(occupied: OccupiedChannel, subscriber: Subscriber): void {
    const lane = channelLane(occupied, subscriber.lane);
    lane.count--;
    subscriber.leave(lane.topic);
    const user_id = occupied.presence?.remove(subscriber.socket_id);
    if (user_id !== undefined) {
      this.#memberships.set(occupied.app_id, this.#membershipsOf(occupied.app_id) - 1);
      this.broadcast(occupied, { kind: "member_removed", user_id }, subscriber.socket_id);
    }
    if (subscriptionCount(occupied) > 0) {
      this.#counts.changed(occupied);
      return;
    }
    this.#counts.remove(occupied);
    this.#occupied.remove(occupied);
    this.#observer?.(occupied.app_id, { kind: "vacated", channel: occupied.channel.name });
  }

  /** Since the start: published events, client events, and messages to subscribers by protocol. */
  readonly messageCounts = () => ({
    published: this.#published,
    client_events: this.#client_events,
    delivered: Object.fromEntries(this.#delivered),
  });

  counts(app_id: AppId, name: string): ChannelCounts {
    const occupied = this.#occupied.find(app_id, name);
    if (occupied === undefined) return { subscriptions: 0, users: undefined };
    return { subscriptions: subscriptionCount(occupied), users: occupied.presence?.roster.size };
  }

  users(app_id: AppId, name: string): readonly string[] {
    return [...this.roster(app_id, name).keys()];
  }

  roster(app_id: AppId, name: string): Roster {
    return this.#occupied.find(app_id, name)?.presence?.roster ?? EMPTY_ROSTER;
  }

  occupiedChannels(app_id: AppId): Iterable<OccupiedChannel> {
    return this.#occupied.of(app_id);
  }

  /** Stored events of a channel. Undefined if the app has no history rule for it. */
  history(app_id: AppId, name: string, range: HistoryRange): HistoryPage | undefined {
    const rule = this.#historyRule(app_id, name);
    return rule && this.#history.read(app_id, name, range, rule);
  }

  /** Event stored by a cache channel, and its remaining time in seconds. */
  cached(app_id: AppId, name: string): (CachedEvent & { readonly ttl_s: number }) | undefined {
    return this.#cache.recall(app_id, name);
  }

  #membershipsOf(app_id: AppId): number {
    return this.#memberships.get(app_id) ?? 0;
  }

  #fullLimit(app_id: AppId, members: number): PresenceLimit | undefined {
    const { presence_members_max, presence_memberships_max } = this.#settingsOf(app_id).limits;
    if (members >= presence_members_max) return "presence_members_max";
    return this.#membershipsOf(app_id) >= presence_memberships_max ? "presence_memberships_max" : undefined;
  }

  #historyRule(app_id: AppId, name: string): BoundedHistoryRule | undefined {
    const { history_rules, limits } = this.#settingsOf(app_id);
    const rule = history_rules.find(({ pattern }) => matchesGlob(pattern, name));
    const { history_bytes_per_channel_max: bytes_max, history_bytes_per_app_max: app_bytes_max } = limits;
    return rule && { ...rule, bytes_max, app_bytes_max };
  }

  #welcomeOf({ app_id, channel, presence }: OccupiedChannel, subscriber: Subscriber, since?: string): Welcome {
    const rule = this.#historyRule(app_id, channel.name);
    const { replay_bytes_max } = this.#settingsOf(app_id).limits;
    const resumed = rule === undefined ? undefined : this.#history.resume(app_id, channel.name, since, rule);
    // A complete replay includes the last event, unless the subscriber has it already.
    const is_resumed = since !== undefined && resumed?.outcome === "complete";
    const wants_cached = hasCache(channel.kind) && !is_resumed;
    const cached = wants_cached ? (this.#cache.recall(app_id, channel.name) ?? "miss") : undefined;
    const me = presence?.personOf(subscriber.socket_id);
    return { roster: presence?.roster, me, cached, since, resumed, replay_bytes_max };
  }
}

const EMPTY_ROSTER: Roster = new Map();
