import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/signature";
import type { AppRecord } from "../../accounts/app-directory.ts";
import { hmacHex, signAs } from "../../signing.ts";
import { memoryNet } from "../testing.ts";
import { TEST_APP, type TestClient, testHouse } from "./testing.ts";

const sign = (client: TestClient, channel: string, channel_data?: string): string =>
  signAs(TEST_APP, channelSignatureText(client.socket_id, channel, channel_data));
const enter = (client: TestClient, channel: string, channel_data?: string): void =>
  client.say("pusher:subscribe", { channel, auth: sign(client, channel, channel_data), channel_data });
const person = (id: string | number, user_info?: unknown): string => JSON.stringify({ user_id: id, user_info });
const signIn = (client: TestClient, id: string, user_info?: unknown): void => {
  const user_data = JSON.stringify({ id, user_info });
  client.say("pusher:signin", { auth: signAs(TEST_APP, userSignatureText(client.socket_id, user_data)), user_data });
};
const events = (client: TestClient): readonly string[] => client.socket.take().map(({ event }) => event);
const SUCCEEDED = "pusher_internal:subscription_succeeded";
const REFUSED = ["pusher:subscription_error", "pusher:error"];

describe("a public channel", () => {
  test("is entered without a signature, and whatever auth says", () => {
    const house = testHouse();
    for (const auth of [undefined, "", null, "nonsense"]) {
      const client = house.open();
      client.socket.take();
      client.say("pusher:subscribe", { channel: "news", auth });
      expect(client.socket.take()).toEqual([{ event: SUCCEEDED, channel: "news", data: {} }]);
    }
    expect(house.channels.counts(TEST_APP.id, "news")).toEqual({ subscriptions: 4, users: undefined });
  });

  test("is understood when data comes as JSON text", () => {
    const client = testHouse().open();
    client.say("pusher:subscribe", JSON.stringify({ channel: "news" }));
    expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
  });

  test.each(["my-private-x", "privateers", "presences", "Private-x"])(
    "%s is public: prefixes are anchored",
    (channel) => {
      const client = testHouse().open();
      client.say("pusher:subscribe", { channel });
      expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
    },
  );

  test.each(["", "a b", "a\n", "ä", "a/b", "#", "#anything", "#server-to-user-", "x".repeat(201)])(
    "cannot be called %p",
    (channel) => {
      const client = testHouse().open();
      client.socket.take();
      client.say("pusher:subscribe", { channel });
      expect(events(client)).toEqual(REFUSED);
      expect(client.session.state.kind).toBe("open");
    },
  );

  test("delivers an event once, its data byte for byte, to subscribers alone", () => {
    const house = testHouse();
    const [inside, outside] = [house.open(), house.open()];
    inside.say("pusher:subscribe", { channel: "news" });
    for (const { socket } of [inside, outside]) socket.take();
    house.channels.publish(TEST_APP.id, "news", "hello", { text: "Zoë" });
    expect(inside.socket.take()).toEqual([{ event: "hello", channel: "news", data: { text: "Zoë" } }]);
    expect(outside.socket.take()).toEqual([]);
  });
});

