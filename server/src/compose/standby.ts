import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import packageJson from "../../package.json" with { type: "json" };
import { secretVaultContext } from "../accounts/apps/create-app.ts";
import { joinNodes, type NodeMembership, newNodeId } from "../cluster/nodes.ts";
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
import type { Vault } from "../lib/vault.ts";
import { matchInstallation } from "../operations/installation.ts";
import { lockOf, openDatabase } from "../operations/open-database.ts";
import { parseStoreUrl } from "../store/database.ts";
import { liveSecrets } from "../store/statements/accounts/apps.ts";
import { type Store, StoreError } from "../store/store.ts";
import { type Listener, openListener } from "./listener.ts";

export interface ActiveDatabase {
  readonly store: Store;
  /** Undefined on SQLite, which has one node. */
  readonly membership: NodeMembership | undefined;
  /** Port on which this node answered while it was a standby. */
  readonly port: number;
}

export interface StandbyDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly vault: Vault;
  /** Aborts the wait. */
  readonly abort?: AbortSignal | undefined;
}

/**
 * Opens the database for the one active node. If another node is active on the same PostgreSQL database, waits as a
 * standby until that node stops, loses its connection, or stops reporting, and answers health checks meanwhile.
 *
 * @throws VaultError if the standby's master key doesn't fit the database, StandbyAborted if `abort` ends the wait.
 */
export async function openAsActive(config: Config, deps: StandbyDeps): Promise<ActiveDatabase> {
  for (;;) {
    const opened = await tryOpen(config, deps);
    if (typeof opened !== "string") return await activate(config, deps, opened);
    const membership = await join(config, deps).catch((error: unknown) => {
      // The active node may still be creating the schema.
      deps.log.warn("standby_retry", { error });
    });
    if (membership !== undefined) return await standBy(config, deps, membership, opened);
    await nextAttempt(deps);
  }
}

async function standBy(
  config: Config,
  deps: StandbyDeps,
  membership: NodeMembership,
  active: string,
): Promise<ActiveDatabase> {
  const { vault, log } = deps;
  let listener: Listener | undefined;
  try {
    await matchInstallation(config, membership);
    await assertKeyFits(vault, membership);
    listener = await openListener(config, standbyHandlers, deps);
    const { port } = listener;
    await membership.listens(port);
    log.info("standby_waiting", { node_id: membership.id, port, active });
    const store = await waitForDatabase(config, deps, membership);
    await membership.activate();
    log.info("standby_activated", { node_id: membership.id });
    await listener.cut();
    return { store, membership, port };
  } catch (error) {
    await listener?.cut();
    await membership.leave();
    throw error;
  }
}

/** The wait was aborted before this node became active. */
export class StandbyAborted extends Error {
  override readonly name = "StandbyAborted";
}

async function activate(config: Config, deps: StandbyDeps, store: Store): Promise<ActiveDatabase> {
  const { port } = config;
  if (store.dialect === "sqlite") return { store, membership: undefined, port };
  try {
    const membership = await join(config, deps);
    await membership.activate();
    return { store, membership, port };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function join(config: Config, deps: StandbyDeps): Promise<NodeMembership> {
  const target = parseStoreUrl(config.database_url);
  if (target.dialect !== "postgres") throw new Error("Only PostgreSQL databases have several nodes.");
  const id = newNodeId(deps.clock, deps.rng);
  return joinNodes(target.url, { id, host: config.host, port: config.port, version: packageJson.version }, deps);
}

/** Returns the error message if another process has the database. */
async function tryOpen(config: Config, { clock, log }: StandbyDeps): Promise<Store | string> {
  try {
    return await openDatabase(config.database_url, { clock, log, lock: lockOf(config) });
  } catch (error) {
    if (!isInUse(error)) throw error;
    return error.message;
  }
}

function isInUse(error: unknown): error is Error {
  return error instanceof Error && error.cause instanceof StoreError && error.cause.kind === "in_use";
}

async function waitForDatabase(config: Config, deps: StandbyDeps, membership: NodeMembership): Promise<Store> {
  const { log } = deps;
  for (;;) {
    await nextAttempt(deps, membership.ended);
    try {
      const superseded = await membership.supersedeSilent();
      if (superseded > 0) log.warn("silent_node_superseded", { nodes: superseded });
      const opened = await tryOpen(config, deps);
      if (typeof opened !== "string") return opened;
    } catch (error) {
      // The database doesn't respond: keep waiting, as the active node does.
      log.warn("standby_retry", { error });
    }
  }
}

/** Waits for the next attempt. @throws StandbyAborted if the wait was aborted or `ended` resolves. */
async function nextAttempt({ clock, abort }: StandbyDeps, ended?: Promise<unknown>): Promise<void> {
  const next = Promise.withResolvers<"try" | "aborted">();
  const onAbort = (): void => next.resolve("aborted");
  abort?.addEventListener("abort", onAbort, { once: true });
  if (abort?.aborted === true) onAbort();
  void ended?.then(onAbort);
  const cancel = clock.after(limits.node_takeover_poll_ms, () => next.resolve("try"));
  const woken = await next.promise;
  cancel();
  abort?.removeEventListener("abort", onAbort);
  if (woken === "aborted") throw new StandbyAborted("The standby was stopped.");
}

/** A standby with another key would fail only when it takes over. */
async function assertKeyFits(vault: Vault, { db }: NodeMembership): Promise<void> {
  const [secret] = await liveSecrets(db);
  if (secret !== undefined) vault.unseal(secret.sealed, secretVaultContext(secret.app_id, secret.id));
}

const NO_STORE = { "Cache-Control": "no-store" };

/** Answers of a standby, under any path prefix. */
const standbyHandlers = {
  fetch(request: Request): Response {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/healthz")) return Response.json({ status: "alive" }, { headers: NO_STORE });
    const headers = { ...NO_STORE, "Retry-After": String(limits.node_takeover_poll_ms / 1_000) };
    return Response.json({ status: "not_ready", reason: "standby" }, { status: 503, headers });
  },
  // Never upgraded, so no socket calls these.
  websocket: { message: () => {} },
};
