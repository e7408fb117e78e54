import { existsSync } from "node:fs";
import { join } from "node:path";
import "@fanfare/contract/schema/validation-messages";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { NodeId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import packageJson from "../../package.json" with { type: "json" };
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import type { CreatedApp } from "../accounts/apps/create-app.ts";
import { createSecretUses, type SecretUses } from "../accounts/apps/secret-uses.ts";
import { createPasswords, type Passwords } from "../accounts/sign-in/passwords.ts";
import type { Channels } from "../channels/channels.ts";
import type { NodeEnd, NodeMembership } from "../cluster/nodes.ts";
import type { Config } from "../config/config.ts";
import { publicUrlOf } from "../config/print-config.ts";
import type { LiveUpdatesDeps } from "../engage/live-updates/live-updates.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { noteTraceId } from "../http/middleware/problem.ts";
import type { PusherApiDeps } from "../http/pusher/routes.ts";
import { keepBuild } from "../http/static/kept-builds.ts";
import { openVault } from "../lib/key-file.ts";
import type { Log } from "../lib/log.ts";
import type { Publish } from "../lib/publish.ts";
import { createTracing, logWithTraceIds, type Tracing } from "../metrics/tracing.ts";
import { measureWrites, type WriteTimings } from "../metrics/write-timings.ts";
import { requireDatabase } from "../operations/installation.ts";
import type { OperationContext } from "../operations/operation-context.ts";
import { createKeyRotation } from "../operations/secret-key/key-rotation.ts";
import { type AddressRules, urlRefusalReason } from "../outbound-http/address-guard.ts";
import { createGuardedPost, systemResolve } from "../outbound-http/guarded-post.ts";
import type { TerminatedUsers } from "../people/identity/terminated-users.ts";
import { notifyOnMixedAttributes } from "../people/person/mixed-attributes.ts";
import { REPOSITORY_ROOT } from "../repository-root.ts";
import { installationId } from "../store/statements/accounts/workspace.ts";
import { databaseNow } from "../store/statements/cluster/nodes.ts";
import { readInBackground, type Store } from "../store/store.ts";
import { notifyOnFacts } from "../webhooks/notify-on-facts.ts";
import type { WebhookSender } from "../webhooks/webhook-settings.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { composeAccounts } from "./accounts.ts";
import { addressRulesFor } from "./address-rules.ts";
import { type BootstrapDeps, bootstrap, type ServerBase } from "./bootstrap.ts";
import { capacityLimits } from "./capacity-limits.ts";
import { type Cluster, createCluster } from "./cluster.ts";
import { composeEngage } from "./engage.ts";
import type { ListenerHandlers } from "./listener.ts";
import { composeOperations } from "./operations.ts";
import { composeIdentities, startImporter } from "./people.ts";
import { openPeriodicWork } from "./periodic-work.ts";
import { openRealtime } from "./realtime.ts";
import { createRequestEntry } from "./request-entry.ts";
import { composeSignInMethods } from "./sign-in-methods.ts";
import { openAsActive } from "./standby.ts";
import { createWebApp } from "./web-app.ts";

/** Warn at startup: without the built files, browsers get 404 responses. */
function warnAboutMissingBuild(root: string, log: Log): void {
  for (const file of ["console/dist/index.html", "sdk/dist/fanfare.js"]) {
    if (!existsSync(join(root, file))) log.warn("not_built", { missing: file, remedy: "Run npm run build." });
  }
}

export interface FanfareServerDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  /** Content to create and publish at startup, unless its slug exists. */
  readonly contents?: ContentFile | undefined;
  /** Defaults to Argon2id. Tests with many sign-ins pass a cheaper one. */
  readonly passwords?: Passwords | undefined;
  /** Folder that holds `console/dist` and `sdk/dist`. Defaults to the repository. */
  readonly root?: string | undefined;
  /** Ends the wait of a standby. The start then rejects with StandbyAborted. */
  readonly abort?: AbortSignal | undefined;
  /** Gets the first app as soon as it's stored: if the rest of the start fails, the next one doesn't know its secret. */
  readonly onCreatedApp?: ((app: CreatedApp) => void) | undefined;
}