describe("a private channel", () => {
  test.each(["private-a", "private-encrypted-a", "private-cache-a", "private-encrypted-cache-a"])(
    "%s is entered with the app's signature for this connection and channel",
    (channel) => {
      const client = testHouse().open();
      client.socket.take();
      enter(client, channel);
      expect(events(client)[0]).toBe(SUCCEEDED);
    },
  );

  test("takes channel_data into the signature wherever it is given", () => {
    const client = testHouse().open();
    enter(client, "private-a", '{"foo":"bar"}');
    expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
    client.socket.take();
    client.say("pusher:subscribe", { channel: "private-b", auth: sign(client, "private-b"), channel_data: "{}" });
    expect(events(client)).toEqual(REFUSED);
  });

  test("is entered by any live secret, and no longer by one that is gone", () => {
    const old = { id: "sec_old", secret: "old-secret" };
    const records: AppRecord[] = [{ ...TEST_APP, secrets: [...TEST_APP.secrets, old] }];
    const client = testHouse(records).open();
    const auth = (channel: string): string =>
      `${TEST_APP.key}:${hmacHex(old.secret, channelSignatureText(client.socket_id, channel))}`;
    client.say("pusher:subscribe", { channel: "private-a", auth: auth("private-a") });
    expect(client.socket.received.at(-1)?.event).toBe(SUCCEEDED);
    records[0] = TEST_APP;
    client.socket.take();
    client.say("pusher:subscribe", { channel: "private-b", auth: auth("private-b") });
    expect(events(client)).toEqual(REFUSED);
  });

  const wrong: readonly (readonly [what: string, auth: (client: TestClient) => unknown])[] = [
    ["no auth", () => undefined],
    ["an empty auth", () => ""],
    ["a key alone", () => TEST_APP.key],
    ["another key", (client) => sign(client, "private-a").replace(TEST_APP.key, "another")],
    ["the signature alone", (client) => sign(client, "private-a").split(":")[1]],
    ["a signature for another channel", (client) => sign(client, "private-b")],
    ["a signature for another connection", () => signAs(TEST_APP, channelSignatureText("1.2", "private-a"))],
    ["a signature in capitals", (client) => sign(client, "private-a").toUpperCase()],
    ["a shortened signature", (client) => sign(client, "private-a").slice(0, -1)],
    ["a lengthened signature", (client) => `${sign(client, "private-a")}0`],
    ["another secret's signature", (client) => `${TEST_APP.key}:${hmacHex("x", `${client.socket_id}:private-a`)}`],
    ["a user's signature", (client) => signAs(TEST_APP, userSignatureText(client.socket_id, "private-a"))],
  ];
  test.each(wrong)("refuses %s in both forms that clients know, and stays open", (_, auth) => {
    const house = testHouse();
    const client = house.open();
    client.socket.take();
    client.say("pusher:subscribe", { channel: "private-a", auth: auth(client) });
    expect(client.socket.take()).toEqual([
      {
        event: "pusher:subscription_error",
        channel: "private-a",
        data: { type: "AuthError", error: expect.any(String), status: 401 },
      },
      { event: "pusher:error", data: { code: null, message: expect.any(String) } },
    ]);
    expect(client.session.state.kind).toBe("open");
    expect(house.joined("private-a")).toBe(0);
  });

  test("tells what should have been signed, and never the signature", () => {
    const client = testHouse().open();
    client.say("pusher:subscribe", { channel: "private-a", auth: `${TEST_APP.key}:${"0".repeat(64)}` });
    const told = JSON.stringify(client.socket.received);
    expect(told).toContain(`${client.socket_id}:private-a`);
    expect(told).not.toContain(sign(client, "private-a").split(":")[1] ?? "never");
  });
});

describe("repeats and races", () => {
  test("a second subscribe is answered again and counted once", () => {
    const house = testHouse();
    const client = house.open();
    for (let round = 0; round < 3; round++) client.say("pusher:subscribe", { channel: "news" });
    expect(events(client).filter((event) => event === SUCCEEDED)).toHaveLength(3);
    expect(house.channels.counts(TEST_APP.id, "news").subscriptions).toBe(1);
    client.say("pusher:unsubscribe", { channel: "news" });
    expect(house.channels.counts(TEST_APP.id, "news").subscriptions).toBe(0);
    expect(house.joined("news")).toBe(0);
  });

  test("unsubscribe has no answer, also for a channel that one is not on", () => {
    const client = testHouse().open();
    client.say("pusher:subscribe", { channel: "news" });
    client.socket.take();
    client.say("pusher:unsubscribe", { channel: "news" });
    client.say("pusher:unsubscribe", { channel: "news" });
    client.say("pusher:unsubscribe", { channel: "a b" });
    expect(client.socket.take()).toEqual([]);
  });

  test("the last of subscribe and unsubscribe stands", () => {
    const house = testHouse();
    const client = house.open();
    for (const order of ["subscribe", "unsubscribe", "subscribe"]) client.say(`pusher:${order}`, { channel: "a" });
    for (const order of ["subscribe", "unsubscribe"]) client.say(`pusher:${order}`, { channel: "b" });
    expect([house.joined("a"), house.joined("b")]).toEqual([1, 0]);
  });

  test("a closed connection is on no channel, and an empty channel is forgotten", () => {
    const house = testHouse();
    const client = house.open();
    for (const channel of ["a", "b"]) client.say("pusher:subscribe", { channel });
    expect([...house.channels.rooms(TEST_APP.id)]).toHaveLength(2);
    client.session.receive({ kind: "closed" });
    expect([...house.channels.rooms(TEST_APP.id)]).toHaveLength(0);
    expect([house.joined("a"), house.joined("b")]).toEqual([0, 0]);
  });

  test("a connection that is lost while it is welcomed leaves nothing behind", () => {
    const house = testHouse();
    const net = memoryNet();
    const session = house.sessions.begin({ outcome: "admitted", app: TEST_APP, protocol: 7 });
    const socket = net.connect({
      onClose: () => session.receive({ kind: "closed" }),
      onFrame: (text) => {
        if (text.includes("subscription_succeeded")) socket.close(1006, "");
      },
    });
    session.receive({ kind: "opened", socket });
    session.receive({ kind: "text", text: '{"event":"pusher:subscribe","data":{"channel":"news"}}' });
    expect(house.channels.counts(TEST_APP.id, "news").subscriptions).toBe(0);
    expect([...house.channels.rooms(TEST_APP.id)]).toHaveLength(0);
  });

  test("a connection may be on so many channels and no more", () => {
    const client = testHouse().open();
    for (let index = 0; index <= limits.channels_per_connection_max; index++) {
      client.say("pusher:subscribe", { channel: `c-${index}` });
    }
    expect(client.socket.received.at(-2)).toMatchObject({ data: { type: "LimitReached", status: 4100 } });
    client.say("pusher:unsubscribe", { channel: "c-0" });
    client.say("pusher:subscribe", { channel: "one-more" });
    expect(client.socket.received.at(-1)).toMatchObject({ event: SUCCEEDED, channel: "one-more" });
  });
});

