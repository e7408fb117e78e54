import { createHash } from "node:crypto";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId, NodeId, WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { EVERYONE_CHANNEL, personChannel } from "@fanfare/contract/realtime/channel";
import { CONTENT_CHANGED } from "@fanfare/contract/schema/client/v1";
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import type { Channels } from "../channels/channels.ts";
import { SharedChannels } from "../channels/shared-channels.ts";
import { combineWork, holdLease, type Lease, type LeaseWork } from "../cluster/lease.ts";
import { LogUnavailable } from "../cluster/log.ts";
import type { NodeCommand, NodeConnections } from "../cluster/messages.ts";
import type { NodeMembership } from "../cluster/nodes.ts";
import { createRedisLog, type StreamLog } from "../cluster/redis-log.ts";
import { VersionPoll } from "../cluster/version-poll.ts";
import type { GroupPages } from "../engage/live-updates/group-pages.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Log } from "../lib/log.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { knownNodes } from "../store/statements/cluster/nodes.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";

export interface ClusterDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly redis_url: string;
  readonly membership: NodeMembership;
  readonly installation_id: string;
}

/** The server's parts that messages of other nodes reach. */
export interface ClusterParts {
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly gateway: Gateway;
  readonly webhooks: Webhooks;
  readonly group_pages: GroupPages;
  /** What an app shows changed on another node. */
  readonly appChanged: (app_id: AppId) => void;
  /** Work of one node at a time. */
  readonly work: readonly LeaseWork[];
  /** Continues work that a node which is gone began. */
  resumeWork(): void;
}

/** Connection of this node to the others, through Redis and the database. */
export interface Cluster {
  readonly node_id: NodeId;
  readonly shared: SharedChannels;
  /** @throws StartupError if Redis can't be used. */
  connect(): Promise<void>;
  /** Joins the log, and from then on follows the other nodes. @throws StartupError if no other node sends its state. */
  join(parts: ClusterParts): Promise<void>;
  /** Runs a command on all nodes. @throws LogUnavailable */
  command(command: NodeCommand): Promise<void>;
  /** Like `command`. Without Redis, runs it on this node, and on the others when Redis is back. */
  signal(command: NodeCommand): void;
  /** Resolves when this node has all changes of apps that were committed before the call. */
  catchUp(): Promise<void>;
  leave(): Promise<void>;
}

/** A copy of a database has the same installation ID, so its events would reach the clients of the original. */
async function assertOwn(nodes: readonly string[], { db }: NodeMembership): Promise<void> {
  const own = await knownNodes(db, nodes);
  const foreign = nodes.filter((node) => !own.has(node));
  if (foreign.length === 0) return;
  throw new LogUnavailable(
    `Servers of another database use this Redis for the same installation (${foreign.join(", ")}). If this database is a copy, give it a Redis of its own, or another Redis database: add /1 to FANFARE_REDIS_URL.`,
  );
}

function asStartupError(error: unknown): never {
  throw error instanceof LogUnavailable ? new StartupError(error.message, { cause: error }) : error;
}

export function createCluster(deps: ClusterDeps): Cluster {
  return new RedisCluster(deps);
}

class RedisCluster implements Cluster {
  readonly node_id: NodeId;
  readonly shared: SharedChannels;
  readonly #deps: ClusterDeps;
  readonly #log: StreamLog;
  #parts: ClusterParts | undefined;
  #lease: Lease | undefined;
  #version_poll: VersionPoll | undefined;
  #cancelReport: Cancel = () => {};
  #is_left = false;