/** Composed server without a port. */
export interface FanfareServer extends ListenerHandlers {
  readonly store: Store;
  readonly apps: AppDirectory;
  /** Port to listen on: the configured one, or the one that this node used as a standby. */
  readonly port: number;
  /** Undefined on SQLite, which has one node. */
  readonly node_id: NodeId | undefined;
  /** Resolves when this node must stop. Undefined on SQLite. */
  readonly ended: Promise<NodeEnd> | undefined;
  /** Reports the port that was bound to the other nodes. */
  listens(port: number): Promise<void>;
  /** A signal of Fanfare. */
  readonly publish: Publish;
  /** Events of a backend. */
  readonly publishAll: Channels["publishAll"];
  readonly operator: OperationContext;
  /** Method and path pattern of every HTTP route. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** Returns the token of a new setup link, or undefined if a member exists. */
  setupToken(): Promise<string | undefined>;
  /** Makes `/readyz` fail and closes sockets with code 4200. Resolves when they're closed. */
  drain(): Promise<void>;
  /** Call after the last request. */
  close(): Promise<void>;
}

/**
 * Opens the data directory and the database, creates the first-boot data, and composes the server. Waits while another
 * node is active on the same PostgreSQL database.
 *
 * @example
 * const fanfare = await createFanfareServer(config, { clock: systemClock, rng: systemRng, log });
 * const server = Bun.serve({ port: config.port, fetch: fanfare.fetch, websocket: fanfare.websocket });
 */
export async function createFanfareServer(config: Config, deps: FanfareServerDeps): Promise<FanfareServer> {
  const { clock, rng } = deps;
  await requireDatabase(config);
  const vault = await openVault(config, rng);
  const opened = await openAsActive(config, { ...deps, vault });
  const { membership, port } = opened;
  const tracing = openTracing(config, deps.log, membership?.id);
  const log = tracing === undefined ? deps.log : logWithTraceIds(deps.log, tracing.traceId);
  const { store, timings } = measureWrites(traceWrites(opened.store, tracing), clock);
  try {
    const base = { clock, rng, log, store, vault, passwords: deps.passwords ?? createPasswords() };
    const secret_uses = createSecretUses(base);
    const { apps, created_app } = await bootstrap(config, { ...base, noteSecretUse: secret_uses.note }, deps.contents);
    if (created_app !== undefined) deps.onCreatedApp?.(created_app);
    const root = deps.root ?? REPOSITORY_ROOT;
    warnAboutMissingBuild(root, log);
    const cluster = await openCluster(config, base, membership);
    const composed = await composeServer(
      { ...config, port },
      base,
      { apps, secret_uses, timings, cluster, membership, tracing },
      root,
    );
    return {
      ...composed,
      port,
      node_id: membership?.id,
      ended: membership?.ended,
      listens: async (bound_port) => membership?.listens(bound_port),
      async close() {
        await composed.close();
        await membership?.leave();
        await tracing?.stop();
      },
    };
  } catch (error) {
    await store.close();
    await membership?.leave();
    throw error;
  }
}

/** Undefined without an endpoint. */
function openTracing({ otlp_endpoint }: Config, log: Log, node_id: NodeId | undefined): Tracing | undefined {
  if (otlp_endpoint === undefined) return undefined;
  const { version } = packageJson;
  return createTracing({ endpoint: otlp_endpoint, version, instance_id: node_id, log, noteTraceId });
}

function traceWrites(store: Store, tracing: Tracing | undefined): Store {
  if (tracing === undefined) return store;
  return { ...store, write: (batch) => tracing.part("store.write", () => store.write(batch)) };
}

