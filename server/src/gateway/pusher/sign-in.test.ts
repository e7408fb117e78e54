import { describe, expect, test } from "bun:test";
import {
  createTestGateway,
  events,
  REFUSED,
  SUCCEEDED,
  signFor,
  signIn,
  TEST_APP,
} from "../../../test/support/pusher-client.ts";

describe("signing in", () => {
  test("answers with the bytes that were signed, and opens the user's own channel alone", () => {
    const server = createTestGateway();
    const client = server.open();
    client.send("pusher:subscribe", { channel: "#server-to-user-u1", auth: "" });
    expect(events(client).slice(-2)).toEqual(REFUSED);
    signIn(client, "u1");
    expect(client.socket.take()).toEqual([{ event: "pusher:signin_success", data: { user_data: '{"id":"u1"}' } }]);
    client.send("pusher:subscribe", { channel: "#server-to-user-u2", auth: "" });
    expect(events(client)).toEqual(REFUSED);
    client.send("pusher:subscribe", { channel: "#server-to-user-u1", auth: "" });
    expect(events(client)).toEqual([SUCCEEDED]);
    server.channels.publish(TEST_APP.id, "#server-to-user-u1", "hello", "1");
    expect(client.socket.take()).toEqual([{ event: "hello", channel: "#server-to-user-u1", data: 1 }]);
  });

  test("as the same person again is fine, as another it fails and the first stays", () => {
    const client = createTestGateway().open();
    signIn(client, "u1");
    signIn(client, "u1");
    expect(client.socket.received.at(-1)?.event).toBe("pusher:signin_success");
    signIn(client, "u2");
    expect(client.socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: null } });
    client.socket.take();
    client.send("pusher:subscribe", { channel: "#server-to-user-u1" });
    expect(events(client)).toEqual([SUCCEEDED]);
  });

  test.each(["a b", "a\n", "ä", ""])("as %p fails: the id becomes part of a channel name", (id) => {
    const client = createTestGateway().open();
    signIn(client, id);
    expect(client.socket.received.at(-1)?.event).toBe("pusher:error");
    expect(client.session.state.kind).toBe("open");
  });

  test("as a number fails with a sentence: pusher-js would say that it had signed in, and hear nothing", () => {
    const client = createTestGateway().open();
    signIn(client, 5);
    expect(client.socket.received.at(-1)).toMatchObject({
      event: "pusher:error",
      data: { code: null, message: expect.stringContaining('a string id ("id":"42")') },
    });
  });

  test("with a channel's signature fails", () => {
    const client = createTestGateway().open();
    const user_data = '{"id":"admin"}';
    client.send("pusher:signin", { auth: signFor(client, user_data), user_data });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:error");
  });
});
