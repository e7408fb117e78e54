import type { AppId } from "@fanfare/contract/lib/ids";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import type { NodeConnections, NodeShare } from "../cluster/messages.ts";
import type { Roster } from "./subscriber.ts";

/** Changes for the whole cluster, in the order of the log. */
export interface ClusterChanges {
  joined(app_id: AppId, channel: string, user_id: string, user_info: string, socket_id: string | undefined): void;
  left(app_id: AppId, channel: string, user_id: string): void;
  occupied(app_id: AppId, channel: string): void;
  vacated(app_id: AppId, channel: string): void;
  counted(app_id: AppId, channel: string): void;
  online(app_id: AppId, user_id: string): void;
  offline(app_id: AppId, user_id: string): void;
}

interface SharedMember {
  readonly user_info: string;
  readonly nodes: Map<string, string>;
}

interface SharedChannel {
  readonly channel: Channel | undefined;
  readonly counts: Map<string, number>;
  readonly members: Map<string, SharedMember>;
}

/**
 * Who is subscribed on which node. Nodes apply the same changes in the same order, so all of them see the same people
 * join and leave. A person on several nodes joins with the first, leaves with the last, and keeps the first
 * `user_info`.
 */
export class ClusterView {
  readonly #changes: ClusterChanges;
  readonly #apps = new Map<AppId, Map<string, SharedChannel>>();
  readonly #users = new Map<AppId, Map<string, Set<string>>>();
  readonly #connections = new Map<string, Readonly<Record<string, NodeConnections>>>();
  readonly #nodes = new Set<string>();
  readonly #memberships = new Map<AppId, number>();

  constructor(changes: ClusterChanges) {
    this.#changes = changes;
  }

