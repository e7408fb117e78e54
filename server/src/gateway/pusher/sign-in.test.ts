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

describe("Pusher sign-in", () => {
  test("returns the signed bytes and opens only the user's own channel", () => {
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

  test("succeeds again as the same person and fails as another", () => {
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

  test.each(["a b", "a\n", "ä", ""])("fails as %p, because the ID becomes part of a channel name", (id) => {
    const client = createTestGateway().open();
    signIn(client, id);
    expect(client.socket.received.at(-1)?.event).toBe("pusher:error");
    expect(client.session.state.kind).toBe("open");
  });

  test("fails as a number, with an error that asks for a string ID", () => {
    const client = createTestGateway().open();
    signIn(client, 5);
    expect(client.socket.received.at(-1)).toMatchObject({
      event: "pusher:error",
      data: { code: null, message: expect.stringContaining('a string id ("id":"42")') },
    });
  });

  test("fails with the signature of a channel", () => {
    const client = createTestGateway().open();
    const user_data = '{"id":"admin"}';
    client.send("pusher:signin", { auth: signFor(client, user_data), user_data });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:error");
  });
});