  constructor(deps: ClusterDeps) {
    const { clock, membership } = deps;
    this.#deps = deps;
    this.node_id = membership.id;
    const installation_id = createHash("sha256").update(deps.installation_id).digest("hex").slice(0, 12);
    this.#log = createRedisLog({
      ...{ ...deps, url: deps.redis_url, node: membership.id, installation_id },
      assertOwn: (nodes) => assertOwn(nodes, membership),
    });
    this.shared = new SharedChannels({
      clock,
      log: this.#log,
      onCommand: (command, node) => this.#run(command, node),
      onGap: () => this.#parts?.gateway.renewHistories(),
      onNodeGone: () => this.#parts?.resumeWork(),
    });
  }

  async connect(): Promise<void> {
    await this.#log.connect().catch(asStartupError);
  }

  async join(parts: ClusterParts): Promise<void> {
    const { clock, membership } = this.#deps;
    this.#parts = parts;
    this.shared.attach(parts.channels, parts.gateway.watchlists);
    await this.#log.open(this.shared).catch(asStartupError);
    this.#version_poll = new VersionPoll({
      ...{ clock, log: this.#deps.log, apps: parts.apps },
      signal(app_id, config_version) {
        const signal = { config_version, spread_ms: limits.change_spread_ms };
        parts.channels.publishHere(app_id, EVERYONE_CHANNEL, CONTENT_CHANGED, signal);
        parts.appChanged(app_id);
      },
    });
    this.#scheduleReport();
    const lease_deps = { clock, log: this.#deps.log, db: membership.db, node_id: this.node_id };
    this.#lease = holdLease("background", lease_deps, combineWork(parts.work));
  }

  command(command: NodeCommand): Promise<void> {
    return this.shared.command(command);
  }

  signal(command: NodeCommand): void {
    this.shared.signalCommand(command);
  }

  async catchUp(): Promise<void> {
    await this.#version_poll?.catchUp();
  }

  async leave(): Promise<void> {
    this.#is_left = true;
    this.#cancelReport();
    await this.#version_poll?.stop();
    await this.#lease?.stop();
    await this.#log.close();
  }

  #run(command: NodeCommand, node: string): void {
    const { apps, channels, gateway, webhooks, group_pages, appChanged } = this.#requireParts();
    switch (command.do) {
      case "terminate_user":
        gateway.terminateUser(command.app_id, command.user_id);
        return;
      case "renew_app":
        gateway.renewApp(command.app_id);
        return;
      case "renew_user":
        gateway.renewUser(command.app_id, command.user_id);
        return;
      case "refresh_app":
        if (node !== this.node_id) this.#guard(apps.refresh(command.app_id).then(() => appChanged(command.app_id)));
        return;
      case "refresh_webhooks":
        if (node === this.node_id) return;
        if (command.app_id !== undefined) this.#guard(webhooks.refresh(command.app_id));
        // Cast: an ID that no delivery has wakes nothing.
        if (command.revived !== undefined) this.#guard(webhooks.wake(command.revived as WebhookDeliveryId));
        return;
      case "signal_groups":
        for (const channel_id of group_pages.channelsOf(command.app_id, command.groups))
          channels.publishHere(command.app_id, personChannel(channel_id), command.event, command.data);
        return;
    }
  }

  #requireParts(): ClusterParts {
    if (this.#parts === undefined) throw new Error("Commands arrive only after join.");
    return this.#parts;
  }

  #guard(work: Promise<unknown>): void {
    // The next poll of all apps repeats what failed.
    work.catch((error: unknown) => this.#deps.log.warn("node_command_failed", { error }));
  }

  #scheduleReport(): void {
    if (this.#is_left) return;
    this.#cancelReport = this.#deps.clock.after(limits.redis_beat_ms, () => {
      this.shared.reportConnections(this.#connections());
      this.#scheduleReport();
    });
  }

  #connections(): Readonly<Record<AppId, NodeConnections>> {
    const { apps, gateway } = this.#requireParts();
    const entries = apps.all().flatMap(({ id }): [AppId, NodeConnections][] => {
      const opened = gateway.openedSinceStart(id);
      return opened === 0 ? [] : [[id, { transports: gateway.transportsOf(id), opened }]];
    });
    // Cast: the keys are the apps' IDs.
    return Object.fromEntries(entries) as Record<AppId, NodeConnections>;
  }
}