/** Connected to Redis. Undefined without it: this is the only active node. */
async function openCluster(
  { redis_url }: Config,
  { clock, rng, log, store }: BootstrapDeps,
  membership: NodeMembership | undefined,
): Promise<Cluster | undefined> {
  if (redis_url === undefined || membership === undefined) return undefined;
  const id = await installationId(store.db);
  if (id === undefined) throw new Error("The installation has no ID after its first start.");
  const cluster = createCluster({ clock, rng, log, redis_url, membership, installation_id: id });
  // Before any work begins in the background.
  await cluster.connect();
  return cluster;
}

/** Tells the other nodes of a change right after the commit. They also look for changes themselves. */
function announceRefreshes(apps: AppDirectory, cluster: Cluster): AppDirectory {
  return {
    ...apps,
    async refresh(app_id) {
      cluster.signal({ do: "refresh_app", app_id });
      await apps.refresh(app_id);
    },
    catchUp: () => cluster.catchUp(),
  };
}

/** Continues what a node that is gone began. */
function resumeAll(workers: readonly { resume(): void }[]): void {
  for (const worker of workers) worker.resume();
}

/** One after the other. */
async function stopAll(workers: readonly { stop(): void | Promise<void> }[]): Promise<void> {
  for (const worker of workers) await worker.stop();
}

function terminateUser(
  gateway: Gateway,
  cluster: Cluster | undefined,
  terminated_users: TerminatedUsers,
): PusherApiDeps["terminateUser"] {
  return async (app_id, user_id) => {
    // First, so that no closed connection comes back, on any server.
    await terminated_users.add(app_id, user_id);
    if (cluster === undefined) gateway.terminateUser(app_id, user_id);
    else await cluster.command({ do: "terminate_user", app_id, user_id });
  };
}

function groupSignals(cluster: Cluster | undefined): LiveUpdatesDeps["publishToGroups"] {
  if (cluster === undefined) return undefined;
  return (app_id, groups, event, data) =>
    cluster.signal({ do: "signal_groups", app_id, groups: [...groups], event, data: JSON.stringify(data) });
}

/** Public URL of the server, and the rules for its outbound requests to webhooks and identity providers. */
function serverAddresses(config: Config) {
  const public_url = publicUrlOf(config, config.port);
  return {
    public_url,
    configured_url: config.public_url,
    path_prefix: new URL(public_url).pathname.replace(/\/$/, ""),
    rules: addressRulesFor(config),
  };
}

interface OpenedParts {
  readonly apps: AppDirectory;
  readonly secret_uses: SecretUses;
  readonly timings: WriteTimings;
  readonly cluster: Cluster | undefined;
  readonly membership: NodeMembership | undefined;
  readonly tracing: Tracing | undefined;
}

/** For requests about webhooks and destinations. */
function senderOf(webhooks: Webhooks, clock: Clock, rules: AddressRules): WebhookSender {
  return {
    ...webhooks,
    refusalOf: (url) => urlRefusalReason(url, rules, systemResolve),
    post: createGuardedPost({ clock, rules, resolve: systemResolve }),
  };
}

function operatorOf(
  parts: Omit<OperationContext, "key_rotation">,
  config: Config,
  membership: NodeMembership | undefined,
): OperationContext {
  return { ...parts, key_rotation: createKeyRotation({ ...parts, config, node_id: membership?.id }) };
}