  nodes(): readonly string[] {
    return [...this.#nodes];
  }

  roster(app_id: AppId, channel: string): Roster {
    return this.#apps.get(app_id)?.get(channel)?.members ?? NO_MEMBERS;
  }

  total(app_id: AppId, channel: string): number {
    return sum(this.#apps.get(app_id)?.get(channel)?.counts.values() ?? []);
  }

  *channelsOf(app_id: AppId): Iterable<Channel> {
    for (const { channel, counts } of this.#apps.get(app_id)?.values() ?? [])
      if (channel !== undefined && counts.size > 0) yield channel;
  }

  *occupied(): Iterable<readonly [app_id: AppId, channel: Channel, user_ids: Iterable<string>]> {
    for (const [app_id, channels] of this.#apps)
      for (const { channel, counts, members } of channels.values())
        if (channel !== undefined && counts.size > 0) yield [app_id, channel, members.keys()];
  }

  memberships(app_id: AppId): number {
    return this.#memberships.get(app_id) ?? 0;
  }

  isOnline(app_id: AppId, user_id: string): boolean {
    return (this.#users.get(app_id)?.get(user_id)?.size ?? 0) > 0;
  }

  /** Connections of the other nodes. */
  connectionsOf(app_id: AppId, except: string): readonly NodeConnections[] {
    return [...this.#connections].flatMap(([node, apps]) => (node === except ? [] : (apps[app_id] ?? [])));
  }

  setConnections(node: string, apps: Readonly<Record<string, NodeConnections>>): void {
    this.#connections.set(node, apps);
  }

  join(
    node: string,
    app_id: AppId,
    name: string,
    person: { user_id: string; user_info: string },
    socket_id?: string,
  ): void {
    this.#nodes.add(node);
    const { members } = this.#channel(app_id, name);
    const { user_id, user_info } = person;
    const known = members.get(user_id);
    if (known !== undefined) {
      known.nodes.set(node, user_info);
      return;
    }
    members.set(user_id, { user_info, nodes: new Map([[node, user_info]]) });
    this.#memberships.set(app_id, this.memberships(app_id) + 1);
    this.#changes.joined(app_id, name, user_id, user_info, socket_id);
  }

  leave(node: string, app_id: AppId, name: string, user_id: string): void {
    const channel = this.#apps.get(app_id)?.get(name);
    const member = channel?.members.get(user_id);
    if (channel === undefined || member === undefined || !member.nodes.delete(node) || member.nodes.size > 0) return;
    channel.members.delete(user_id);
    this.#memberships.set(app_id, this.memberships(app_id) - 1);
    this.#changes.left(app_id, name, user_id);
    this.#dropIdle(app_id, name, channel);
  }

  count(node: string, app_id: AppId, name: string, subscriptions: number): void {
    this.#nodes.add(node);
    const channel = this.#channel(app_id, name);
    if ((channel.counts.get(node) ?? 0) === subscriptions) {
      this.#dropIdle(app_id, name, channel);
      return;
    }
    const was_empty = channel.counts.size === 0;
    if (subscriptions > 0) channel.counts.set(node, subscriptions);
    else channel.counts.delete(node);
    if (channel.counts.size > 0) {
      if (was_empty) this.#changes.occupied(app_id, name);
      this.#changes.counted(app_id, name);
      return;
    }
    if (!was_empty) this.#changes.vacated(app_id, name);
    this.#dropIdle(app_id, name, channel);
  }

  setOnline(node: string, app_id: AppId, user_id: string, online: boolean): void {
    this.#nodes.add(node);
    const users = this.#users.get(app_id) ?? new Map<string, Set<string>>();
    this.#users.set(app_id, users);
    const nodes = users.get(user_id) ?? new Set<string>();
    const was_online = nodes.size > 0;
    if (online) nodes.add(node);
    else nodes.delete(node);
    if (nodes.size > 0) users.set(user_id, nodes);
    else users.delete(user_id);
    if (was_online !== nodes.size > 0) this.#changes[online ? "online" : "offline"](app_id, user_id);
  }

  /** Makes `share` all that a node has. What stays the same causes no change. */
  replace(node: string, share: NodeShare): void {
    const before = this.share(node);
    this.#nodes.add(node);
    const members = new Set(share.members.map(([app_id, name, user_id]) => keyOf(app_id, name, user_id)));
    const counts = new Set(share.counts.map(([app_id, name]) => keyOf(app_id, name)));
    const users = new Set(share.users.map(([app_id, user_id]) => keyOf(app_id, user_id)));
    for (const [app_id, name, subscriptions] of share.counts) this.count(node, app_id, name, subscriptions);
    for (const [app_id, name, user_id, user_info] of share.members)
      this.join(node, app_id, name, { user_id, user_info });
    for (const [app_id, user_id] of share.users) this.setOnline(node, app_id, user_id, true);
    for (const [app_id, name, user_id] of before.members)
      if (!members.has(keyOf(app_id, name, user_id))) this.leave(node, app_id, name, user_id);
    for (const [app_id, name] of before.counts) if (!counts.has(keyOf(app_id, name))) this.count(node, app_id, name, 0);
    for (const [app_id, user_id] of before.users)
      if (!users.has(keyOf(app_id, user_id))) this.setOnline(node, app_id, user_id, false);
  }

  remove(node: string): void {
    this.replace(node, { members: [], counts: [], users: [] });
    this.#connections.delete(node);
    this.#nodes.delete(node);
  }

  share(node: string): NodeShare {
    const share: NodeShare = { members: [], counts: [], users: [] };
    for (const [app_id, channels] of this.#apps) {
      for (const [name, { counts, members }] of channels) {
        const subscriptions = counts.get(node);
        if (subscriptions !== undefined) share.counts.push([app_id, name, subscriptions]);
        for (const [user_id, { nodes }] of members) {
          const user_info = nodes.get(node);
          if (user_info !== undefined) share.members.push([app_id, name, user_id, user_info]);
        }
      }
    }
    for (const [app_id, users] of this.#users)
      for (const [user_id, nodes] of users) if (nodes.has(node)) share.users.push([app_id, user_id]);
    return share;
  }

  connections(): Readonly<Record<string, Readonly<Record<string, NodeConnections>>>> {
    return Object.fromEntries(this.#connections);
  }

  #channel(app_id: AppId, name: string): SharedChannel {
    const channels = this.#apps.get(app_id) ?? new Map<string, SharedChannel>();
    this.#apps.set(app_id, channels);
    const known = channels.get(name);
    if (known !== undefined) return known;
    const added: SharedChannel = { channel: parseChannel(name), counts: new Map(), members: new Map() };
    channels.set(name, added);
    return added;
  }

  #dropIdle(app_id: AppId, name: string, { counts, members }: SharedChannel): void {
    if (counts.size === 0 && members.size === 0) this.#apps.get(app_id)?.delete(name);
  }
}

const NO_MEMBERS: Roster = new Map();

/** App IDs, channel names, and user IDs contain no line breaks. */
function keyOf(...parts: readonly string[]): string {
  return parts.join("\n");
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
