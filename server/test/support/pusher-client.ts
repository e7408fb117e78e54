import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/realtime/signature";
import { type AppRecord, createAppDirectory } from "../../src/accounts/apps/app-directory.ts";
import { Channels } from "../../src/channels/channels.ts";
import { createWatchlists } from "../../src/channels/watchlists.ts";
import { admitConnection, type Handshake } from "../../src/gateway/pusher/handshake.ts";
import type { Session } from "../../src/gateway/pusher/session.ts";
import { createSessions, type Sessions } from "../../src/gateway/pusher/sessions.ts";
import { ConnectionCounts } from "../../src/gateway/session/connection-counts.ts";
import { createTopics, type Topics } from "../../src/gateway/transport/topics.ts";
import { signText } from "../../src/lib/signing.ts";
import { createMemoryNetwork, type TestSocket } from "./memory-network.ts";

/** App from the Pusher protocol's test vectors. */
export const TEST_APP: AppRecord = {
  // Casts: made-up test IDs.
  id: "3" as AppId,
  key: "278d425bdf160c739803" as AppKey,
  name: "Test",
  secrets: [{ id: "sec_new", secret: "7ad3773142a6692b25b8" }],
  paused: false,
  system: false,
  require_identity: false,
  allowed_origins: [],
  config_version: 7,
  settings: DEFAULT_APP_SETTINGS,
  revision: 1,
};

export interface TestClient {
  readonly session: Session;
  readonly socket: TestSocket;
  readonly socket_id: string;
  send(event: string, data: unknown, more?: Readonly<Record<string, unknown>>): void;
}

/** Sessions over in-memory sockets, with a clock that only the test advances. */
export interface TestGateway {
  readonly clock: ManualClock;
  readonly channels: Channels;
  readonly sessions: Sessions;
  readonly topics: Topics;
  joined(channel: string): number;
  open(handshake?: Partial<Handshake>): TestClient;
}

export function createTestGateway(records: readonly AppRecord[] = [TEST_APP]): TestGateway {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const apps = createAppDirectory(records);
  const settingsOf = (app_id: AppId) => apps.byId(app_id)?.settings ?? DEFAULT_APP_SETTINGS;
  const channels = new Channels({ clock, settingsOf });
  const net = createMemoryNetwork();
  const topics = createTopics(net.topics.broadcast);
  const shared = { clock, apps, channels, watchlists: createWatchlists(), connections: new ConnectionCounts() };
  const sessions = createSessions({ ...shared, rng: seededRng(1), broadcast: topics.broadcast });
  return {
    clock,
    channels,
    sessions,
    topics,
    joined: (channel) => net.topics.joined(`${TEST_APP.id}:${channel}:pusher`),
    open(handshake = {}) {
      const complete = {
        key: TEST_APP.key,
        protocol: "7",
        version: "8.6.0",
        origin: null,
        encrypted: true,
        ...handshake,
      };
      const session = sessions.begin(admitConnection(complete, apps));
      const socket = net.connect({ onClose: () => session.receive({ kind: "closed" }) });
      session.receive({ kind: "opened", socket });
      return {
        session,
        socket,
        socket_id: session.state.kind === "open" ? session.state.socket_id : "",
        send: (event, data, more = {}) =>
          session.receive({ kind: "text", text: JSON.stringify({ event, data, ...more }) }),
      };
    },
  };
}

export const SUCCEEDED = "pusher_internal:subscription_succeeded";
/** Events of a refused subscription, in order. */
export const REFUSED = ["pusher:subscription_error", "pusher:error"];

/** Signature from a customer's backend for this client and channel. */
export function signFor(client: TestClient, channel: string, channel_data?: string): string {
  return signText(TEST_APP, channelSignatureText(client.socket_id, channel, channel_data));
}

export function subscribeSigned(client: TestClient, channel: string, channel_data?: string): void {
  client.send("pusher:subscribe", { channel, auth: signFor(client, channel, channel_data), channel_data });
}

export function signedUser(user_id: string | number, user_info?: unknown): string {
  return JSON.stringify({ user_id, user_info });
}

export function signIn(
  client: TestClient,
  id: string | number,
  user_info?: unknown,
  watchlist?: readonly string[],
): void {
  const user_data = JSON.stringify({ id, user_info, watchlist });
  client.send("pusher:signin", { auth: signText(TEST_APP, userSignatureText(client.socket_id, user_data)), user_data });
}

/** Names of the events since the last call. */
export function events(client: TestClient): readonly string[] {
  return client.socket.take().map(({ event }) => event);
}
