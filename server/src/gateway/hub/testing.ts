import { type ManualClock, manualClock } from "@fanfare/contract/clock";
import { seededRng } from "@fanfare/contract/rng";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/signature";
import { type AppRecord, appDirectoryOf } from "../../accounts/app-directory.ts";
import { type Channels, createChannels } from "../../channels/channels.ts";
import type { Lane } from "../../channels/subscriber.ts";
import { createWatchlists } from "../../channels/watchlists.ts";
import { silentLog } from "../../log.ts";
import type { Identity, VerifyIdentity } from "../../people/identity.ts";
import { signAs } from "../../signing.ts";
import { createConnections } from "../connections.ts";
import { createSessions, type Sessions } from "../pusher/sessions.ts";
import { newSocketId } from "../pusher/socket-id.ts";
import { TEST_APP } from "../pusher/testing.ts";
import { createTopics, type TopicListener, type Topics } from "../topics.ts";
import type { HubCallback } from "./callback.ts";
import type { HubClient } from "./client.ts";
import type { Hub } from "./hub.ts";
import type { HubOutcome } from "./outcome.ts";
import { createHub } from "./registry.ts";

/** One client of the hub without a wire: what it was told, in order. */
export interface TestHubClient {
  readonly client: HubClient;
  readonly id: string;
  /** Callbacks as `[name, ...arguments]`, answers as `["answer", outcome]`, the end as `["end", reason]`. */
  readonly heard: unknown[][];
  /** What it heard since the last look. */
  take(): unknown[][];
  call(method: string, ...args: unknown[]): HubOutcome | undefined;
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

/** The code of a failure; anything else as it is. */
export const codeOf = (outcome: unknown): unknown =>
  typeof outcome === "object" && outcome !== null && "code" in outcome ? outcome.code : outcome;

export const personIdentity = (id: string, groups: readonly string[] = []): Identity => ({
  kind: "person",
  external_id: id,
  channel_id: id,
  groups,
});

/** Believes tokens of the form `person:{id}` and `anonymous:{id}`. */
const believe: VerifyIdentity = async (token) => {
  const [kind, id = ""] = token.split(":");
  if (kind === "person") return { ok: true, identity: personIdentity(id) };
  if (kind === "anonymous") return { ok: true, identity: { kind: "anonymous", anonymous_id: id, channel_id: id } };
  return { ok: false, code: "identity_invalid", detail: "The token is not the one." };
};

/** The hub in virtual time, beside sessions of the Pusher protocol on the same channels. */
export function testHub(records: readonly AppRecord[] = [TEST_APP], verifyIdentity = believe): TestHub {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const rng = seededRng(1);
  const apps = appDirectoryOf(records);
  const channels = createChannels({ clock, settingsOf: (id) => apps.byId(id)?.settings ?? TEST_APP.settings });
  const topics = createTopics(() => {});
  const shared = { clock, rng, apps, channels, watchlists: createWatchlists(), connections: createConnections() };
  const hub = createHub({ ...shared, topics, verifyIdentity, log: silentLog });
  const sessions = createSessions({ ...shared, broadcast: topics.broadcast });
  const lane = hub.laneOf({ name: "test", encode: (callback) => JSON.stringify(callback) });
  const parsed = ({ name, args }: HubCallback): unknown[] => [name, ...args.map((arg) => JSON.parse(arg) as unknown)];

  const open = (lane_of: Lane, identity?: Identity): TestHubClient => {
    const heard: unknown[][] = [];
    let taken = 0;
    const listener: TopicListener = {
      // The lane of these tests writes callbacks as they are.
      send: (frame) => heard.push(parsed(JSON.parse(String(frame)) as HubCallback)),
    };
    const opened = hub.open({
      app: records[0] ?? TEST_APP,
      socket_id: newSocketId(rng),
      lane: lane_of,
      identity,
      encrypted: true,
      transport: {
        socket: {
          send: listener.send,
          ping: () => {},
          close: () => {},
          join: (topic) => topics.join(topic, listener),
          leave: (topic) => topics.leave(topic, listener),
          publish: (topic, frame) => topics.broadcast(topic, frame, listener),
        },
        call: (callback) => heard.push(parsed(callback)),
        end: (reason) => heard.push(["end", reason]),
        tick: () => {},
        carriedBy: () => "core_websocket",
      },
    });
    if ("refused" in opened) throw new Error(`Refused: ${opened.refused}.`);
    return {
      client: opened,
      id: opened.socket_id,
      heard,
      take() {
        const fresh = heard.slice(taken);
        taken = heard.length;
        return fresh;
      },
      call(method, ...args) {
        let answered: HubOutcome | undefined;
        hub.call(opened, method, args, (outcome) => {
          answered = outcome;
          heard.push(["answer", outcome]);
        });
        return answered;
      },
      sign: (channel, channel_data) => signAs(TEST_APP, channelSignatureText(opened.socket_id, channel, channel_data)),
      signUser: (userData) => ({ auth: signAs(TEST_APP, userSignatureText(opened.socket_id, userData)), userData }),
    };
  };
  return { clock, channels, topics, hub, sessions, open: (identity) => open(lane, identity) };
}
