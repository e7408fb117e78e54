import { describe, expect, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestHub, type TestHub } from "../../../test/support/hub-client.ts";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import type { Reader } from "./reader.ts";
import { Replies } from "./recent-replies.ts";
import { createResponses } from "./responses.ts";
import { ClassicSession, type ClientPosition } from "./session.ts";
import { createClassicSessions } from "./sessions.ts";
import { type ClassicTokens, createClassicTokens } from "./tokens.ts";
import { eventStream, longPoll } from "./transports.ts";

const APP = {
  ...TEST_APP,
  settings: appSettings({ history_rules: [{ pattern: "kept-*", events_max: 5, ttl_s: 600 }] }),
};

interface Server {
  readonly fixture: TestHub;
  readonly tokens: ClassicTokens;
  arrive(restore_from?: ClientPosition): ClassicSession;
}

/** Servers that share only the token key. */
function server(seed: number): Server {
  const fixture = createTestHub([APP]);
  const tokens = createClassicTokens(() => [new Uint8Array(32).fill(3)]);
  const sessions = createClassicSessions({ ...fixture, rng: seededRng(seed), tokens });
  return {
    fixture,
    tokens,
    arrive(restore_from) {
      const session = sessions.open({
        claims: { app_id: APP.id, connection_id: "1.2", issued_ms: 0, identity: undefined, secret_ids: [] },
        ...{ app: APP, network: "test", encrypted: true, is_listening: true, restore_from },
      });
      if (!(session instanceof ClassicSession)) throw new Error("Refused.");
      return session;
    },
  };
}

interface Envelope {
  readonly C: string;
  readonly G?: string;
  readonly M: readonly { readonly I?: string; readonly M?: string; readonly A?: readonly unknown[] }[];
}

function drain(reader: Reader): readonly Envelope[] {
  const envelopes: Envelope[] = [];
  for (let reading = reader.next(); reading !== undefined; reading = reader.next()) {
    // Cast: these tests check the shape.
    envelopes.push(JSON.parse(reading.text) as Envelope);
  }
  return envelopes;
}

const receive = (session: ClassicSession, method: string, args: readonly unknown[], id = 0): Promise<string> =>
  new Promise((resolve, reject) =>
    session.receive(JSON.stringify({ H: "fanfare", M: method, A: args, I: id }), resolve, reject),
  );
const resets = (envelopes: readonly Envelope[]): readonly unknown[] =>
  envelopes.flatMap(({ M }) => M.flatMap(({ M: name, A }) => (name === "reset" ? [A] : [])));

describe("response to a state change, in one envelope with the groups token", () => {
  test.each(["serverSentEvents", "longPolling"] as const)("arrives over %s", async (transport) => {
    const { fixture, tokens, arrive } = server(1);
    const session = arrive();
    const reader = session.connect();
    const answers = createResponses(null, undefined);
    const outputs: string[] = [];
    const deps = { clock: fixture.clock, signal: new AbortController().signal, answers };
    if (transport === "serverSentEvents") {
      const stream = eventStream({ session, reader }, answers).body?.pipeThrough(new TextDecoderStream());
      void stream?.pipeTo(new WritableStream({ write: (text) => void outputs.push(text) })).catch(() => {});
      await Bun.sleep(0);
    } else expect((await longPoll({ session, reader }, deps)).status).toBe(200);
    outputs.length = 0;
    // The direct response is empty, because it could arrive before the token.
    const answered = receive(session, "Subscribe", ["news"]);
    if (transport === "longPolling") {
      const held = longPoll({ session, reader }, deps);
      fixture.clock.advance(limits.http_poll_interval_ms);
      outputs.push(await (await held).text());
    } else await Bun.sleep(0);
    expect(await answered).toBe("");
    const [envelope, ...more] = outputs.map((text) => JSON.parse(text.replace("data: ", "")) as Envelope);
    expect(more).toEqual([]);
    expect(envelope?.M).toEqual([{ I: "0", R: { channel: "news" } } as never]);
    expect(tokens.readGroups(envelope?.G ?? "", "1.2")?.channels).toEqual([{ name: "news", member: undefined }]);
    session.abort();
  });

  test("responds immediately when nothing changes", async () => {
    const session = server(1).arrive();
    expect(await receive(session, "GetConnectionId", [])).toBe('{"I":"0","R":"1.2"}');
    expect(await receive(session, "Subscribe", ["a b"])).toContain('"E"');
  });
});

test("sends a response once, even among many callbacks", async () => {
  const { fixture, arrive } = server(1);
  const session = arrive();
  const before = session.connect();
  drain(before);
  const answered = receive(session, "Subscribe", ["news"]);
  for (let count = 0; count < hubLimits.classic_ring_messages_max + 10; count++) {
    fixture.channels.publish(APP.id, "news", "e", count);
  }
  const envelopes = drain(before);
  expect([envelopes[0]?.M[0]?.I, await answered]).toEqual(["0", ""]);
  expect(resets(envelopes)).toEqual([["news", { from: null, to: null }]]);
  const again = session.resume({ message_id: envelopes.at(-1)?.C ?? null, groups_token: null }, false);
  expect(drain(again).flatMap(({ M }) => M)).toEqual([]);
});