async function composeServer(
  config: Config,
  opened: BootstrapDeps,
  given: OpenedParts,
  root: string,
): Promise<Omit<FanfareServer, "port" | "node_id" | "ended" | "listens">> {
  const { log } = opened;
  const { secret_uses, timings, cluster, membership, tracing } = given;
  const apps = cluster === undefined ? given.apps : announceRefreshes(given.apps, cluster);
  let is_stopping = false;
  const addresses = serverAddresses(config);
  const { public_url, path_prefix, rules } = addresses;
  const entry = createRequestEntry({ public_url, trusted_proxies: config.trusted_proxies, log });
  const identities = composeIdentities(opened);
  const realtime = await openRealtime({
    ...{ ...opened, ...entry, ...identities, apps, rules, path_prefix, cluster },
    capacity: capacityLimits(config, log),
  });
  const { channels, gateway, webhooks, watch, notifySoon } = realtime;
  const store = notifyOnFacts(notifyOnMixedAttributes(opened.store, notifySoon), webhooks.factsRecorded);
  const base: ServerBase = { ...opened, store, apps };
  const slow: ServerBase = { ...base, store: readInBackground(store) };
  const accounts = await composeAccounts(base, realtime, cluster);
  const { schedule_signal, live_updates, ...engage } = await composeEngage(
    { ...base, databaseNow: cluster && (() => databaseNow(store.db)) },
    channels.publish,
    groupSignals(cluster),
    rules,
  );
  const operations = composeOperations(config, { ...slow, ...realtime, timings, membership, shared: cluster?.shared });
  const { readiness, background, backupFacts, ...observed } = operations;
  const importer = startImporter(slow, schedule_signal.publish);
  const { app_remover, audit_log, session_ends, setup } = accounts;
  const sign_in_methods = composeSignInMethods(config, base, accounts, addresses);
  const work_deps = { ...slow, ...sign_in_methods, ...live_updates, ...engage, ...schedule_signal, notifySoon };
  const periodic = openPeriodicWork({ ...work_deps, backupFacts }, addresses.configured_url, cluster);
  await cluster?.join({
    ...{ apps: given.apps, channels, gateway, webhooks, group_pages: engage.group_pages },
    appChanged: schedule_signal.replan,
    work: [realtime.leased_webhooks, ...periodic].filter((work) => work !== undefined),
    resumeWork: () => resumeAll([app_remover, importer]),
  });
  const app = createWebApp({
    ...{ ...base, ...identities, ...accounts, ...sign_in_methods, ...engage },
    ...{ channels, importer, notifySoon, ...observed },
    ...{ node_id: membership?.id, tracing },
    publish: schedule_signal.publish,
    webhooks: senderOf(webhooks, opened.clock, rules),
    liveStatsOf: (app_id) => watch.liveStatsOf(app_id),
    connectionsOf: (app_id) => gateway.connectionsOf(app_id),
    terminateUser: terminateUser(gateway, cluster, identities.terminated_users),
    ...{ addressOf: entry.addressOf, isEncrypted: entry.isEncrypted },
    ...addresses,
    degradedReason: () => (cluster?.shared.degraded_since_ms === undefined ? undefined : "redis_unavailable"),
    notReadyReason: async () => (is_stopping ? "stopping" : await readiness.check()),
    console_dir: join(root, "console/dist"),
    sdk_dir: join(root, "sdk/dist"),
    docs_dir: join(root, "docs/dist"),
    last_build: Bun.isStandaloneExecutable ? keepBuild(root, config.data_dir, opened.clock.now()) : undefined,
  });
  return {
    ...{ store, apps },
    publish: channels.publish,
    publishAll: (...events) => channels.publishAll(...events),
    operator: operatorOf({ ...slow, ...accounts, ...engage, importer, publish: channels.publish }, config, membership),
    routes: app.routes,
    websocket: gateway.websocket,
    fetch: (request, server) => entry.answer(app, gateway, request, server),
    setupToken: () => setup.newLink(),
    drain() {
      is_stopping = true;
      return gateway.drain();
    },
    async close() {
      await stopAll([...background, session_ends, schedule_signal, ...periodic, app_remover, importer]);
      // Entries that can't be sealed now join the chain at the next start.
      await audit_log.seal().catch((error: unknown) => log.warn("audit_not_sealed", { error }));
      await cluster?.leave();
      await webhooks.stop();
      await secret_uses.stop();
      await store.close();
    },
  };
}
