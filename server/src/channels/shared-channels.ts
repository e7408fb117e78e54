import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import type { AppendResult, ClusterLog, ClusterState, OnceKey } from "../cluster/log.ts";
import type {
  ClusterMessage,
  ClusterSnapshot,
  NodeCommand,
  NodeConnections,
  PostedMessage,
  PresenceChange,
  PublishedEvent,
} from "../cluster/messages.ts";
import type { ChannelActivity, ChannelObserver } from "./channel-observer.ts";
import { ClusterView } from "./cluster-view.ts";
import { hasCache } from "./occupied-channel.ts";
import type { Roster } from "./subscriber.ts";
import type { SharedUsers, Watchlists } from "./watchlists.ts";

type ClientEvent = Extract<ClusterMessage, { kind: "client_event" }>;
type Changes = Extract<ClusterMessage, { kind: "changes" }>;

/** This node's channels, to which changes of the cluster are applied. */
export interface LocalChannels {
  /** Delivers an event to this node's subscribers and stores it, under the time of its log entry. */
  applyEvent(app_id: AppId, channel: Channel, event: PublishedEvent, at_ms: number): void;
  applyClientEvent(event: ClientEvent, channel: Channel): void;
  applyActivity(app_id: AppId, channel: Channel, activity: ChannelActivity, except?: string, user_info?: string): void;
  /** The number of subscribers in the cluster changed. */
  applyCount(app_id: AppId, channel: Channel): void;
  /** Subscribers and members of this node. */
  ownMembers(): Pick<ReturnType<ClusterView["share"]>, "members" | "counts">;
  exportState(): Pick<ClusterSnapshot, "histories" | "cached">;
  importState(state: Pick<ClusterSnapshot, "histories" | "cached">): void;
  /** Positions begin again under this epoch. */
  beginHistory(epoch: string): void;
}

export interface SharedChannelsDeps {
  readonly clock: Clock;
  readonly log: ClusterLog;
  /** Runs a command that any node wrote. */
  readonly onCommand: (command: NodeCommand, node: string) => void;
  /** Events may be missing on this node: makes subscribers of channels with history connect again. */
  readonly onGap: () => void;
  readonly onNodeGone: () => void;
}

/**
 * The channels of all nodes. What a node does goes to the log, and takes effect when the node reads it there, in the
 * same order as on all others.
 */
export class SharedChannels implements ClusterState, SharedUsers {
  readonly #deps: SharedChannelsDeps;
  readonly #view: ClusterView;
  #local: LocalChannels | undefined;
  #watchlists: Watchlists | undefined;
  #pending: Changes = noChanges();
  readonly #counts = new Map<string, readonly [AppId, string, number]>();
  #cancelFlush: Cancel | undefined;

