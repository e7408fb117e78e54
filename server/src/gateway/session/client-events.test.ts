import { describe, expect, test } from "bun:test";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import {
  createTestGateway,
  events,
  signedUser,
  subscribeSigned,
  TEST_APP,
  type TestClient,
  type TestGateway,
} from "../../../test/support/pusher-client.ts";

const OPEN_APP = { ...TEST_APP, settings: appSettings({ client_events: true }) };
const send = (client: TestClient, channel: string, data: unknown, event = "client-typing"): void =>
  client.send(event, data, { channel });

/** Two people subscribed to one channel, after the welcome. */
function pair(channel: string, server: TestGateway = createTestGateway([OPEN_APP])): [TestClient, TestClient] {
  const clients: [TestClient, TestClient] = [server.open(), server.open()];
  for (const [index, client] of clients.entries()) {
    subscribeSigned(client, channel, channel.startsWith("presence-") ? signedUser(`u${index}`) : undefined);
  }
  for (const { socket } of clients) socket.take();
  return clients;
}

describe("client event", () => {
  test.each(["private-a", "private-cache-a"])("reaches the others on %s, but not its sender", (channel) => {
    const [sender, other] = pair(channel);
    send(sender, channel, { at: 1 });
    expect(other.socket.take()).toEqual([{ event: "client-typing", channel, data: { at: 1 } }]);
    expect(sender.socket.take()).toEqual([]);
  });

  test("includes its sender on a presence channel", () => {
    const [sender, other] = pair("presence-a");
    send(sender, "presence-a", "hello");
    expect(other.socket.take()).toEqual([
      { event: "client-typing", channel: "presence-a", data: "hello", user_id: "u0" },
    ]);
  });

  test("isn't stored for later subscribers", () => {
    const server = createTestGateway([OPEN_APP]);
    const [sender] = pair("private-cache-a", server);
    send(sender, "private-cache-a", "1");
    const late = server.open();
    subscribeSigned(late, "private-cache-a");
    expect(events(late).at(-1)).toBe("pusher:cache_miss");
  });

  test.each<[what: string, channel: string, data: unknown, event: string, message: string]>([
    ["on a public channel", "news", "1", "client-a", "private and presence"],
    ["on an encrypted channel", "private-encrypted-a", "1", "client-a", "aren't encrypted"],
    ["on a channel that it is not on", "private-other", "1", "client-a", "subscribed"],
    ["with a long name", "private-a", "1", `client-${"x".repeat(200)}`, "200 characters"],
    ["with too much data", "private-a", "x".repeat(limits.event_data_bytes_max + 1), "client-a", "bytes"],
    ["without data", "private-a", undefined, "client-a", "must contain channel and data"],
    ["that is none", "private-a", "1", "typing", "Unknown event"],
    ["that pretends to be the protocol", "private-a", "1", "pusher_internal:member_added", "Unknown event"],
  ])("rejects %s with an error and sends nothing", (_, channel, data, event, message) => {
    const server = createTestGateway([OPEN_APP]);
    const [sender, other] = pair("private-a", server);
    for (const client of [sender, other])
      for (const name of ["news", "private-encrypted-a"]) subscribeSigned(client, name);
    for (const { socket } of [sender, other]) socket.take();
    send(sender, channel, data, event);
    expect(sender.socket.take()).toEqual([
      { event: "pusher:error", data: { code: null, message: expect.stringContaining(message) } },
    ]);
    expect(other.socket.take()).toEqual([]);
    expect(sender.session.state.kind).toBe("open");
  });

  test("is rejected when the app has them turned off", () => {
    const [sender, other] = pair("private-a", createTestGateway());
    send(sender, "private-a", "1");
    expect(sender.socket.take()).toMatchObject([{ event: "pusher:error", data: { code: null } }]);
    expect(other.socket.take()).toEqual([]);
  });

  test("is dropped with 4301 above the limit per second", () => {
    const server = createTestGateway([OPEN_APP]);
    const [sender, other] = pair("private-a", server);
    for (let sent = 0; sent <= limits.client_events_per_second_max; sent++) send(sender, "private-a", "1");
    expect(sender.socket.take()).toEqual([
      { event: "pusher:error", data: { code: 4301, message: expect.any(String) } },
    ]);
    expect(events(other)).toHaveLength(limits.client_events_per_second_max);
    server.clock.advance(SECOND_MS);
    send(sender, "private-a", "1");
    expect(events(other)).toEqual(["client-typing"]);
    expect(sender.session.state.kind).toBe("open");
  });
});
