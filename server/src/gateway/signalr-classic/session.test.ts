import { describe, expect, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { createTestHub, type TestHub } from "../../../test/support/hub-client.ts";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import type { Socket } from "../transport/socket.ts";
import { ClassicSession } from "./session.ts";
import { type ClassicSessions, createClassicSessions } from "./sessions.ts";
import { type ClassicTokens, createClassicTokens } from "./tokens.ts";
import { webSocketReceiver } from "./transport-receivers.ts";

interface Envelope {
  readonly C: string;
  readonly M: readonly { readonly M: string; readonly A: readonly unknown[] }[];
  readonly G?: string;
  readonly T?: number;
  readonly E?: string;
}

interface Setting extends Omit<TestHub, "sessions"> {
  readonly tokens: ClassicTokens;
  readonly sessions: ClassicSessions;
  begin(given?: {
    readonly id?: string;
    readonly groups_token?: string;
    readonly message_id?: string;
    readonly is_listening?: boolean;
  }): ClassicSession;
}

function setting(): Setting {
  const server = createTestHub();
  const tokens = createClassicTokens(() => [new Uint8Array(32).fill(3)]);
  const sessions = createClassicSessions({ ...server, rng: seededRng(2), tokens });
  return {
    ...server,
    tokens,
    sessions,
    begin({
      id = "1.2",
      groups_token = null,
      message_id = null,
      is_listening = true,
    }: {
      id?: string;
      groups_token?: string | null;
      message_id?: string | null;
      is_listening?: boolean;
    } = {}) {
      const session = sessions.open({
        claims: { app_id: TEST_APP.id, connection_id: id, issued_ms: 0, identity: undefined, secret_ids: [] },
        app: TEST_APP,
        network: "test",
        encrypted: true,
        is_listening,
        restore_from: groups_token === null ? undefined : { message_id, groups_token },
      });
      if (!(session instanceof ClassicSession)) throw new Error("Refused.");
      return session;
    },
  };
}

function wire(session: ClassicSession, reader = session.connect()) {
  const frames: string[] = [];
  const seen = { pings: 0, closed: 0 };
  const socket: Socket = {
    send: (frame) => frames.push(String(frame)),
    ping: () => seen.pings++,
    close: () => seen.closed++,
    join() {},
    leave() {},
    publish() {},
  };
  const receiver = webSocketReceiver(socket, reader, (ended) => session.detach(ended));
  session.attach(receiver);
  return {
    frames,
    seen,
    receiver,
    /** Envelopes since the last call. */
    // Cast: these tests check the shape.
    take: (): Envelope[] => frames.splice(0).map((frame) => JSON.parse(frame) as Envelope),
  };
}

async function subscribe(session: ClassicSession, channel: string): Promise<void> {
  const text = JSON.stringify({ H: "fanfare", M: "Subscribe", A: [channel], I: 0 });
  // The reply is sent in order with the callbacks, to the current reader.
  session.receive(
    text,
    (answer) => expect(answer).toBe(""),
    ({ message }) => {
      throw new Error(message);
    },
  );
  await settled();
}
/** Reply to `subscribe`, sent with the callbacks. */
const SUBSCRIBED = { I: "0", R: { channel: "news" } } as never;
/** Wakes resolve in microtasks. */
const settled = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

describe("classic SignalR WebSocket", () => {
  test("sends keep-alives in time and closes after 3 unanswered pings", async () => {
    const { clock, begin, hub } = setting();
    const session = begin();
    const { take, seen, receiver } = wire(session);
    await settled();
    expect(take()).toEqual([{ C: expect.any(String), M: [], S: 1 } as never]);
    for (let round = 1; round <= 20; round++) {
      clock.advance(hubLimits.classic_keep_alive_ms);
      expect(take()).toEqual([{} as never]);
      expect(seen.pings).toBe(round);
      receiver.markAlive();
    }
    clock.advance((hubLimits.classic_pings_unanswered_max + 1) * hubLimits.classic_keep_alive_ms);
    expect(seen.closed).toBe(1);
    expect(hub.connections.size).toBe(1);
    clock.advance((hubLimits.classic_disconnect_timeout_s + hubLimits.classic_disconnect_slack_s) * SECOND_MS);
    expect([session.is_ended, hub.connections.size, clock.pending()]).toEqual([true, 0, 0]);
  });

  test("sends keep-alives in time regardless of when the connection opened", async () => {
    const { clock, begin } = setting();
    // The first connection sets the sweep schedule.
    begin({ id: "3.4" });
    for (let later = 0; later < 10; later++) {
      clock.advance(hubLimits.hub_sweep_ms / 10);
      const session = begin({ id: `${later}.2` });
      const { take } = wire(session);
      await settled();
      take();
      clock.advance(hubLimits.classic_keep_alive_ms);
      expect(take()).toEqual([{} as never]);
      session.abort();
    }
  });

  test("sends simultaneous events once, with the groups token when changed", async () => {
    const { begin, channels, tokens } = setting();
    const session = begin();
    const { take } = wire(session);
    await settled();
    take();
    await subscribe(session, "news");
    const [groups, ...none] = take();
    expect(none).toEqual([]);
    expect(groups?.M).toEqual([SUBSCRIBED]);
    expect(tokens.readGroups(groups?.G ?? "", "1.2")?.channels).toEqual([{ name: "news", member: undefined }]);
    for (const event of ["a", "b"]) channels.publish(TEST_APP.id, "news", event, 1);
    await settled();
    const [both, ...rest] = take();
    expect(rest).toEqual([]);
    expect(both?.M.map(({ A }) => A[1])).toEqual(["a", "b"]);
    expect(both?.G).toBeUndefined();
  });

  test("is replaced by a newer one, which continues alone", async () => {
    const { begin, channels, hub } = setting();
    const session = begin();
    const older = wire(session);
    await subscribe(session, "news");
    const position = { message_id: older.take().at(-1)?.C ?? null, groups_token: session.groupsToken() ?? null };
    const newer = wire(session, session.resume(position, true));
    expect(older.seen.closed).toBe(1);
    channels.publish(TEST_APP.id, "news", "e", 1);
    await settled();
    expect(older.take()).toEqual([]);
    expect(newer.take().map(({ M }) => M.length)).toEqual([1]);
    older.receiver.drop();
    expect([hub.connections.size, session.is_ended]).toEqual([1, false]);
  });

  test("sends no callbacks to a page that doesn't listen to the hub", async () => {
    const { begin, channels } = setting();
    const session = begin({ is_listening: false });
    const { take } = wire(session);
    await subscribe(session, "news");
    channels.publish(TEST_APP.id, "news", "e", 1);
    await settled();
    expect(take().flatMap(({ M }) => M)).toEqual([SUBSCRIBED]);
  });

  test("sends a reconnect on a stop and a final error on an end", async () => {
    for (const [reason, message] of [
      ["reconnect", { T: 1 }],
      ["app_unknown", { E: expect.stringContaining("No app has this key") }],
    ] as const) {
      const { begin, sessions } = setting();
      const session = begin();
      const { take, seen } = wire(session);
      await settled();
      take();
      session.end(reason);
      await settled();
      expect(take()).toEqual([{ C: expect.any(String), M: [], ...message } as never]);
      expect([seen.closed, session.is_ended, sessions.find("1.2")]).toEqual([1, true, undefined]);
      expect(sessions.endOf("1.2") === undefined).toBe(reason === "reconnect");
    }
  });
});

describe("one caller", () => {
  const caller = (server: Setting, count: number, carry: (session: ClassicSession) => void): (string | undefined)[] =>
    Array.from({ length: count }, (_, index) => {
      const arrived = server.sessions.open({
        claims: { app_id: TEST_APP.id, connection_id: `${index}.5`, issued_ms: 0, identity: undefined, secret_ids: [] },
        app: TEST_APP,
        network: "office",
        encrypted: true,
        is_listening: true,
        restore_from: undefined,
      });
      if (!(arrived instanceof ClassicSession)) return arrived.refused;
      carry(arrived);
      return undefined;
    });

  test("has a connection limit for HTTP transports but not for WebSockets", () => {
    const max = limits.http_sessions_per_caller_max;
    const by_requests = caller(setting(), max + 1, () => {});
    expect(by_requests.filter((refused) => refused !== undefined)).toEqual(["too_many_sessions"]);
    const receiver = { transport: "classic_websocket" as const, wake() {}, ping() {}, drop() {}, keepAlive() {} };
    const by_sockets = caller(setting(), max + 1, (session) => session.attachWebSocket(receiver));
    expect(by_sockets.filter((refused) => refused !== undefined)).toEqual([]);
  });
});

describe("connection that the server doesn't have", () => {
  test("rejoins its channels with a reset for each, or an error if not allowed", async () => {
    const { begin, tokens, channels } = setting();
    const groups_token = tokens.signGroups({
      connection_id: "7.7",
      user: { user_id: "ada", user_info: "{}" },
      channels: [
        { name: "news", member: undefined },
        { name: "presence-desk", member: { user_id: "ada", user_info: '{"name":"Ada"}' } },
        { name: "#server-to-user-bob", member: undefined },
      ],
    });
    const session = begin({ id: "7.7", groups_token });
    const { take } = wire(session, session.restore({ message_id: "old-1", groups_token }));
    await settled();
    const calls = take().flatMap(({ M }) => M.map(({ M: name, A }) => [name, A[0]]));
    expect(calls).toEqual([
      ["reset", "news"],
      ["reset", "presence-desk"],
      ["unsubscribed", "#server-to-user-bob"],
    ]);
    expect(channels.users(TEST_APP.id, "presence-desk")).toEqual(["ada"]);
  });

  test("receives an error when a token can't hold all its channels", async () => {
    const { begin, tokens } = setting();
    const names = Array.from({ length: 60 }, (_, index) => `${"x".repeat(150)}-${index}`);
    const channels = names.map((name) => ({ name, member: undefined }));
    const groups_token = tokens.signGroups({ connection_id: "7.7", user: undefined, channels });
    const session = begin({ id: "7.7", groups_token });
    const { take } = wire(session, session.restore({ message_id: null, groups_token }));
    await settled();
    const calls = take().flatMap(({ M }) => M);
    expect(calls.at(-1)).toMatchObject({ M: "serverError", A: [{ code: "subscriptions_lost" }] });
    expect(calls.length).toBeGreaterThan(5);
  });

  test("restores nothing from the groups token of another connection", async () => {
    const { begin, tokens, channels } = setting();
    const groups_token = tokens.signGroups({
      connection_id: "7.7",
      user: undefined,
      channels: [{ name: "private-secret", member: undefined }],
    });
    begin({ id: "8.8", groups_token });
    await settled();
    expect(channels.counts(TEST_APP.id, "private-secret").subscriptions).toBe(0);
  });
});
