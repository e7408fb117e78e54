import { type AppSettings, DEFAULT_APP_SETTINGS } from "@fanfare/contract/app-settings";
import { type Channel, parseChannel } from "@fanfare/contract/channel";
import type { Clock } from "@fanfare/contract/clock";
import { matchesGlob } from "@fanfare/contract/glob";
import type { AppId } from "@fanfare/contract/ids";
import { type Rng, systemRng } from "@fanfare/contract/rng";
import type { Publish } from "../publish.ts";
import { createEventCache } from "./event-cache.ts";
import { createHistory, type HistoryPage, type HistoryRange, type KeepingRule } from "./history.ts";
import { type ChannelObserver, happeningOf } from "./observer.ts";
import type { Presence } from "./presence.ts";
import { hasCache, laneOf, openRoom, type Room, say, subscriptionsOf } from "./room.ts";
import type { Cached, ChannelMessage, Member, Roster, Subscriber, Welcome } from "./subscriber.ts";
import { createSubscriptionCounts } from "./subscription-counts.ts";

/** `users` is undefined where a channel has no members. */
export interface ChannelCounts {
  readonly subscriptions: number;
  readonly users: number | undefined;
}

/** `full`: the presence channel has as many people as the app's `presence_members_max` already. */
export type SubscribeResult = { readonly outcome: "subscribed"; readonly room: Room } | { readonly outcome: "full" };

/**
 * Who is on which channel, and the way to all of them. Knows neither what is said nor over which wire: subscribers bring
 * their {@link Lane}, which encodes a message once and hands it to the wire's own fan-out.
 */
export interface Channels {
  /** Says an event to everyone on a channel. A string is passed on as it is, anything else as JSON. */
  readonly publish: Publish;
  /**
   * As `publish`, save to the connection `except`. On cache channels the event is also kept for those who come later.
   * `channel` must have passed `parseChannel`.
   */
  event(app_id: AppId, channel: Channel, event: Cached, except?: string): void;
  /** Says something that is not kept: client events. */
  say(room: Room, message: ChannelMessage, except: string): void;
  /**
   * Welcomes the subscriber, joins it to its lane's topic, then tells the others of a presence channel. `since` is the
   * position up to which it has heard the channel before, where the channel has history.
   */
  subscribe(app_id: AppId, channel: Channel, subscriber: Subscriber, member?: Member, since?: string): SubscribeResult;
  /** Welcomes a subscriber again who is on the channel already: nothing is counted or told twice. */
  welcome(room: Room, subscriber: Subscriber): void;
  unsubscribe(room: Room, subscriber: Subscriber): void;
  counts(app_id: AppId, channel: string): ChannelCounts;
  /** Ids of the people on a presence channel. */
  users(app_id: AppId, channel: string): readonly string[];
  /** The people on a presence channel, and what is said of each. */
  roster(app_id: AppId, channel: string): Roster;
  /** The channels of an app that somebody is on. */
  rooms(app_id: AppId): Iterable<Room>;
  /** What is kept of a channel; undefined where the app has no rule for it. */
  history(app_id: AppId, channel: string, range: HistoryRange): HistoryPage | undefined;
  /** The event that a cache channel keeps, and for how many seconds more. */
  cached(app_id: AppId, channel: string): (Cached & { readonly ttl_s: number }) | undefined;
}

export interface ChannelsDeps {
  readonly clock: Clock;
  /** Names the epochs of histories. */
  readonly rng?: Pick<Rng, "bytes"> | undefined;
  /** What an app has decided for itself; the defaults where nobody says. */
  readonly settingsOf?: ((app_id: AppId) => AppSettings) | undefined;
  /** Is told who comes and goes, and what clients say; webhooks are made of it. */
  readonly observer?: ChannelObserver | undefined;
  /** Is told of every event, of `from` where a client said it. Costs one call: it must return at once and never throw. */
  readonly onEvent?: OnEvent | undefined;
}

export type OnEvent = (app_id: AppId, channel: Channel, event: Cached, from?: string) => void;

/**
 * @example
 * const channels = createChannels({ clock });
 * channels.publish(app.id, EVERYONE_CHANNEL, CONTENT_CHANGED, { config_version: 7, spread_ms: 1_500 });
 */
