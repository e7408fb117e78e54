import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import type { Transport } from "@fanfare/contract/realtime/transport";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import { Channels } from "../channels/channels.ts";
import { ConsoleWatch } from "../channels/console-watch.ts";
import type { NodeConnections } from "../cluster/messages.ts";
import { notifyConsolesSoon } from "../engage/signals/console-signal.ts";
import { Gateway, type GatewayDeps } from "../gateway/gateway.ts";
import type { Log } from "../lib/log.ts";
import type { Vault } from "../lib/vault.ts";
import type { AddressRules } from "../outbound-http/address-guard.ts";
import { createGuardedPost, systemResolve } from "../outbound-http/guarded-post.ts";
import type { TerminatedUsers } from "../people/identity/terminated-users.ts";
import { createPeopleInSegments } from "../people/segments/segments.ts";
import { readInBackground, type Store } from "../store/store.ts";
import { createLeasedWebhooks, type LeasedWebhooks } from "../webhooks/leased-webhooks.ts";
import { openWebhooks, type Webhooks } from "../webhooks/webhooks.ts";
import type { Cluster } from "./cluster.ts";

export interface RealtimeDeps
  extends Pick<
    GatewayDeps,
    "networkOf" | "isEncrypted" | "verifyIdentity" | "groupsOnServer" | "path_prefix" | "capacity"
  > {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Vault;
  readonly apps: AppDirectory;
  readonly rules: AddressRules;
  readonly terminated_users: Pick<TerminatedUsers, "wasTerminated">;
  /** Connection to other nodes. Undefined on a single node. */
  readonly cluster?: Cluster | undefined;
}

/** Realtime parts. They notify each other, so they're created together. */
export interface Realtime {
  readonly channels: Channels;
  readonly gateway: Gateway;
  readonly webhooks: Webhooks;
  readonly watch: ConsoleWatch;
  /** Makes open consoles reload their alerts. */
  readonly notifySoon: () => void;
  /** With several nodes: webhooks that this node sends only while it holds the lease. */
  readonly leased_webhooks: LeasedWebhooks | undefined;
}

/** Connects channels, gateway, webhooks, and the console's view. Resumes webhooks pending in the database. */
export async function openRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { clock, rules, vault, apps, cluster } = deps;
  const shared = cluster?.shared;
  /** A pending webhook can fail before the channels exist. There are no subscribers yet at that point. */
  let open_channels: Channels | undefined;
  const notifySoon = notifyConsolesSoon({ clock, apps, publish: (...event) => open_channels?.publish(...event) });
  const webhook_deps = {
    ...deps,
    post: createGuardedPost({ clock, rules, resolve: systemResolve }),
    peopleInSegments: createPeopleInSegments({ ...deps, store: readInBackground(deps.store) }),
    onDeliveryFailed: notifySoon,
  };
  const leased_webhooks =
    cluster &&
    createLeasedWebhooks(
      webhook_deps,
      openWebhooks,
      (app_id, revived) => cluster.signal({ do: "refresh_webhooks", app_id, revived }),
      (observer) => cluster.shared.replayState(observer),
    );
  const webhooks = leased_webhooks ?? (await openWebhooks(webhook_deps));
  const elsewhere = (app_id: AppId): readonly NodeConnections[] => shared?.connectionsOf(app_id) ?? [];
  const watch = new ConsoleWatch({
    clock,
    consoleApp: () => apps.byKey(CONSOLE_APP_KEY)?.id,
    // Every node sees all events, so each one tells only its own consoles.
    publish: (...event) => (shared === undefined ? channels.publish(...event) : channels.publishHere(...event)),
    occupiedChannelsOf: (app_id) => channels.occupiedChannels(app_id),
    transportsOf: (app_id) => addTransports([gateway.transportsOf(app_id), ...elsewhere(app_id).map(transportsIn)]),
    openedSinceStart: (app_id) =>
      elsewhere(app_id).reduce((sum, { opened }) => sum + opened, gateway.openedSinceStart(app_id)),
  });
  const channels = new Channels({
    clock,
    shared,
    onEvent: watch.onEvent,
    observer(app_id, activity) {
      webhooks.observe(app_id, activity);
      watch.observe(app_id, activity);
    },
    settingsOf: (app_id) => apps.byId(app_id)?.settings ?? DEFAULT_APP_SETTINGS,
  });
  open_channels = channels;
  const gateway = new Gateway({
    ...deps,
    channels,
    wasTerminated: deps.terminated_users.wasTerminated,
    classicKeys: () => vault.deriveAll("signalr classic token v1"),
    ticketKeys: () => vault.deriveAll("signalr core ticket v1"),
    shared_users: shared,
    connectionsElsewhere: (app_id) => elsewhere(app_id).reduce((sum, node) => sum + count(node.transports), 0),
  });
  return { channels, gateway, webhooks, leased_webhooks, watch, notifySoon };
}

type Transports = Readonly<Partial<Record<Transport, number>>>;

/** Cast: other nodes write only names of transports. A newer node's name is shown as it is. */
function transportsIn({ transports }: NodeConnections): Transports {
  return transports as Transports;
}

function addTransports(all: readonly Transports[]): Transports {
  const sums: Record<string, number> = {};
  for (const transports of all)
    for (const [name, connections] of Object.entries(transports)) sums[name] = (sums[name] ?? 0) + connections;
  return sums;
}

function count(transports: Readonly<Record<string, number>>): number {
  return Object.values(transports).reduce((sum, connections) => sum + connections, 0);
}
