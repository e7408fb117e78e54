import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { type AppLimits, DEFAULT_APP_LIMITS } from "@fanfare/contract/realtime/app-settings";
import type { CloseReason } from "@fanfare/contract/realtime/pusher";
import type { Transport } from "@fanfare/contract/realtime/transport";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import type { Watchlists } from "../../channels/watchlists.ts";
import { isSlow } from "../transport/slow-reader.ts";
import { ADMISSION_RULES } from "./admission.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionCounts } from "./connection-counts.ts";
import { signOut } from "./sign-in.ts";

export interface ConnectionRegistryDeps {
  readonly clock: Clock;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly watchlists: Watchlists;
  readonly connections: ConnectionCounts;
}

/**
 * Open connections of one protocol. One coarse sweep checks all of them instead of a timer for each, and runs only
 * while there are any.
 */
export class ConnectionRegistry<Open extends Connection> {
  readonly #deps: ConnectionRegistryDeps;
  readonly #sweep_ms: number;
  readonly #open = new Map<string, Open>();
  #cancelSweep: Cancel | undefined;

  constructor(deps: ConnectionRegistryDeps, sweep_ms: number) {
    this.#deps = deps;
    this.#sweep_ms = sweep_ms;
  }

  get size(): number {
    return this.#open.size;
  }

  find(socket_id: string): Open | undefined {
    return this.#open.get(socket_id);
  }

  /** Returns why an app accepts no further connection, or undefined. */
  refusal(app: AppRecord): "app_disabled" | "over_quota" | undefined {
    if (ADMISSION_RULES.app_disabled(app)) return "app_disabled";
    const { connections_max } = app.settings;
    return connections_max !== null && this.#deps.connections.everywhere(app.id) >= connections_max
      ? "over_quota"
      : undefined;
  }

  add(connection: Open): void {
    this.#deps.connections.add(connection.app_id);
    this.#open.set(connection.socket_id, connection);
    this.#watch();
  }

  /** Unsubscribes and removes a connection. Idempotent. */
  remove(connection: Open): void {
    if (connection.left) return;
    const { channels, watchlists, connections } = this.#deps;
    connection.left = true;
    this.#open.delete(connection.socket_id);
    connections.remove(connection.app_id);
    if (this.#open.size === 0) {
      this.#cancelSweep?.();
      this.#cancelSweep = undefined;
    }
    signOut(connection, watchlists);
    const occupied_channels = connection.channels;
    connection.channels = [];
    for (const occupied of occupied_channels) channels.unsubscribe(occupied, connection.subscriberOn(occupied));
  }

  /** Limits of the connection's app. Defaults after the app is deleted. */
  limitsOf({ app_id }: Open): AppLimits {
    return this.#deps.apps.byId(app_id)?.settings.limits ?? DEFAULT_APP_LIMITS;
  }

  /** Of one app, or of all. */
  countTransports(app_id: AppId | undefined, count: (transport: Transport) => void): void {
    for (const { app_id: id, link } of this.#open.values()) {
      if (app_id === undefined || id === app_id) count(link.currentTransport());
    }
  }

  /** Closes all connections signed in as this user, with a code that prevents automatic reconnects. */
  endUser(app_id: AppId, user_id: string): void {
    this.#endWhere("unauthorized", (open) => open.app_id === app_id && open.user?.user_id === user_id);
  }

  endApp(app_id: AppId): void {
    this.#endWhere("app_unknown", (open) => open.app_id === app_id);
  }

  /**
   * Makes all connections of an app reconnect, so that they're authorized again. Those without channels, too: they may
   * have signatures that they didn't use yet.
   */
  renewApp(app_id: AppId): void {
    this.#endWhere("reconnect", (open) => open.app_id === app_id);
  }

  /** {@link renewApp} for the connections of a presence user, and of `{user_id}.{part}`. */
  renewUser(app_id: AppId, user_id: string): void {
    const isUser = (id: string | undefined): boolean => id === user_id || id?.startsWith(`${user_id}.`) === true;
    this.#endWhere(
      "reconnect",
      (open) =>
        open.app_id === app_id &&
        open.channels.some((occupied) => isUser(occupied.presence?.personOf(open.subscriberOn(occupied).socket_id))),
    );
  }

  /** Makes all connections that fit reconnect. */
  renewWhere(fits: (open: Open) => boolean): void {
    this.#endWhere("reconnect", fits);
  }

  /** Closes all connections, spread over `spread_ms`. Resolves after the last close frame was sent. */
  endAll(reason: CloseReason, spread_ms: number): Promise<void> {
    return stagger(this.#deps.clock, [...this.#open.values()], ({ link }) => link.end(reason), spread_ms);
  }

  #endWhere(reason: CloseReason, fits: (open: Open) => boolean): void {
    for (const open of [...this.#open.values()]) if (fits(open)) open.link.end(reason);
  }

  #watch(): void {
    if (this.#open.size > 0) this.#cancelSweep ??= this.#deps.clock.after(this.#sweep_ms, () => this.#sweep());
  }

  #sweep(): void {
    this.#cancelSweep = undefined;
    const now_ms = this.#deps.clock.now();
    for (const open of this.#open.values()) {
      open.replayed_bytes = 0;
      const app = this.#deps.apps.byId(open.app_id);
      const reason = endReason(open, app, now_ms);
      if (reason !== undefined) open.link.end(reason);
      else if (app !== undefined) open.link.tick(now_ms, app.settings.limits);
    }
    this.#watch();
  }
}

/** Returns why a connection of any protocol must close now, or undefined. `app` is undefined after its deletion. */
function endReason(
  open: Pick<Connection, "encrypted" | "socket" | "authorize_by_ms">,
  app: AppRecord | undefined,
  now_ms: number,
): CloseReason | undefined {
  if (app === undefined) return "app_unknown";
  if (ADMISSION_RULES.app_disabled(app)) return "app_disabled";
  if (ADMISSION_RULES.tls_required(app, open)) return "tls_required";
  if (isSlow(open.socket, app.settings.limits)) return "reader_slow";
  return open.authorize_by_ms !== undefined && now_ms >= open.authorize_by_ms ? "authorization_late" : undefined;
}

/**
 * Applies `act` to each item, in batches over `spread_ms`, so that clients don't all reconnect simultaneously. Resolves
 * after the last item.
 */
function stagger<Item>(
  clock: Clock,
  items: readonly Item[],
  act: (item: Item) => void,
  spread_ms: number,
): Promise<void> {
  const waiting = [...items];
  const batches = Math.max(1, Math.ceil(waiting.length / limits.drain_close_batch));
  const { promise, resolve } = Promise.withResolvers<void>();
  const actOnBatch = (): void => {
    for (const item of waiting.splice(0, limits.drain_close_batch)) act(item);
    if (waiting.length === 0) resolve();
    else clock.after(spread_ms / batches, actOnBatch);
  };
  actOnBatch();
  return promise;
}
