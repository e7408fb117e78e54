import type { Clock } from "@fanfare/contract/lib/clock";
import { matchesGlob } from "@fanfare/contract/lib/glob";
import type { AppId } from "@fanfare/contract/lib/ids";
import { type Rng, systemRng } from "@fanfare/contract/lib/rng";
import { type AppLimitName, type AppSettings, DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import type { AppendResult, OnceKey } from "../cluster/log.ts";
import type { PublishedEvent } from "../cluster/messages.ts";
import type { Publish } from "../lib/publish.ts";
import { type ChannelActivity, type ChannelObserver, toChannelActivity } from "./channel-observer.ts";
import { createEventCache, type EventCache } from "./event-cache.ts";
import { type BoundedHistoryRule, History, type HistoryPage, type HistoryRange } from "./history.ts";
import {
  broadcast,
  channelLane,
  hasCache,
  hasMembers,
  type OccupiedChannel,
  OccupiedChannels,
  subscriptionCount,
} from "./occupied-channel.ts";
import { createRecentSignals, type RecentSignals } from "./recent-signals.ts";
import type { LocalChannels, SharedChannels } from "./shared-channels.ts";
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
  /** The channels of all nodes. Undefined on a single node. */
  readonly shared?: SharedChannels | undefined;
  /** Called for every event, with `from` for client events. Must return immediately and never throw. */
  readonly onEvent?: OnChannelEvent | undefined;
}

/** One call's events for the channels of an app. */
export interface ChannelEvents extends CachedEvent {
  readonly channels: readonly Channel[];
  /** Connection that doesn't get the event. */
  readonly except?: string | undefined;
}

/** Summary of an occupied channel. */
export interface OccupiedSummary extends ChannelCounts {
  readonly channel: Channel;
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
export class Channels implements LocalChannels {
  readonly #settingsOf: (app_id: AppId) => AppSettings;
  readonly #observer: ChannelObserver | undefined;
  readonly #onEvent: OnChannelEvent | undefined;
  readonly #occupied = new OccupiedChannels();
  readonly #cache: EventCache;
  readonly #signals: RecentSignals;
  readonly #history: History;
  readonly #counts: SubscriptionCounts;
  #published = 0;
  #client_events = 0;
  /** Messages by lane. */
  readonly #delivered = new Map<string, number>();
  /** Members of all presence channels on this node. */
  readonly #memberships = new Map<AppId, number>();
  readonly #shared: SharedChannels | undefined;

