import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { SECOND_MS } from "@fanfare/contract/limits";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { Hono } from "hono";
import { type AppDirectory, type AppRecord, createAppDirectory } from "../../../src/accounts/apps/app-directory.ts";
import { Channels } from "../../../src/channels/channels.ts";
import { Gateway } from "../../../src/gateway/gateway.ts";
import type { CapacityLimits } from "../../../src/gateway/session/capacity.ts";
import type { BunSocketData } from "../../../src/gateway/transport/bun-socket.ts";
import { problemHandler } from "../../../src/http/middleware/problem.ts";
import { publishedResponse } from "../../../src/http/pusher/events.ts";
import { createPusherApi } from "../../../src/http/pusher/routes.ts";
import { authorizeRoutes, type ConsoleMember } from "../../../src/http/pusher-auth.ts";
import { type Log, silentLog } from "../../../src/lib/log.ts";
import { createIdentityVerifier } from "../../../src/people/identity/identity.ts";
import { TEST_APP } from "../../support/pusher-client.ts";

export { TEST_APP };

export const ANONYMOUS_KEY = new TextEncoder().encode("an anonymous key for the tests of the wire");

/** The key that signs the tokens of classic SignalR in these tests: servers that have it take over from each other. */
const CLASSIC_KEY = new Uint8Array(32).fill(9);

/** Gateway, HTTP API and authorization calls behind one real port, and nothing else of the server. */
export interface TestServer {
  readonly port: number;
  readonly origin: string;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly gateway: Gateway;
  /** Options by which pusher-js finds this server. */
  readonly client_options: Readonly<Record<string, unknown>>;
  readonly library_options: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly clock?: Clock;
  /** Also listens with TLS on a second port. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly capacity?: Partial<CapacityLimits>;
}

const UNLIMITED: CapacityLimits = { connections_max: 0, connections_per_address_max: 0, accepts_per_second_max: 0 };

/** `records` is read on each call, so a test changes an app by replacing its record. */
export function startTestServer(
  records: readonly AppRecord[] = [TEST_APP],
  memberIdentity: (request: Request) => Promise<ConsoleMember | undefined> = async () => undefined,
  log: Log = silentLog,
  on_port = 0,
  { clock = systemClock, tls, capacity }: TestServerOptions = {},
): TestServer {
  const isEncrypted = (request: Request): boolean => request.url.startsWith("https:");
  const deps = { clock, rng: systemRng, apps: createAppDirectory(records), log, isEncrypted };
  const channels = new Channels({
    clock,
    settingsOf: (app_id) => deps.apps.byId(app_id)?.settings ?? DEFAULT_APP_SETTINGS,
  });
  const verifyIdentity = createIdentityVerifier({ clock, anonymousKeys: () => [ANONYMOUS_KEY] });
  const groupsOnServer = async (): Promise<readonly string[]> => [];
  const gateway = new Gateway({
    ...deps,
    channels,
    verifyIdentity,
    groupsOnServer,
    wasTerminated: async () => false,
    networkOf: () => "test",
    classicKeys: () => [CLASSIC_KEY],
    ticketKeys: () => [CLASSIC_KEY],
    capacity: { ...UNLIMITED, ...capacity },
    path_prefix: "",
  });
  const api = createPusherApi({ ...deps, channels, terminateUser: gateway.terminateUser });
  const routes = new Hono()
    .route("/", api.routes)
    .route("/", authorizeRoutes({ ...deps, verifyIdentity, groupsOnServer, memberIdentity, onMemberAuthorized() {} }));
  routes.onError(problemHandler(log));
  const serving: Bun.Serve.Options<BunSocketData> = {
    hostname: "127.0.0.1",
    fetch(request: Request, self: Bun.Server<BunSocketData>) {
      const published = api.publish(request);
      if (published !== undefined) {
        return published.then((answer) => (answer === "published" ? publishedResponse() : answer));
      }
      const taken = gateway.answer(request, self);
      return taken === "not_mine" ? routes.fetch(request) : taken;
    },
    websocket: gateway.websocket,
  };
  const server = Bun.serve({ ...serving, port: on_port });
  const secure = tls && Bun.serve({ ...serving, port: 0, tls });
  const port = server.port ?? 0;
  const [app = TEST_APP] = records;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    apps: deps.apps,
    channels,
    gateway,
    client_options: {
      ...{ wsHost: "127.0.0.1", wsPort: port, wssPort: secure?.port ?? 1 },
      ...{ httpHost: "127.0.0.1", httpPort: port, httpsPort: secure?.port ?? 1 },
    },
    library_options: {
      appId: app.id,
      key: app.key,
      secret: app.secrets[0]?.secret ?? "",
      host: "127.0.0.1",
      port: String(port),
      useTLS: false,
    },
    async stop() {
      await Promise.all([server.stop(true), secure?.stop(true)]);
    },
  };
}

/** Polls for a server condition that no frame reports. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 30 * SECOND_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`It never came to pass that ${what}.`);
    await Bun.sleep(5);
  }
}
