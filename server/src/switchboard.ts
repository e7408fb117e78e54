import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import type { Rng } from "@fanfare/contract/rng";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/new-app";
import type { AppDirectory } from "./accounts/app-directory.ts";
import type { Vault } from "./accounts/vault.ts";
import type { AddressRules } from "./channels/address-guard.ts";
import { type Channels, createChannels } from "./channels/channels.ts";
import { type ConsoleWatch, createConsoleWatch } from "./channels/console-watch.ts";
import { createGuardedPost, systemResolve } from "./channels/guarded-post.ts";
import { openWebhooks, type Webhooks } from "./channels/webhooks.ts";
import { consolesSoon } from "./engage/console-signal.ts";
import { createGateway, type Gateway, type GatewayDeps } from "./gateway/gateway.ts";
import type { Log } from "./log.ts";
import type { Store } from "./store/store.ts";

export interface SwitchboardDeps
  extends Pick<GatewayDeps, "networkOf" | "isEncrypted" | "verifyIdentity" | "path_prefix"> {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Vault;
  readonly apps: AppDirectory;
  /** Where webhooks may be sent. */
  readonly rules: AddressRules;
}

/** What carries live messages. Each part tells the others what happens on it, so they are made together. */
export interface Switchboard {
  readonly channels: Channels;
  readonly gateway: Gateway;
  readonly webhooks: Webhooks;
  /** What the console sees of it. */
  readonly watch: ConsoleWatch;
  /** Open consoles read again what needs attention. */
  readonly tellSoon: () => void;
}

/** Puts channels, gateway, webhooks and the console's watch together; webhooks that wait in the database go on. */
export async function openSwitchboard(deps: SwitchboardDeps): Promise<Switchboard> {
  const { clock, rules, vault, apps } = deps;
  /** What waited in the database may be given up before there are any; then nobody listens yet. */
  let open_channels: Channels | undefined;
  const tellSoon = consolesSoon({ clock, apps, publish: (...said) => open_channels?.publish(...said) });
  const webhooks = await openWebhooks({
    ...deps,
    post: createGuardedPost({ clock, rules, resolve: systemResolve }),
    onGivenUp: tellSoon,
  });
  const watch = createConsoleWatch({
    clock,
    consoleApp: () => apps.byKey(CONSOLE_APP_KEY)?.id,
    publish: (...said) => channels.publish(...said),
    roomsOf: (app_id) => channels.rooms(app_id),
    transportsOf: (app_id) => gateway.transportsOf(app_id),
    cameTo: (app_id) => gateway.cameTo(app_id),
  });
  const channels = createChannels({
    clock,
    onEvent: watch.onEvent,
    observer(app_id, happening) {
      webhooks.observe(app_id, happening);
      watch.observe(app_id, happening);
    },
    settingsOf: (app_id) => apps.byId(app_id)?.settings ?? DEFAULT_APP_SETTINGS,
  });
  open_channels = channels;
  const gateway = createGateway({ ...deps, channels, classicKey: vault.derive("signalr classic token v1") });
  return { channels, gateway, webhooks, watch, tellSoon };
}
