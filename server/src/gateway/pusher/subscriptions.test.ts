import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Channel } from "@fanfare/contract/realtime/channel";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/realtime/signature";
import { createMemoryNetwork } from "../../../test/support/memory-network.ts";
import {
  createTestGateway,
  events,
  REFUSED,
  SUCCEEDED,
  signFor,
  subscribeSigned,
  TEST_APP,
  type TestClient,
} from "../../../test/support/pusher-client.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { hmacHex, signText } from "../../lib/signing.ts";

describe("public channel", () => {
  test("accepts a subscribe without a signature and ignores auth", () => {
    const server = createTestGateway();
    for (const auth of [undefined, "", null, "nonsense"]) {
      const client = server.open();
      client.socket.take();
      client.send("pusher:subscribe", { channel: "news", auth });
      expect(client.socket.take()).toEqual([{ event: SUCCEEDED, channel: "news", data: {} }]);
    }
    expect(server.channels.counts(TEST_APP.id, "news")).toEqual({ subscriptions: 4, users: undefined });
  });

  test("sends the current version to a subscriber of the channel of all pages", () => {
    const records: AppRecord[] = [TEST_APP];
    const client = createTestGateway(records).open();
    expect(client.socket.take()[0]?.data).toMatchObject({ config_version: 7 });
    // The signal is sent only to subscribers, and this page isn't subscribed yet.
    records[0] = { ...TEST_APP, config_version: 8 };
    client.send("pusher:subscribe", { channel: EVERYONE_CHANNEL });
    expect(client.socket.take()).toEqual([
      { event: SUCCEEDED, channel: EVERYONE_CHANNEL, data: {} },
      { event: "pusher:pong", data: { config_version: 8 } },
    ]);
  });

  test("accepts data as JSON text", () => {
    const client = createTestGateway().open();
    client.send("pusher:subscribe", JSON.stringify({ channel: "news" }));
    expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
  });

  test.each(["my-private-x", "privateers", "presences", "Private-x"])(
    "treats %s as public, because prefixes are anchored",
    (channel) => {
      const client = createTestGateway().open();
      client.send("pusher:subscribe", { channel });
      expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
    },
  );

  test.each(["", "a b", "a\n", "ä", "a/b", "#", "#anything", "#server-to-user-", "x".repeat(201)])(
    "rejects the name %p",
    (channel) => {
      const client = createTestGateway().open();
      client.socket.take();
      client.send("pusher:subscribe", { channel });
      expect(events(client)).toEqual(REFUSED);
      expect(client.session.state.kind).toBe("open");
    },
  );

  test("delivers an event once, with its exact data, to subscribers only", () => {
    const server = createTestGateway();
    const [inside, unsubscribed] = [server.open(), server.open()];
    inside.send("pusher:subscribe", { channel: "news" });
    for (const { socket } of [inside, unsubscribed]) socket.take();
    server.channels.publish(TEST_APP.id, "news", "hello", { text: "Zoë" });
    expect(inside.socket.take()).toEqual([{ event: "hello", channel: "news", data: { text: "Zoë" } }]);
    expect(unsubscribed.socket.take()).toEqual([]);
  });
});

describe("private channel", () => {
  test.each(["private-a", "private-encrypted-a", "private-cache-a", "private-encrypted-cache-a"])(
    "accepts the app's signature for this connection and channel on %s",
    (channel) => {
      const client = createTestGateway().open();
      client.socket.take();
      subscribeSigned(client, channel);
      expect(events(client)[0]).toBe(SUCCEEDED);
    },
  );

  test("includes channel_data in the signature", () => {
    const client = createTestGateway().open();
    subscribeSigned(client, "private-a", '{"foo":"bar"}');
    expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
    client.socket.take();
    client.send("pusher:subscribe", { channel: "private-b", auth: signFor(client, "private-b"), channel_data: "{}" });
    expect(events(client)).toEqual(REFUSED);
  });

  test("accepts any live secret and no longer a revoked one", () => {
    const old = { id: "sec_old", secret: "old-secret" };
    const records: AppRecord[] = [{ ...TEST_APP, secrets: [...TEST_APP.secrets, old] }];
    const client = createTestGateway(records).open();
    const auth = (channel: string): string =>
      `${TEST_APP.key}:${hmacHex(old.secret, channelSignatureText(client.socket_id, channel))}`;
    client.send("pusher:subscribe", { channel: "private-a", auth: auth("private-a") });
    expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
    records[0] = TEST_APP;
    client.socket.take();
    client.send("pusher:subscribe", { channel: "private-b", auth: auth("private-b") });
    expect(events(client)).toEqual(REFUSED);
  });

  const wrong: readonly (readonly [what: string, auth: (client: TestClient) => unknown])[] = [
    ["no auth", () => undefined],
    ["an empty auth", () => ""],
    ["a key alone", () => TEST_APP.key],
    ["another key", (client) => signFor(client, "private-a").replace(TEST_APP.key, "another")],
    ["the signature alone", (client) => signFor(client, "private-a").split(":")[1]],
    ["a signature for another channel", (client) => signFor(client, "private-b")],
    ["a signature for another connection", () => signText(TEST_APP, channelSignatureText("1.2", "private-a"))],
    ["a signature in capitals", (client) => signFor(client, "private-a").toUpperCase()],
    ["a shortened signature", (client) => signFor(client, "private-a").slice(0, -1)],
    ["a lengthened signature", (client) => `${signFor(client, "private-a")}0`],
    ["another secret's signature", (client) => `${TEST_APP.key}:${hmacHex("x", `${client.socket_id}:private-a`)}`],
    ["a user's signature", (client) => signText(TEST_APP, userSignatureText(client.socket_id, "private-a"))],
  ];
  test.each(wrong)("rejects %s in both forms that clients use, and stays open", (_, auth) => {
    const server = createTestGateway();
    const client = server.open();
    client.socket.take();
    client.send("pusher:subscribe", { channel: "private-a", auth: auth(client) });
    expect(client.socket.take()).toEqual([
      {
        event: "pusher:subscription_error",
        channel: "private-a",
        data: { type: "AuthError", error: expect.any(String), status: 401 },
      },
      { event: "pusher:error", data: { code: null, message: expect.any(String) } },
    ]);
    expect(client.session.state.kind).toBe("open");
    expect(server.joined("private-a")).toBe(0);
  });

  test("reports the text to sign but never the signature", () => {
    const client = createTestGateway().open();
    client.send("pusher:subscribe", { channel: "private-a", auth: `${TEST_APP.key}:${"0".repeat(64)}` });
    const received = JSON.stringify(client.socket.received);
    expect(received).toContain(`${client.socket_id}:private-a`);
    expect(received).not.toContain(signFor(client, "private-a").split(":")[1] ?? "never");
  });
});