test("sends no old responses to a client that restarts its call numbers", async () => {
  const session = server(1).arrive();
  const [greeting] = drain(session.connect());
  void receive(session, "Subscribe", ["news"]);
  const position = { message_id: greeting?.C ?? null, groups_token: null };
  const answered = (reader: Reader): readonly unknown[] =>
    drain(reader).flatMap(({ M }) => M.flatMap(({ I }) => (I === undefined ? [] : [I])));
  expect(answered(session.resume(position, true))).toEqual([]);
  expect(answered(session.resume(position, false))).toEqual(["0"]);
});

test("sends pending responses to a client with an unknown position", async () => {
  const session = server(1).arrive();
  const answered = receive(session, "Subscribe", ["news"]);
  const envelopes = drain(session.resume({ message_id: "lost", groups_token: null }, false));
  expect(envelopes.flatMap(({ M }) => M.map(({ I, M: name }) => I ?? name))).toEqual(["0", "reset"]);
  expect(await answered).toBe("");
});

test("bounds the memory for unread responses and answers evicted ones directly", () => {
  const replies = new Replies();
  const released: string[] = [];
  for (let each = 1; each <= 150; each++) replies.keep(each, `${each}`, (text) => released.push(text));
  expect(released).toEqual(Array.from({ length: 150 - hubLimits.hub_calls_waiting_max }, (_, index) => `${index + 1}`));
  const large = "x".repeat(hubLimits.classic_ring_bytes_max * 2);
  replies.keep(151, large, (text) => released.push(text));
  expect(released).toHaveLength(150);
  expect(replies.sendBetween(0, 200)).toEqual([large]);
  expect(released.at(-1)).toBe("");
  replies.acknowledge(151);
  expect(replies.sendBetween(0, 200)).toEqual([]);
  expect(released).toHaveLength(151);
});

test("answers an unsent call directly when its connection ends", async () => {
  const session = server(1).arrive();
  const answered = receive(session, "Subscribe", ["news"]);
  session.abort();
  expect(await answered).toBe('{"I":"0","R":{"channel":"news"}}');
});

describe("client that reaches a server that doesn't have its session", () => {
  /** Position of a client that left the first server after two events on one channel and none on another. */
  async function away(): Promise<{
    readonly first: Server;
    readonly position: ClientPosition;
    readonly received: string;
  }> {
    const first = server(1);
    const session = first.arrive();
    const reader = session.connect();
    for (const channel of ["kept-orders", "kept-quiet", "news"]) void receive(session, "Subscribe", [channel]);
    for (const data of [1, 2]) first.fixture.channels.publish(APP.id, "kept-orders", "e", data);
    const last = drain(reader).at(-1);
    session.abandon();
    const position = { message_id: last?.C ?? null, groups_token: last?.G ?? null };
    const meta = last?.M.at(-1)?.A?.[3];
    // Cast: metadata of an event.
    return { first, position, received: (meta as { readonly position: string }).position };
  }

  test("receives the lost and current position of each channel", async () => {
    const { position, received } = await away();
    const second = server(2);
    second.fixture.channels.publish(APP.id, "kept-orders", "e", "unheard");
    const session = second.arrive(position);
    const envelopes = drain(session.restore(position));
    expect(resets(envelopes)).toEqual([
      ["kept-orders", { from: received, to: expect.stringMatching(/:1$/) }],
      ["kept-quiet", { from: expect.stringMatching(/:0$/), to: expect.stringMatching(/:0$/) }],
      ["news", { from: null, to: null }],
    ]);
    // The third server's range starts where the second one's ended.
    const third = server(3).arrive({ message_id: envelopes.at(-1)?.C ?? null, groups_token: position.groups_token });
    const [orders] = resets(drain(third.restore(position))) as readonly [readonly [string, { readonly from: string }]];
    expect(orders[1].from).toMatch(/:1$/);
    expect(orders[1].from).not.toBe(received);
  });

  test("receives missed events without a reset when the server still has them", async () => {
    const { first, position } = await away();
    first.fixture.channels.publish(APP.id, "kept-orders", "e", 3);
    const envelopes = drain(first.arrive(position).restore(position));
    expect(resets(envelopes)).toEqual([["news", { from: null, to: null }]]);
    expect(envelopes.flatMap(({ M }) => M.flatMap(({ M: name, A }) => (name === "event" ? [A?.[2]] : [])))).toEqual([
      3,
    ]);
  });

  test("receives the same again when reconnecting before reading that", async () => {
    const { position, received } = await away();
    const session = server(2).arrive(position);
    session.restore(position);
    expect(resets(drain(session.resume(position, false)))).toContainEqual([
      "kept-orders",
      { from: received, to: expect.stringMatching(/:0$/) },
    ]);
  });
});
