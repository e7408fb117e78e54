import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import {
  createTestGateway,
  events,
  REFUSED,
  SUCCEEDED,
  signedUser,
  signIn,
  subscribeSigned,
  TEST_APP,
} from "../../../test/support/pusher-client.ts";

describe("presence channel", () => {
  const CHANNEL = "presence-desk";

  test("sends its members to a new one, and joins and leaves to the others", () => {
    const server = createTestGateway();
    const [ada, bob] = [server.open(), server.open()];
    subscribeSigned(ada, CHANNEL, signedUser("1", { name: "Ada" }));
    ada.socket.take();
    subscribeSigned(bob, CHANNEL, signedUser(2));
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

  test("counts a person once: added with the first connection, removed with the last", () => {
    const server = createTestGateway();
    const [watcher, first, second] = [server.open(), server.open(), server.open()];
    subscribeSigned(watcher, CHANNEL, signedUser("w"));
    watcher.socket.take();
    subscribeSigned(first, CHANNEL, signedUser("1", { name: "first" }));
    subscribeSigned(second, CHANNEL, signedUser("1", { name: "second" }));
    expect(server.channels.counts(TEST_APP.id, CHANNEL)).toEqual({ subscriptions: 3, users: 2 });
    first.send("pusher:unsubscribe", { channel: CHANNEL });
    expect(events(watcher)).toEqual(["pusher_internal:member_added"]);
    second.send("pusher:unsubscribe", { channel: CHANNEL });
    expect(events(watcher)).toEqual(["pusher_internal:member_removed"]);
    expect(server.channels.counts(TEST_APP.id, CHANNEL)).toEqual({ subscriptions: 1, users: 1 });
  });

  test("ignores a repeated subscribe for counts and notifications", () => {
    const server = createTestGateway();
    const [ada, bob] = [server.open(), server.open()];
    subscribeSigned(ada, CHANNEL, signedUser("1"));
    subscribeSigned(bob, CHANNEL, signedUser("2"));
    ada.socket.take();
    subscribeSigned(bob, CHANNEL, signedUser("2"));
    expect(ada.socket.take()).toEqual([]);
    expect(server.channels.counts(TEST_APP.id, CHANNEL)).toEqual({ subscriptions: 2, users: 2 });
  });

  test("accepts names that have a meaning in JavaScript", () => {
    const client = createTestGateway().open();
    subscribeSigned(client, CHANNEL, signedUser("__proto__", { name: "P" }));
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
    signedUser("x".repeat(129)),
    signedUser("1", "x".repeat(1024)),
    `{"user_id":"1","user_info":${"[".repeat(200)}${"]".repeat(200)}}`,
  ])("rejects the channel_data %.40p", (channel_data) => {
    const server = createTestGateway();
    const client = server.open();
    client.socket.take();
    subscribeSigned(client, CHANNEL, channel_data);
    expect(events(client)).toEqual(REFUSED);
    expect(server.channels.counts(TEST_APP.id, CHANNEL).subscriptions).toBe(0);
  });

  test("rejects new people at its limit, but not current members", () => {
    const server = createTestGateway();
    for (let index = 0; index < limits.presence_members_max; index++)
      subscribeSigned(server.open(), CHANNEL, signedUser(index));
    const [other, known] = [server.open(), server.open()];
    subscribeSigned(other, CHANNEL, signedUser("stranger"));
    subscribeSigned(known, CHANNEL, signedUser(0));
    expect(other.socket.received.at(-2)).toMatchObject({ data: { type: "LimitReached", status: 4100 } });
    expect(known.socket.received.at(-1)?.event).toBe(SUCCEEDED);
  });

  test("uses the signed-in person without channel_data", () => {
    const server = createTestGateway();
    const client = server.open();
    subscribeSigned(client, CHANNEL);
    expect(events(client).slice(-2)).toEqual(REFUSED);
    signIn(client, "u1", { name: "Ann" });
    subscribeSigned(client, CHANNEL);
    expect(client.socket.received.at(-1)?.data).toEqual({
      presence: { ids: ["u1"], hash: { u1: { name: "Ann" } }, count: 1 },
    });
  });
});