  constructor(deps: SharedChannelsDeps) {
    this.#deps = deps;
    this.#view = new ClusterView({
      joined: (app_id, channel, user_id, user_info, socket_id) =>
        this.#activity(
          app_id,
          channel,
          (name) => ({ kind: "member_added", channel: name, user_id }),
          socket_id,
          user_info,
        ),
      left: (app_id, channel, user_id) =>
        this.#activity(app_id, channel, (name) => ({ kind: "member_removed", channel: name, user_id })),
      occupied: (app_id, channel) => this.#activity(app_id, channel, (name) => ({ kind: "occupied", channel: name })),
      vacated: (app_id, channel) => this.#activity(app_id, channel, (name) => ({ kind: "vacated", channel: name })),
      counted: (app_id, name) => {
        const channel = parseChannel(name);
        if (channel !== undefined) this.#local?.applyCount(app_id, channel);
      },
      online: (app_id, user_id) => this.#watchlists?.changed(app_id, user_id, "online"),
      offline: (app_id, user_id) => this.#watchlists?.changed(app_id, user_id, "offline"),
    });
  }

  attach(local: LocalChannels, watchlists: Watchlists): void {
    this.#local = local;
    this.#watchlists = watchlists;
  }

  get degraded_since_ms(): ClusterLog["degraded_since_ms"] {
    return this.#deps.log.degraded_since_ms;
  }

  /** @throws LogUnavailable if Redis doesn't confirm. */
  publish(app_id: AppId, events: readonly PublishedEvent[], once?: OnceKey): Promise<AppendResult> {
    return this.#deps.log.append({ kind: "events", app_id, events: [...events] }, once);
  }

  /** Publishes an event of Fanfare. Without Redis, this node's subscribers get it, and the others when Redis is back. */
  signal(app_id: AppId, event: PublishedEvent): void {
    this.#deps.log.post({ kind: "events", app_id, events: [event] }, true);
  }

  /** Without Redis, this node's subscribers still get the event. */
  relay(event: Omit<ClientEvent, "kind">): void {
    this.#deps.log.post({ kind: "client_event", ...event }, false);
  }

  /** @throws LogUnavailable if Redis doesn't confirm. */
  async command(command: NodeCommand): Promise<void> {
    await this.#deps.log.append({ kind: "command", command });
  }

  /** Like `command`. Without Redis, this node runs it, and the others when Redis is back. */
  signalCommand(command: NodeCommand): void {
    this.#deps.log.post({ kind: "command", command }, true);
  }

  reportConnections(apps: Readonly<Record<string, NodeConnections>>): void {
    // The next report replaces a lost one.
    this.#deps.log.append({ kind: "connections", apps: { ...apps } }).catch(() => {});
  }

  changePresence(change: PresenceChange): void {
    this.#pending.presence.push(change);
    this.#flushSoon();
  }

  changeCount(app_id: AppId, name: string, subscriptions: number): void {
    this.#counts.set(`${app_id}:${name}`, [app_id, name, subscriptions]);
    this.#flushSoon();
  }

  noteCacheMiss(app_id: AppId, name: string): void {
    this.#pending.cache_misses.push([app_id, name]);
    this.#flushSoon();
  }

  announce(app_id: AppId, user_id: string, online: boolean): void {
    this.#pending.users.push([app_id, user_id, online]);
    this.#flushSoon();
  }

  isOnline(app_id: AppId, user_id: string): boolean {
    return this.#view.isOnline(app_id, user_id);
  }

  roster(app_id: AppId, name: string): Roster {
    return this.#view.roster(app_id, name);
  }

  total(app_id: AppId, name: string): number {
    return this.#view.total(app_id, name);
  }

  /** Members of all presence channels of an app. */
  memberships(app_id: AppId): number {
    return this.#view.memberships(app_id);
  }

  channelsOf(app_id: AppId): Iterable<Channel> {
    return this.#view.channelsOf(app_id);
  }

  /** Connections on the other nodes. */
  connectionsOf(app_id: AppId): readonly NodeConnections[] {
    return this.#view.connectionsOf(app_id, this.#deps.log.node);
  }

  /** Reports every occupied channel and every member, as if they came now. */
  replayState(observer: ChannelObserver): void {
    for (const [app_id, { name }, members] of this.#view.occupied()) {
      observer(app_id, { kind: "occupied", channel: name });
      for (const user_id of members) observer(app_id, { kind: "member_added", channel: name, user_id });
    }
  }

  nodes(): readonly string[] {
    return this.#view.nodes();
  }

  apply(message: ClusterMessage, node = this.#deps.log.node, at_ms = this.#deps.clock.now()): void {
    switch (message.kind) {
      case "events":
        this.#applyEvents(message, at_ms);
        return;
      case "client_event": {
        const channel = parseChannel(message.channel);
        if (channel !== undefined) this.#local?.applyClientEvent(message, channel);
        return;
      }
      case "changes":
        this.#applyChanges(message, node);
        return;
      case "share":
        this.#view.replace(node, message.share);
        return;
      case "connections":
        this.#view.setConnections(node, message.apps);
        return;
      case "command":
        this.#deps.onCommand(message.command, node);
        return;
      case "gone":
        this.#view.remove(message.node);
        this.#deps.onNodeGone();
        return;
      case "hello":
        return;
    }
  }

  applyAlone(message: PostedMessage): boolean {
    if (message.kind === "events" && message.events.some(isStored)) return false;
    this.apply(message);
    return true;
  }

  ownShare(): Extract<ClusterMessage, { kind: "share" }> {
    const own = this.#local?.ownMembers() ?? { members: [], counts: [] };
    const users = (this.#watchlists?.users() ?? []).map(([app_id, user_id]): [AppId, string] => [app_id, user_id]);
    return { kind: "share", share: { ...own, users } };
  }

  begin(epoch: string): void {
    this.#local?.beginHistory(epoch);
    this.#deps.onGap();
  }

  snapshot(): ClusterSnapshot {
    const shares = Object.fromEntries(this.#view.nodes().map((node) => [node, this.#view.share(node)]));
    const state = this.#local?.exportState() ?? { histories: [], cached: [] };
    // Casts: copies of what the schema describes, whose types are mutable.
    return { shares, connections: this.#view.connections() as ClusterSnapshot["connections"], ...state };
  }

  restore({ shares, connections, ...state }: ClusterSnapshot): void {
    this.#local?.importState(state);
    for (const node of this.#view.nodes()) if (!Object.hasOwn(shares, node)) this.#view.remove(node);
    for (const [node, share] of Object.entries(shares)) this.#view.replace(node, share);
    for (const [node, apps] of Object.entries(connections)) this.#view.setConnections(node, apps);
  }

  #applyEvents({ app_id, events }: Extract<ClusterMessage, { kind: "events" }>, at_ms: number): void {
    for (const event of events) {
      for (const name of event.channels) {
        const channel = parseChannel(name);
        if (channel !== undefined) this.#local?.applyEvent(app_id, channel, event, at_ms);
      }
    }
  }

  #applyChanges({ counts, presence, users, cache_misses, emptied }: Changes, node: string): void {
    for (const [app_id, name, subscriptions] of counts) this.#view.count(node, app_id, name, subscriptions);
    for (const { app_id, channel, user_id, user_info, socket_id } of presence) {
      if (user_info === undefined) this.#view.leave(node, app_id, channel, user_id);
      else this.#view.join(node, app_id, channel, { user_id, user_info }, socket_id);
    }
    for (const [app_id, user_id, online] of users) this.#view.setOnline(node, app_id, user_id, online);
    for (const [app_id, name] of cache_misses)
      this.#activity(app_id, name, (channel) => ({ kind: "cache_miss", channel }));
    for (const [app_id, name] of emptied) this.#view.count(node, app_id, name, 0);
  }

  #activity(
    app_id: AppId,
    name: string,
    activity: (channel: Channel["name"]) => ChannelActivity,
    except?: string,
    user_info?: string,
  ): void {
    const channel = parseChannel(name);
    if (channel !== undefined) this.#local?.applyActivity(app_id, channel, activity(channel.name), except, user_info);
  }

  #flushSoon(): void {
    this.#cancelFlush ??= this.#deps.clock.after(limits.redis_changes_wait_ms, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush = undefined;
    const changes = this.#pending;
    this.#pending = noChanges();
    for (const [app_id, name, subscriptions] of this.#counts.values()) {
      if (subscriptions > 0) changes.counts.push([app_id, name, subscriptions]);
      else changes.emptied.push([app_id, name]);
    }
    this.#counts.clear();
    // The log announces everything again after an outage. Until then, this node goes on with its own people.
    this.#deps.log.post(changes, false);
  }
}

/** Whether servers keep the event: in a history, or for later subscribers of a cache channel. */
function isStored({ channels, kept }: PublishedEvent): boolean {
  return kept !== undefined || channels.some((name) => hasCache(parseChannel(name)?.kind));
}

function noChanges(): Changes {
  return { kind: "changes", counts: [], presence: [], users: [], cache_misses: [], emptied: [] };
}