  constructor(deps: ChannelsDeps) {
    const { clock, rng = systemRng, settingsOf = () => DEFAULT_APP_SETTINGS, observer, onEvent, shared } = deps;
    this.#shared = shared;
    this.#settingsOf = settingsOf;
    this.#observer = observer;
    this.#onEvent = onEvent;
    this.#cache = createEventCache(clock);
    this.#signals = createRecentSignals(clock);
    this.#history = new History({ clock, rng });
    this.#counts = createSubscriptionCounts({
      clock,
      settingsOf,
      countOf: (occupied) => shared?.total(occupied.app_id, occupied.channel.name) ?? subscriptionCount(occupied),
      send: (occupied, count) => this.#broadcastHere(occupied, { kind: "subscription_count", count }, undefined),
    });
  }

  /**
   * Publishes an event to all subscribers of a channel. Sends a string as is, anything else as JSON. Reaches this node's
   * subscribers also while Redis doesn't respond, and the others afterwards. Channels with history or a cache wait for
   * Redis, because all nodes store their events in one order.
   */
  readonly publish: Publish = (app_id, name, event, data) => {
    const published = { channels: [requireChannel(name)], event, data: toText(data) };
    if (this.#shared === undefined) this.#applyAll(app_id, [published]);
    else this.#shared.signal(app_id, this.#toShared(app_id, published));
  };

  /** Whether other nodes have subscribers, too. */
  get is_shared(): boolean {
    return this.#shared !== undefined;
  }

  /** Like `publish`, but only for this node's subscribers. */
  readonly publishHere: Publish = (app_id, name, event, data) => {
    const occupied = this.#occupied.find(app_id, name);
    if (occupied !== undefined)
      broadcast(occupied, { kind: "event", event, data: toText(data) }, undefined, this.#delivered);
  };

  /**
   * Publishes events of one call. Each skips the connection `except`. Cache channels also store the event for later
   * subscribers. Returns undefined on a single node, where events take effect immediately and `once` isn't used.
   *
   * @throws LogUnavailable, as a rejection, if Redis doesn't confirm: the events may still be published.
   */
  publishAll(app_id: AppId, events: readonly ChannelEvents[], once?: OnceKey): Promise<AppendResult> | undefined {
    if (this.#shared === undefined) {
      this.#applyAll(app_id, events);
      return undefined;
    }
    const shared_events = events.map((each) => this.#toShared(app_id, each));
    return this.#shared.publish(app_id, shared_events, once);
  }

  #toShared(app_id: AppId, { channels, event, data, except }: ChannelEvents): PublishedEvent {
    return { channels: channels.map(({ name }) => name), event, data, except, kept: this.#keptOn(app_id, channels) };
  }

  /** On a single node. */
  #applyAll(app_id: AppId, events: readonly ChannelEvents[]): void {
    for (const { channels, event, data, except } of events)
      for (const channel of channels) this.#apply(app_id, channel, { event, data }, except);
  }

  #apply(app_id: AppId, channel: Channel, event: CachedEvent, except?: string): void {
    const rule = this.#historyRule(app_id, channel.name);
    this.#store(app_id, channel, event);
    const position = rule === undefined ? undefined : this.#history.append(app_id, channel.name, event, rule);
    this.#deliver(app_id, channel, event, position, except);
  }

  #store(app_id: AppId, channel: Channel, event: CachedEvent): void {
    if (hasCache(channel.kind)) {
      this.#cache.remember(app_id, channel.name, event, this.#settingsOf(app_id).limits);
      this.#observer?.(app_id, { kind: "cache_filled", channel: channel.name });
    }
    this.#signals.remember(app_id, channel.name, event);
    this.#onEvent?.(app_id, channel, event);
  }

  #deliver(app_id: AppId, channel: Channel, event: CachedEvent, position: string | undefined, except?: string): void {
    const occupied = this.#occupied.find(app_id, channel.name);
    this.#published++;
    if (occupied !== undefined) broadcast(occupied, { kind: "event", ...event, position }, except, this.#delivered);
  }

  /** Relays a client event of the connection `from`. It isn't stored. */
  relay(occupied: OccupiedChannel, event: CachedEvent & { readonly user_id?: string | undefined }, from: string): void {
    const { app_id, channel } = occupied;
    if (this.#shared === undefined) this.#broadcastHere(occupied, { kind: "event", ...event }, from);
    else this.#shared.relay({ app_id, channel: channel.name, ...event, from });
  }

  /** Sends a message that subscribers caused and that isn't stored, such as a client event of `from`. */
  #broadcastHere(occupied: OccupiedChannel, message: ChannelMessage, from: string | undefined): void {
    broadcast(occupied, message, from, this.#delivered);
    const { app_id, channel } = occupied;
    if (message.kind === "event" && from !== undefined) {
      this.#client_events++;
      this.#onEvent?.(app_id, channel, message, from);
    }
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
    const roster = this.#rosterOf(occupied);
    const is_new = roster !== undefined && member !== undefined && !roster.has(member.user_id);
    const full = is_new ? this.#fullLimit(app_id, roster.size) : undefined;
    if (full !== undefined) {
      if (subscriptionCount(occupied) === 0) this.#occupied.remove(occupied);
      return { outcome: "full", limit: full };
    }
    const is_first_here = presence !== undefined && member !== undefined && presence.add(subscriber.socket_id, member);
    if (is_first_here) this.#countMembership(app_id, 1);
    const was_empty = subscriptionCount(occupied) === 0;
    const lane = channelLane(occupied, subscriber.lane);
    lane.count++;
    const welcome = this.#welcomeOf(occupied, subscriber, since);
    subscriber.welcome(channel.name, welcome);
    subscriber.join(lane.topic);
    const is_miss = welcome.cached === "miss";
    if (this.#shared !== undefined) {
      if (is_new) broadcast(occupied, { kind: "member_added", ...member }, subscriber.socket_id, this.#delivered);
      this.#shared.changeCount(app_id, channel.name, subscriptionCount(occupied));
      if (is_first_here)
        this.#shared.changePresence({ app_id, channel: channel.name, ...member, socket_id: subscriber.socket_id });
      if (is_miss) this.#shared.noteCacheMiss(app_id, channel.name);
      return { outcome: "subscribed", occupied };
    }
    if (was_empty) this.#observer?.(app_id, { kind: "occupied", channel: channel.name });
    if (is_new) this.#broadcastHere(occupied, { kind: "member_added", ...member }, subscriber.socket_id);
    if (is_miss) this.#observer?.(app_id, { kind: "cache_miss", channel: channel.name });
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
    const { app_id, channel, presence } = occupied;
    const user_id = presence?.remove(subscriber.socket_id);
    if (user_id !== undefined) this.#countMembership(app_id, -1);
    const is_empty = subscriptionCount(occupied) === 0;
    if (is_empty) this.#occupied.remove(occupied);
    if (this.#shared !== undefined) {
      const { socket_id } = subscriber;
      if (user_id !== undefined) {
        this.#shared.changePresence({ app_id, channel: channel.name, user_id, socket_id });
        if (!this.#shared.roster(app_id, channel.name).has(user_id))
          broadcast(occupied, { kind: "member_removed", user_id }, socket_id, this.#delivered);
      }
      this.#shared.changeCount(app_id, channel.name, subscriptionCount(occupied));
      return;
    }
    if (user_id !== undefined) this.#broadcastHere(occupied, { kind: "member_removed", user_id }, subscriber.socket_id);
    if (!is_empty) {
      this.#counts.changed(occupied);
      return;
    }
    this.#counts.remove(occupied);
    this.#observer?.(app_id, { kind: "vacated", channel: channel.name });
  }

  /** Since the start: published events, client events, and messages to subscribers by protocol. */
  readonly messageCounts = () => ({
    published: this.#published,
    client_events: this.#client_events,
    delivered: Object.fromEntries(this.#delivered),
  });

  counts(app_id: AppId, name: string): ChannelCounts {
    if (this.#shared !== undefined) {
      const channel = parseChannel(name);
      const subscriptions = this.#shared.total(app_id, name);
      const has_users = subscriptions > 0 && channel !== undefined && hasMembers(channel.kind);
      return { subscriptions, users: has_users ? this.#shared.roster(app_id, name).size : undefined };
    }
    const occupied = this.#occupied.find(app_id, name);
    if (occupied === undefined) return { subscriptions: 0, users: undefined };
    return { subscriptions: subscriptionCount(occupied), users: occupied.presence?.roster.size };
  }

  users(app_id: AppId, name: string): readonly string[] {
    return [...this.roster(app_id, name).keys()];
  }

  roster(app_id: AppId, name: string): Roster {
    if (this.#shared !== undefined) return this.#shared.roster(app_id, name);
    return this.#occupied.find(app_id, name)?.presence?.roster ?? EMPTY_ROSTER;
  }

  *occupiedChannels(app_id: AppId): Iterable<OccupiedSummary> {
    const channels =
      this.#shared?.channelsOf(app_id) ?? Array.from(this.#occupied.of(app_id), (occupied) => occupied.channel);
    for (const channel of channels) yield { channel, ...this.counts(app_id, channel.name) };
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
    return this.#shared?.memberships(app_id) ?? this.#memberships.get(app_id) ?? 0;
  }

  #countMembership(app_id: AppId, change: 1 | -1): void {
    this.#memberships.set(app_id, (this.#memberships.get(app_id) ?? 0) + change);
  }

  #fullLimit(app_id: AppId, members: number): PresenceLimit | undefined {
    const { presence_members_max, presence_memberships_max } = this.#settingsOf(app_id).limits;
    if (members >= presence_members_max) return "presence_members_max";
    return this.#membershipsOf(app_id) >= presence_memberships_max ? "presence_memberships_max" : undefined;
  }

  applyEvent(app_id: AppId, channel: Channel, published: PublishedEvent, at_ms: number): void {
    const { event, data, kept, except } = published;
    this.#store(app_id, channel, { event, data });
    const rule = kept?.[channel.name];
    const bounded = rule && (this.#historyRule(app_id, channel.name) ?? { pattern: channel.name, ...rule });
    const position = bounded && this.#history.append(app_id, channel.name, { event, data }, bounded, at_ms);
    this.#deliver(app_id, channel, { event, data }, position, except);
  }

  applyClientEvent({ app_id, event, data, user_id, from }: ClientEventMessage, channel: Channel): void {
    this.#broadcastHere(this.#occupiedOr(app_id, channel), { kind: "event", event, data, user_id }, from);
  }

  applyActivity(app_id: AppId, channel: Channel, activity: ChannelActivity, except?: string, user_info = "{}"): void {
    this.#observer?.(app_id, activity);
    const occupied = this.#occupiedOr(app_id, channel);
    // Subscribers here have known this person since the subscription, whatever other nodes report.
    if ("user_id" in activity && activity.user_id !== undefined && occupied.presence?.has(activity.user_id)) return;
    if (activity.kind === "member_added") {
      broadcast(occupied, { kind: "member_added", user_id: activity.user_id, user_info }, except, this.#delivered);
    } else if (activity.kind === "member_removed") {
      broadcast(occupied, { kind: "member_removed", user_id: activity.user_id }, except, this.#delivered);
    } else if (activity.kind === "vacated") this.#counts.remove(occupied);
  }

  applyCount(app_id: AppId, channel: Channel): void {
    this.#counts.changed(this.#occupiedOr(app_id, channel));
  }

  ownMembers(): OwnMembers {
    const own: OwnMembers = { members: [], counts: [] };
    for (const { app_id, channel, presence, ...rest } of this.#occupied.all()) {
      const subscriptions = subscriptionCount(rest);
      if (subscriptions > 0) own.counts.push([app_id, channel.name, subscriptions]);
      for (const [user_id, { user_info }] of presence?.roster ?? [])
        own.members.push([app_id, channel.name, user_id, user_info]);
    }
    return own;
  }

  exportState(): ReturnType<LocalChannels["exportState"]> {
    // Cast: app IDs are branded in the schema, and the cache keeps them as text.
    const cached = [...this.#cache.export()] as ReturnType<LocalChannels["exportState"]>["cached"];
    return { histories: this.#history.export().map((log) => ({ ...log, entries: [...log.entries] })), cached };
  }

  importState({ histories, cached }: ReturnType<LocalChannels["exportState"]>): void {
    this.#history.import(histories);
    this.#cache.import(cached);
  }

  beginHistory(epoch: string): void {
    this.#history.begin(epoch);
  }

  /** Whether the app keeps events of this channel. */
  hasHistory(app_id: AppId, name: string): boolean {
    return this.#historyRule(app_id, name) !== undefined;
  }

  #keptOn(app_id: AppId, channels: readonly Channel[]): PublishedEvent["kept"] {
    const kept = channels.flatMap(({ name }) => {
      const rule = this.#historyRule(app_id, name);
      return rule === undefined ? [] : [[name, { events_max: rule.events_max, ttl_s: rule.ttl_s }] as const];
    });
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  }

  /** A channel with subscribers only on other nodes is observed, too. */
  #occupiedOr(app_id: AppId, channel: Channel): OccupiedChannel {
    return this.#occupied.find(app_id, channel.name) ?? { app_id, channel, lanes: [], presence: undefined };
  }

  /**
   * Members as subscribers of this node see them: with several nodes, those of the log, and this node's own, whose
   * entries may not have come back from the log yet.
   */
  #rosterOf({ app_id, channel, presence }: OccupiedChannel): Roster | undefined {
    if (presence === undefined || this.#shared === undefined) return presence?.roster;
    const roster = this.#shared.roster(app_id, channel.name);
    const pending = [...presence.roster].filter(([user_id]) => !roster.has(user_id));
    return pending.length === 0 ? roster : new Map([...roster, ...pending]);
  }

  #historyRule(app_id: AppId, name: string): BoundedHistoryRule | undefined {
    const { history_rules, limits } = this.#settingsOf(app_id);
    if (history_rules.length === 0) return undefined;
    const rule = history_rules.find(({ pattern }) => matchesGlob(pattern, name));
    const { history_bytes_per_channel_max: bytes_max, history_bytes_per_app_max: app_bytes_max } = limits;
    return rule && { ...rule, bytes_max, app_bytes_max };
  }

  #welcomeOf(occupied: OccupiedChannel, subscriber: Subscriber, since?: string): Welcome {
    const { app_id, channel, presence } = occupied;
    const rule = this.#historyRule(app_id, channel.name);
    const { replay_bytes_max } = this.#settingsOf(app_id).limits;
    const resumed = rule === undefined ? undefined : this.#history.resume(app_id, channel.name, since, rule);
    // A complete replay includes the last event, unless the subscriber has it already.
    const is_resumed = since !== undefined && resumed?.outcome === "complete";
    const wants_cached = hasCache(channel.kind) && !is_resumed;
    const cached = wants_cached ? (this.#cache.recall(app_id, channel.name) ?? "miss") : undefined;
    const me = presence?.personOf(subscriber.socket_id);
    const signals = this.#signals.recall(app_id, channel.name);
    return { roster: this.#rosterOf(occupied), me, cached, signals, since, resumed, replay_bytes_max };
  }
}

const EMPTY_ROSTER: Roster = new Map();

type OwnMembers = ReturnType<LocalChannels["ownMembers"]>;
type ClientEventMessage = Parameters<LocalChannels["applyClientEvent"]>[0];

function requireChannel(name: string): Channel {
  const channel = parseChannel(name);
  if (channel === undefined) throw new RangeError(`${JSON.stringify(name)} isn't a valid channel name.`);
  return channel;
}

function toText(data: unknown): string {
  return typeof data === "string" ? data : (JSON.stringify(data) ?? "null");
}