export function createChannels(deps: ChannelsDeps): Channels {
  const { observer, onEvent, settingsOf = () => DEFAULT_APP_SETTINGS } = deps;
  const apps = new Map<AppId, Map<string, Room>>();
  const cache = createEventCache(deps.clock);
  const history = createHistory({ clock: deps.clock, rng: deps.rng ?? systemRng });
  const historyRule = (app_id: AppId, channel: string): KeepingRule | undefined => {
    const { history_rules, limits } = settingsOf(app_id);
    const rule = history_rules.find(({ pattern }) => matchesGlob(pattern, channel));
    return rule && { ...rule, bytes_max: limits.history_bytes_per_channel_max };
  };
  const roomOf = (app_id: AppId, name: string): Room | undefined => apps.get(app_id)?.get(name);

  const roomFor = (app_id: AppId, channel: Channel): Room => {
    const rooms = apps.get(app_id) ?? new Map<string, Room>();
    apps.set(app_id, rooms);
    const room = rooms.get(channel.name) ?? openRoom(app_id, channel);
    rooms.set(channel.name, room);
    return room;
  };
  const closeWhenEmpty = (room: Room): void => {
    if (subscriptionsOf(room) > 0) {
      counts.changed(room);
      return;
    }
    counts.forget(room);
    const rooms = apps.get(room.app_id);
    rooms?.delete(room.channel.name);
    if (rooms?.size === 0) apps.delete(room.app_id);
    observer?.(room.app_id, { kind: "vacated", channel: room.channel.name });
  };
  /** Says something that the subscribers themselves have caused. */
  const tell = (room: Room, message: ChannelMessage, from: string | undefined): void => {
    say(room, message, from);
    if (message.kind === "event" && from !== undefined) onEvent?.(room.app_id, room.channel, message, from);
    const happening = observer === undefined ? undefined : happeningOf(room, message, from);
    if (happening !== undefined) observer?.(room.app_id, happening);
  };
  const counts = createSubscriptionCounts({
    clock: deps.clock,
    settingsOf,
    tell: (room, count) => tell(room, { kind: "subscription_count", count }, undefined),
  });
  const welcomeOf = (room: Room, since?: string): Welcome => {
    const { app_id, channel, presence } = room;
    const rule = historyRule(app_id, channel.name);
    const { replay_bytes_max } = settingsOf(app_id).limits;
    const resumed = rule === undefined ? undefined : history.resume(app_id, channel.name, since, rule);
    // Who gets everything since its position has the last event already, or gets it among them.
    const is_resumed = since !== undefined && resumed?.outcome === "complete";
    const wants_cached = hasCache(channel.kind) && !is_resumed;
    const cached = wants_cached ? (cache.recall(app_id, channel.name) ?? "miss") : undefined;
    return { roster: presence?.roster, cached, resumed, replay_bytes_max };
  };
  const eventTo: Channels["event"] = (app_id, channel, event, except) => {
    if (hasCache(channel.kind)) {
      cache.remember(app_id, channel.name, event, settingsOf(app_id).limits);
      observer?.(app_id, { kind: "cache_filled", channel: channel.name });
    }
    onEvent?.(app_id, channel, event);
    const rule = historyRule(app_id, channel.name);
    const position = rule === undefined ? undefined : history.append(app_id, channel.name, event, rule);
    const room = roomOf(app_id, channel.name);
    if (room !== undefined) say(room, { kind: "event", ...event, position }, except);
  };

  return {
    publish(app_id, name, event, data) {
      const channel = parseChannel(name);
      if (channel === undefined) throw new RangeError(`${JSON.stringify(name)} is not the name of a channel.`);
      eventTo(app_id, channel, { event, data: typeof data === "string" ? data : (JSON.stringify(data) ?? "null") });
    },
    event: eventTo,
    say: tell,
    subscribe(app_id, channel, subscriber, member, since) {
      const room = roomFor(app_id, channel);
      const { presence } = room;
      const is_new = presence !== undefined && member !== undefined && !presence.has(member.user_id);
      if (is_new && isFull(presence, settingsOf(app_id))) return { outcome: "full" };
      if (presence !== undefined && member !== undefined) presence.add(subscriber.socket_id, member);
      const was_empty = subscriptionsOf(room) === 0;
      const lane = laneOf(room, subscriber.lane);
      lane.count++;
      const welcome = welcomeOf(room, since);
      subscriber.welcome(channel.name, welcome);
      subscriber.join(lane.topic);
      if (was_empty) observer?.(app_id, { kind: "occupied", channel: channel.name });
      if (is_new) tell(room, { kind: "member_added", ...member }, subscriber.socket_id);
      if (welcome.cached === "miss") observer?.(app_id, { kind: "cache_miss", channel: channel.name });
      counts.changed(room);
      return { outcome: "subscribed", room };
    },
    welcome: (room, subscriber) => subscriber.welcome(room.channel.name, welcomeOf(room)),
    unsubscribe(room, subscriber) {
      const lane = laneOf(room, subscriber.lane);
      lane.count--;
      subscriber.leave(lane.topic);
      const gone = room.presence?.remove(subscriber.socket_id);
      if (gone !== undefined) tell(room, { kind: "member_removed", user_id: gone }, subscriber.socket_id);
      closeWhenEmpty(room);
    },
    counts(app_id, name) {
      const room = roomOf(app_id, name);
      return { subscriptions: room === undefined ? 0 : subscriptionsOf(room), users: room?.presence?.roster.size };
    },
    users: (app_id, name) => [...(roomOf(app_id, name)?.presence?.roster.keys() ?? [])],
    roster: (app_id, name) => roomOf(app_id, name)?.presence?.roster ?? NOBODY,
    rooms: (app_id) => apps.get(app_id)?.values() ?? [],
    history(app_id, name, range) {
      const rule = historyRule(app_id, name);
      return rule && history.read(app_id, name, range, rule);
    },
    cached: (app_id, name) => cache.recall(app_id, name),
  };
}

const NOBODY: Roster = new Map();

function isFull({ roster }: Presence, { limits }: AppSettings): boolean {
  return roster.size >= limits.presence_members_max;
}