describe("repeated and concurrent subscriptions", () => {
  test("responds to a second subscribe and counts once", () => {
    const server = createTestGateway();
    const client = server.open();
    for (let round = 0; round < 3; round++) client.send("pusher:subscribe", { channel: "news" });
    expect(events(client).filter((event) => event === SUCCEEDED)).toHaveLength(3);
    expect(server.channels.counts(TEST_APP.id, "news").subscriptions).toBe(1);
    client.send("pusher:unsubscribe", { channel: "news" });
    expect(server.channels.counts(TEST_APP.id, "news").subscriptions).toBe(0);
    expect(server.joined("news")).toBe(0);
  });

  test("sends no response to unsubscribe, even without a subscription", () => {
    const client = createTestGateway().open();
    client.send("pusher:subscribe", { channel: "news" });
    client.socket.take();
    client.send("pusher:unsubscribe", { channel: "news" });
    client.send("pusher:unsubscribe", { channel: "news" });
    client.send("pusher:unsubscribe", { channel: "a b" });
    expect(client.socket.take()).toEqual([]);
  });

  test("applies the last of subscribe and unsubscribe", () => {
    const server = createTestGateway();
    const client = server.open();
    for (const order of ["subscribe", "unsubscribe", "subscribe"]) client.send(`pusher:${order}`, { channel: "a" });
    for (const order of ["subscribe", "unsubscribe"]) client.send(`pusher:${order}`, { channel: "b" });
    expect([server.joined("a"), server.joined("b")]).toEqual([1, 0]);
  });

  test("removes a closed connection from its channels and drops empty channels", () => {
    const server = createTestGateway();
    const client = server.open();
    for (const channel of ["a", "b"]) client.send("pusher:subscribe", { channel });
    expect([...server.channels.occupiedChannels(TEST_APP.id)]).toHaveLength(2);
    client.session.receive({ kind: "closed" });
    expect([...server.channels.occupiedChannels(TEST_APP.id)]).toHaveLength(0);
    expect([server.joined("a"), server.joined("b")]).toEqual([0, 0]);
  });

  test("cleans up after a connection lost during the welcome", () => {
    const server = createTestGateway();
    const net = createMemoryNetwork();
    const session = server.sessions.begin({ outcome: "admitted", app: TEST_APP, protocol: 7, encrypted: true });
    const socket = net.connect({
      onClose: () => session.receive({ kind: "closed" }),
      onFrame: (text) => {
        if (text.includes("subscription_succeeded")) socket.close(1006, "");
      },
    });
    session.receive({ kind: "opened", socket });
    session.receive({ kind: "text", text: '{"event":"pusher:subscribe","data":{"channel":"news"}}' });
    expect(server.channels.counts(TEST_APP.id, "news").subscriptions).toBe(0);
    expect([...server.channels.occupiedChannels(TEST_APP.id)]).toHaveLength(0);
  });

  test("limits the number of channels per connection", () => {
    const client = createTestGateway().open();
    for (let index = 0; index <= limits.channels_per_connection_max; index++) {
      client.send("pusher:subscribe", { channel: `c-${index}` });
    }
    expect(client.socket.received.at(-2)).toMatchObject({ data: { type: "LimitReached", status: 4100 } });
    client.send("pusher:unsubscribe", { channel: "c-0" });
    client.send("pusher:subscribe", { channel: "one-more" });
    expect(client.socket.received.at(-1)).toMatchObject({ event: SUCCEEDED, channel: "one-more" });
  });
});

describe("event that excludes its sender", () => {
  test("reaches all other subscribers", () => {
    const server = createTestGateway();
    const [sender, other] = [server.open(), server.open()];
    for (const { send, socket } of [sender, other]) {
      send("pusher:subscribe", { channel: "news" });
      socket.take();
    }
    const channels = [{ name: "news", kind: "public" } as Channel]; // Cast: branded type.
    server.channels.publishAll(TEST_APP.id, [{ channels, event: "hello", data: "1", except: sender.socket_id }]);
    server.channels.publishAll(TEST_APP.id, [{ channels, event: "all", data: "1", except: "123123" }]);
    expect(events(sender)).toEqual(["all"]);
    expect(events(other)).toEqual(["hello", "all"]);
  });
});
