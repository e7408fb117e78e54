import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/realtime/signature";
import { type AppRecord, createAppDirectory } from "../../src/accounts/apps/app-directory.ts";
import { Channels } from "../../src/channels/channels.ts";
import type { Lane } from "../../src/channels/subscriber.ts";
import { createWatchlists } from "../../src/channels/watchlists.ts";
import { Hub } from "../../src/gateway/hub/hub.ts";
import type { HubCallback } from "../../src/gateway/hub/hub-callback.ts";
import type { HubClient } from "../../src/gateway/hub/hub-client.ts";
import type { HubResult } from "../../src/gateway/hub/hub-result.ts";
import { createSessions, type Sessions } from "../../src/gateway/pusher/sessions.ts";
import { ConnectionCounts } from "../../src/gateway/session/connection-counts.ts";
import { newSocketId } from "../../src/gateway/session/socket-id.ts";
import { createTopics, type TopicListener, type Topics } from "../../src/gateway/transport/topics.ts";
import { silentLog } from "../../src/lib/log.ts";
import { signText } from "../../src/lib/signing.ts";
import type { Identity, VerifyIdentity } from "../../src/people/identity/identity.ts";
import { TEST_APP } from "./pusher-client.ts";

export interface TestHubClient {
  readonly client: HubClient;
  readonly id: string;
  /** Callbacks as `[name, ...arguments]`, replies as `["answer", outcome]`, the end as `["end", reason]`. */
  readonly received: unknown[][];
  /** Received since the last call. */
  take(): unknown[][];
  call(method: string, ...args: unknown[]): HubResult | undefined;
  sign(channel: string, channel_data?: string): string;
  signUser(user_data: string): { auth: string; userData: string };
}

export interface TestHub {
  readonly clock: ManualClock;
  readonly channels: Channels;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly sessions: Sessions;
  open(identity?: Identity): TestHubClient;
}

export const errorCode = (outcome: unknown): unknown =>
  typeof outcome === "object" && outcome !== null && "code" in outcome ? outcome.code : outcome;

export const personIdentity = (id: string, groups: readonly string[] = []): Identity => ({
  kind: "person",
  external_id: id,
  channel_id: id,
  groups,
});

/** Accepts tokens of the form `person:{id}` and `anonymous:{id}`. */
const verifyAnyIdentity: VerifyIdentity = async (token) => {
  const [kind, id = ""] = token.split(":");
  if (kind === "person") return { ok: true, identity: personIdentity(id) };
  if (kind === "anonymous") return { ok: true, identity: { kind: "anonymous", anonymous_id: id, channel_id: id } };
  return { ok: false, code: "identity_invalid", detail: "The token is not the one." };
};

/** The hub in virtual time, beside sessions of the Pusher protocol on the same channels. */
export function createTestHub(records: readonly AppRecord[] = [TEST_APP], verifyIdentity = verifyAnyIdentity): TestHub {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const rng = seededRng(1);
  const apps = createAppDirectory(records);
  const channels = new Channels({ clock, settingsOf: (id) => apps.byId(id)?.settings ?? TEST_APP.settings });
  const topics = createTopics(() => {});
  const shared = { clock, rng, apps, channels, watchlists: createWatchlists(), connections: new ConnectionCounts() };
  const hub = new Hub({ ...shared, topics, verifyIdentity, groupsOnServer: async () => [], log: silentLog });
  const sessions = createSessions({ ...shared, broadcast: topics.broadcast });
  const lane = hub.createLane({ name: "test", encode: (callback) => JSON.stringify(callback) });
  const parsed = ({ name, args }: HubCallback): unknown[] => [name, ...args.map((arg) => JSON.parse(arg) as unknown)];

  const open = (lane_of: Lane, identity?: Identity): TestHubClient => {
    const received: unknown[][] = [];
    let taken = 0;
    const listener: TopicListener = {
      // Cast: the lane in these tests doesn't encode callbacks.
      send: (frame) => received.push(parsed(JSON.parse(String(frame)) as HubCallback)),
    };
    const opened = hub.open({
      app: records[0] ?? TEST_APP,
      socket_id: newSocketId(rng),
      lane: lane_of,
      identity,
      encrypted: true,
      link: {
        socket: {
          send: listener.send,
          ping: () => {},
          close: () => {},
          join: (topic) => topics.join(topic, listener),
          leave: (topic) => topics.leave(topic, listener),
          publish: (topic, frame) => topics.broadcast(topic, frame, listener),
        },
        call: (callback) => received.push(parsed(callback)),
        end: (reason) => received.push(["end", reason]),
        tick: () => {},
        currentTransport: () => "core_websocket",
      },
    });
    if ("refused" in opened) throw new Error(`Refused: ${opened.refused}.`);
    return {
      client: opened,
      id: opened.socket_id,
      received,
      take() {
        const fresh = received.slice(taken);
        taken = received.length;
        return fresh;
      },
      call(method, ...args) {
        let answered: HubResult | undefined;
        hub.call(opened, method, args, (outcome) => {
          answered = outcome;
          received.push(["answer", outcome]);
        });
        return answered;
      },
      sign: (channel, channel_data) =>
        signText(TEST_APP, channelSignatureText(opened.socket_id, channel, channel_data)),
      signUser: (userData) => ({ auth: signText(TEST_APP, userSignatureText(opened.socket_id, userData)), userData }),
    };
  };
  return { clock, channels, topics, hub, sessions, open: (identity) => open(lane, identity) };
}