describe("an event that leaves out its sender", () => {
  test("reaches everyone else", () => {
    const house = testHouse();
    const [sender, other] = [house.open(), house.open()];
    for (const { say, socket } of [sender, other]) {
      say("pusher:subscribe", { channel: "news" });
      socket.take();
    }
    const channel = { name: "news", kind: "public" } as Parameters<typeof house.channels.event>[1]; // Cast: a brand.
    house.channels.event(TEST_APP.id, channel, { event: "hello", data: "1" }, sender.socket_id);
    house.channels.event(TEST_APP.id, channel, { event: "all", data: "1" }, "123123");
    expect(events(sender)).toEqual(["all"]);
    expect(events(other)).toEqual(["hello", "all"]);
  });
});

describe("a presence channel", () => {
  const CHANNEL = "presence-desk";

  test("tells who is there, the newcomer among them, and the others that somebody came and went", () => {
    const house = testHouse();
    const [ada, bob] = [house.open(), house.open()];
    enter(ada, CHANNEL, person("1", { name: "Ada" }));
    ada.socket.take();
    enter(bob, CHANNEL, person(2));
    expect(bob.socket.take().at(-1)).toEqual({
      event: SUCCEEDED,
      channel: CHANNEL,
      data: { presence: { ids: ["1", "2"], hash: { "1": { name: "Ada" }, "2": {} }, count: 2 } },
    });
    expect(ada.socket.take()).toEqual([
      { event: "pusher_internal:member_added", channel: CHANNEL, data: { user_id: "2", user_info: {} } },
    ]);
    bob.session.receive({ kind: "closed" });
    expect(ada.socket.take()).toEqual([
      { event: "pusher_internal:member_removed", channel: CHANNEL, data: { user_id: "2" } },
    ]);
  });

  test("counts a person with several connections once: added with the first, removed with the last", () => {
    const house = testHouse();
    const [watcher, first, second] = [house.open(), house.open(), house.open()];
    enter(watcher, CHANNEL, person("w"));
    watcher.socket.take();
    enter(first, CHANNEL, person("1", { name: "first" }));
    enter(second, CHANNEL, person("1", { name: "second" }));
    expect(house.channels.counts(TEST_APP.id, CHANNEL)).toEqual({ subscriptions: 3, users: 2 });
    first.say("pusher:unsubscribe", { channel: CHANNEL });
    expect(events(watcher)).toEqual(["pusher_internal:member_added"]);
    second.say("pusher:unsubscribe", { channel: CHANNEL });
    expect(events(watcher)).toEqual(["pusher_internal:member_removed"]);
    expect(house.channels.counts(TEST_APP.id, CHANNEL)).toEqual({ subscriptions: 1, users: 1 });
  });

  test("a repeated subscribe tells nobody and counts nothing", () => {
    const house = testHouse();
    const [ada, bob] = [house.open(), house.open()];
    enter(ada, CHANNEL, person("1"));
    enter(bob, CHANNEL, person("2"));
    ada.socket.take();
    enter(bob, CHANNEL, person("2"));
    expect(ada.socket.take()).toEqual([]);
    expect(house.channels.counts(TEST_APP.id, CHANNEL)).toEqual({ subscriptions: 2, users: 2 });
  });

  test("names with meaning in JavaScript are names like others", () => {
    const client = testHouse().open();
    enter(client, CHANNEL, person("__proto__", { name: "P" }));
    const text = JSON.stringify(client.socket.received.at(-1)?.data);
    expect(text).toBe('{"presence":{"ids":["__proto__"],"hash":{"__proto__":{"name":"P"}},"count":1}}');
  });

  test.each([
    "",
    "7",
    "{}",
    "nonsense",
    '{"user_id":null}',
    '{"user_id":""}',
    '{"user_id":{}}',
    person("x".repeat(129)),
    person("1", "x".repeat(1024)),
    `{"user_id":"1","user_info":${"[".repeat(200)}${"]".repeat(200)}}`,
  ])("refuses the channel_data %.40p", (channel_data) => {
    const house = testHouse();
    const client = house.open();
    client.socket.take();
    enter(client, CHANNEL, channel_data);
    expect(events(client)).toEqual(REFUSED);
    expect(house.channels.counts(TEST_APP.id, CHANNEL).subscriptions).toBe(0);
  });

  test("is full at its limit for people who are new, not for those who are there", () => {
    const house = testHouse();
    for (let index = 0; index < limits.presence_members_max; index++) enter(house.open(), CHANNEL, person(index));
    const [stranger, known] = [house.open(), house.open()];
    enter(stranger, CHANNEL, person("stranger"));
    enter(known, CHANNEL, person(0));
    expect(stranger.socket.received.at(-2)).toMatchObject({ data: { type: "LimitReached", status: 4100 } });
    expect(known.socket.received.at(-1)?.event).toBe(SUCCEEDED);
  });

  test("takes the person who has signed in where channel_data is absent", () => {
    const house = testHouse();
    const client = house.open();
    enter(client, CHANNEL);
    expect(events(client).slice(-2)).toEqual(REFUSED);
    signIn(client, "u1", { name: "Ann" });
    enter(client, CHANNEL);
    expect(client.socket.received.at(-1)?.data).toEqual({
      presence: { ids: ["u1"], hash: { u1: { name: "Ann" } }, count: 1 },
    });
  });
});

