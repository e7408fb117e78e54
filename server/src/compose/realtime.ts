import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import { Channels } from "../channels/channels.ts";
import { ConsoleWatch } from "../channels/console-watch.ts";
import { notifyConsolesSoon } from "../engage/signals/console-signal.ts";
import { Gateway, type GatewayDeps } from "../gateway/gateway.ts";
import type { Log } from "../lib/log.ts";
import type { Vault } from "../lib/vault.ts";
import type { AddressRules } from "../outbound-http/address-guard.ts";
import { createGuardedPost, systemResolve } from "../outbound-http/guarded-post.ts";
import { createPeopleInSegments } from "../people/segments/segments.ts";
import type { Store } from "../store/store.ts";
import { openWebhooks, type Webhooks } from "../webhooks/webhooks.ts";

export interface RealtimeDeps
  extends Pick<GatewayDeps, "networkOf" | "isEncrypted" | "verifyIdentity" | "path_prefix" | "capacity"> {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Vault;
  readonly apps: AppDirectory;
  readonly rules: AddressRules;
}

/** Realtime parts. They notify each other, so they're created together. */
export interface Realtime {
  readonly channels: Channels;
  readonly gateway: Gateway;
  readonly webhooks: Webhooks;
  readonly watch: ConsoleWatch;
  /** Makes open consoles reload their alerts. */
  readonly notifySoon: () => void;
}

/** Connects channels, gateway, webhooks, and the console's view. Resumes webhooks pending in the database. */
export async function openRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { clock, rules, vault, apps } = deps;
  /** A pending webhook can fail before the channels exist. There are no subscribers yet at that point. */
  let open_channels: Channels | undefined;
  const notifySoon = notifyConsolesSoon({ clock, apps, publish: (...event) => open_channels?.publish(...event) });
  const webhooks = await openWebhooks({
    ...deps,
    post: createGuardedPost({ clock, rules, resolve: systemResolve }),
    peopleInSegments: createPeopleInSegments(deps),
    onDeliveryFailed: notifySoon,
  });
  const watch = new ConsoleWatch({
    clock,
    consoleApp: () => apps.byKey(CONSOLE_APP_KEY)?.id,
    publish: (...event) => channels.publish(...event),
    occupiedChannelsOf: (app_id) => channels.occupiedChannels(app_id),
    transportsOf: (app_id) => gateway.transportsOf(app_id),
    openedSinceStart: (app_id) => gateway.openedSinceStart(app_id),
  });
  const channels = new Channels({
    clock,
    onEvent: watch.onEvent,
    observer(app_id, activity) {
      webhooks.observe(app_id, activity);
      watch.observe(app_id, activity);
    },
    settingsOf: (app_id) => apps.byId(app_id)?.settings ?? DEFAULT_APP_SETTINGS,
  });
  open_channels = channels;
  const gateway = new Gateway({ ...deps, channels, classicKey: vault.derive("signalr classic token v1") });
  return { channels, gateway, webhooks, watch, notifySoon };
}
