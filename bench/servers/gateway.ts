/** Fanfare's gateway and channels as the server composes them, without the rest. */

import { systemClock } from "@fanfare/contract/lib/clock";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { createAppDirectory } from "@fanfare/server/accounts/apps/app-directory";
import { Channels } from "@fanfare/server/channels/channels";
import { Gateway } from "@fanfare/server/gateway/gateway";
import { silentLog } from "@fanfare/server/lib/log";
import { BENCH_APP, EVENT_DATA, EVENT_NAME, HERD_APP, handleCommands } from "./commands.ts";

// Casts: made-up test IDs.
const app_id = BENCH_APP.id as AppId;
const apps = createAppDirectory(
  [BENCH_APP, HERD_APP].map(({ id, key, secret }) => ({
    id: id as AppId,
    key: key as AppKey,
    name: "Bench",
    secrets: [{ id: "sec_bench", secret }],
    paused: false,
    system: false,
    require_identity: false,
    allowed_origins: [],
    config_version: 1,
    settings: DEFAULT_APP_SETTINGS,
    revision: 1,
  })),
);
const channels = new Channels({ clock: systemClock });
const gateway = new Gateway({
  clock: systemClock,
  rng: systemRng,
  apps,
  channels,
  log: silentLog,
  networkOf: () => "bench",
  isEncrypted: () => false,
  groupsOnServer: async () => [],
  wasTerminated: async () => false,
  classicKeys: () => [new Uint8Array(32)],
  ticketKeys: () => [new Uint8Array(32)],
  capacity: {
    connections_max: 0,
    connections_per_address_max: 0,
    accepts_per_second_max: Number(process.env["BENCH_ACCEPTS_PER_SECOND"] ?? 0),
  },
  path_prefix: "",
  verifyIdentity: async () => ({ ok: false, code: "identity_invalid", detail: "Nobody signs in here." }),
});
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request, self) {
    const taken = gateway.answer(request, self);
    return taken === "not_mine" ? new Response("Not found", { status: 404 }) : taken;
  },
  websocket: gateway.websocket,
});
handleCommands(server.port ?? 0, (channel) => channels.publish(app_id, channel, EVENT_NAME, EVENT_DATA));
