import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { CONTENT_CHANGED } from "@fanfare/contract/schema/client/v1";
import { type AppRecord, createAppDirectory } from "@fanfare/server/accounts/apps/app-directory";
import { Channels } from "@fanfare/server/channels/channels";
import { SharedChannels } from "@fanfare/server/channels/shared-channels";
import { createWatchlists } from "@fanfare/server/channels/watchlists";
import { createStreamLog } from "@fanfare/server/cluster/redis-log";
import { VersionPoll } from "@fanfare/server/cluster/version-poll";
import { admitConnection } from "@fanfare/server/gateway/pusher/handshake";
import type { Session } from "@fanfare/server/gateway/pusher/session";
import { createSessions } from "@fanfare/server/gateway/pusher/sessions";
import { ConnectionCounts } from "@fanfare/server/gateway/session/connection-counts";
import { silentLog } from "@fanfare/server/lib/log";
import { createMemoryNetwork } from "../../../server/test/support/memory-network.ts";
import { APP, appRecord } from "../server.ts";
import type { RedisClientProcess, VirtualLink, VirtualRedis } from "./redis.ts";

type MemoryNetwork = ReturnType<typeof createMemoryNetwork>;

/** A process that can freeze and die, with a clock that may be wrong. */
class Process implements RedisClientProcess {
  readonly clock: Clock;
  state: "running" | "frozen" | "dead" = "running";
  #backlog: (() => void)[] = [];

  constructor(clock: Clock, skew_ms: number) {
    this.clock = {
      now: () => clock.now() + skew_ms,
      after: (delay_ms, task) => {
        let is_canceled = false;
        const cancel = clock.after(delay_ms, () => this.run(() => is_canceled || task()));
        return () => {
          is_canceled = true;
          cancel();
        };
      },
    };
  }

  readonly run = (task: () => void): void => {
    if (this.state === "running") task();
    else if (this.state === "frozen") this.#backlog.push(task);
  };

  freeze(): void {
    this.state = "frozen";
  }

  continue(): void {
    this.state = "running";
    const backlog = this.#backlog;
    this.#backlog = [];
    for (const task of backlog) task();
  }
}

/** Rows of PostgreSQL that nodes read. */
export interface Database {
  config_version: number;
}

export interface NodeDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly redis: VirtualRedis;
  readonly database: Database;
  readonly settings: AppSettings;
}

const DATABASE_MS_MAX = 20;

/** A server of the cluster: its real log, channels, and sessions, over a simulated Redis and database. */
export class ClusterNode {
  readonly name: string;
  readonly shared: SharedChannels;
  readonly channels: Channels;
  readonly link: VirtualLink;
  readonly net: MemoryNetwork = createMemoryNetwork();
  readonly #deps: NodeDeps;
  readonly #process: Process;
  readonly #log: ReturnType<typeof createStreamLog>;
  readonly #records: AppRecord[];
  readonly #sessions: ReturnType<typeof createSessions>;
  #version_poll: VersionPoll | undefined;
  state: "starting" | "up" | "draining" | "gone" = "starting";

  constructor(name: string, skew_ms: number, deps: NodeDeps) {
    this.name = name;
    this.#deps = deps;
    const { rng, redis, settings } = deps;
    this.#process = new Process(deps.clock, skew_ms);
    const { clock } = this.#process;
    this.link = redis.connect(this.#process);
    this.#log = createStreamLog({ clock, rng, log: silentLog, node: name }, this.link);
    this.shared = new SharedChannels({
      ...{ clock, log: this.#log, onNodeGone: () => {} },
      onGap: () => this.#renewHistories(),
      onCommand: ({ do: kind }, node) => kind === "refresh_app" && node !== name && this.#refresh(),
    });
    this.#records = [{ ...appRecord(settings), config_version: deps.database.config_version }];
    const apps = createAppDirectory(this.#records);
    this.channels = new Channels({ clock, rng, shared: this.shared, settingsOf: () => settings });
    const watchlists = createWatchlists(this.shared);
    this.shared.attach(this.channels, watchlists);
    this.#sessions = createSessions({
      ...{ clock, rng, apps, channels: this.channels, watchlists, broadcast: this.net.topics.broadcast },
      connections: new ConnectionCounts(),
    });
    void this.#open();
  }

  get accepts(): boolean {
    return this.state === "up" && this.#process.state === "running";
  }

  get is_frozen(): boolean {
    return this.#process.state === "frozen";
  }

  get sessions(): number {
    return this.#sessions.open.size;
  }

  /** As a request gets it. */
  get config_version(): number {
    void this.#version_poll?.catchUp();
    return this.#records[0]?.config_version ?? 0;
  }

  /** A session whose input waits while the process is frozen. */
  accept(): { readonly session: Pick<Session, "receive">; readonly net: MemoryNetwork } {
    const handshake = { key: APP.key, protocol: "7", version: "0.1.0", origin: null, encrypted: true };
    const session = this.#sessions.begin(admitConnection(handshake, createAppDirectory(this.#records)));
    return { session: { receive: (input) => this.#process.run(() => session.receive(input)) }, net: this.net };
  }

  /** Stores a version, and tells the other nodes and all pages. */
  publishContent(): void {
    this.#deps.database.config_version++;
    this.shared.command({ do: "refresh_app", app_id: APP.id }).catch(() => {});
    this.#process.clock.after(this.#databaseMs(), () => {
      this.#read();
      this.#signalVersion(this.channels.publish);
    });
  }

  freeze(): void {
    if (this.#process.state === "running") this.#process.freeze();
  }

  continue(): void {
    if (this.#process.state === "frozen") this.#process.continue();
  }

  /** Like `kill -9`. */
  kill(): void {
    this.#process.state = "dead";
    this.state = "gone";
    this.link.close();
  }

  /** Closes connections with 4200 over some time, then leaves. */
  async drain(): Promise<void> {
    this.state = "draining";
    await this.#sessions.open.endAll("reconnect", limits.drain_spread_ms);
    await this.leave();
    this.kill();
  }

  async leave(): Promise<void> {
    await this.#version_poll?.stop();
    await this.#log.close();
    this.state = "gone";
  }

  async #open(): Promise<void> {
    try {
      await this.#log.connect();
      await this.#log.open(this.shared);
      this.state = "up";
      this.#version_poll = new VersionPoll({
        ...{ clock: this.#process.clock, log: silentLog },
        apps: { all: () => this.#records, refreshChanged: async () => this.#read() },
        signal: () => this.#signalVersion(this.channels.publishHere),
      });
    } catch {
      // The supervisor starts another process.
      this.kill();
    }
  }

  #refresh(): void {
    this.#process.clock.after(this.#databaseMs(), () => this.#read());
  }

  #read(): void {
    const [record] = this.#records;
    if (record !== undefined) this.#records[0] = { ...record, config_version: this.#deps.database.config_version };
  }

  #signalVersion(publish: Channels["publish"]): void {
    const signal = { config_version: this.config_version, spread_ms: limits.change_spread_ms };
    publish(APP.id, EVERYONE_CHANNEL, CONTENT_CHANGED, signal);
  }

  #databaseMs(): number {
    return this.#deps.rng.next() * DATABASE_MS_MAX;
  }

  #renewHistories(): void {
    this.#sessions.open.renewWhere(({ channels }) =>
      channels.some(({ app_id, channel }) => this.channels.hasHistory(app_id, channel.name)),
    );
  }
}