describe("signing in", () => {
  test("answers with the bytes that were signed, and opens the user's own channel alone", () => {
    const house = testHouse();
    const client = house.open();
    client.say("pusher:subscribe", { channel: "#server-to-user-u1", auth: "" });
    expect(events(client).slice(-2)).toEqual(REFUSED);
    signIn(client, "u1");
    expect(client.socket.take()).toEqual([{ event: "pusher:signin_success", data: { user_data: '{"id":"u1"}' } }]);
    client.say("pusher:subscribe", { channel: "#server-to-user-u2", auth: "" });
    expect(events(client)).toEqual(REFUSED);
    client.say("pusher:subscribe", { channel: "#server-to-user-u1", auth: "" });
    expect(events(client)).toEqual([SUCCEEDED]);
    house.channels.publish(TEST_APP.id, "#server-to-user-u1", "hello", "1");
    expect(client.socket.take()).toEqual([{ event: "hello", channel: "#server-to-user-u1", data: 1 }]);
  });

  test("as the same person again is fine, as another it fails and the first stays", () => {
    const client = testHouse().open();
    signIn(client, "u1");
    signIn(client, "u1");
    expect(client.socket.received.at(-1)?.event).toBe("pusher:signin_success");
    signIn(client, "u2");
    expect(client.socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: null } });
    client.socket.take();
    client.say("pusher:subscribe", { channel: "#server-to-user-u1" });
    expect(events(client)).toEqual([SUCCEEDED]);
  });

  test.each(["a b", "a\n", "ä", ""])("as %p fails: the id becomes part of a channel name", (id) => {
    const client = testHouse().open();
    signIn(client, id);
    expect(client.socket.received.at(-1)?.event).toBe("pusher:error");
    expect(client.session.state.kind).toBe("open");
  });

  test("with a channel's signature fails", () => {
    const client = testHouse().open();
    const user_data = '{"id":"admin"}';
    client.say("pusher:signin", { auth: sign(client, user_data), user_data });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:error");
  });
});

describe("a cache channel", () => {
  test.each(["cache-a", "private-cache-a", "private-encrypted-cache-a"])(
    "%s tells a newcomer the last event right after the welcome, or that there is none",
    (channel) => {
      const house = testHouse();
      const [early, late] = [house.open(), house.open()];
      enter(early, channel);
      expect(early.socket.take().slice(1)).toEqual([
        { event: SUCCEEDED, channel, data: {} },
        { event: "pusher:cache_miss", channel, data: {} },
      ]);
      early.session.receive({ kind: "closed" });
      house.channels.publish(TEST_APP.id, channel, "older", "1");
      house.channels.publish(TEST_APP.id, channel, "newest", "2");
      enter(late, channel);
      expect(late.socket.take().slice(1)).toEqual([
        { event: SUCCEEDED, channel, data: {} },
        { event: "newest", channel, data: 2 },
      ]);
    },
  );

  test("forgets its event after half an hour", () => {
    const house = testHouse();
    house.channels.publish(TEST_APP.id, "cache-a", "old", "1");
    house.clock.advance(limits.cache_ttl_s * 1_000);
    const client = house.open();
    client.say("pusher:subscribe", { channel: "cache-a" });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:cache_miss");
  });

  test("keeps a bounded number of events, the newest", () => {
    const house = testHouse();
    for (let index = 0; index <= limits.cached_channels_max; index++) {
      house.channels.publish(TEST_APP.id, `cache-${index}`, "event", "1");
    }
    expect(house.channels.cached(TEST_APP.id, "cache-0")).toBeUndefined();
    expect(house.channels.cached(TEST_APP.id, "cache-1")).toMatchObject({ event: "event", ttl_s: 1_800 });
  });
});
