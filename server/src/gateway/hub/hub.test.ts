import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestHub, errorCode, personIdentity } from "../../../test/support/hub-client.ts";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import { dataText } from "./hub-callback.ts";
import { success as ok } from "./hub-result.ts";

const OPEN_APP = { ...TEST_APP, settings: appSettings({ client_events: true, watchlist: true }) };

describe("Subscribe", () => {
  test("responds before any event of the channel arrives as `event`", () => {
    const { channels, open } = createTestHub();
    const client = open();
    expect(client.call("subscribe", "news")).toEqual(ok({ channel: "news" }));
    channels.publish(TEST_APP.id, "news", "created", { n: 1 });
    channels.publish(TEST_APP.id, "news", "said", "plain text");
    expect(client.take().map(([name]) => name)).toEqual(["answer", "event", "event"]);
    expect(client.received.slice(1)).toEqual([
      ["event", "news", "created", { n: 1 }, {}],
      ["event", "news", "said", "plain text", {}],
    ]);
  });

  test("accepts only a backend signature for the connection ID, in both forms", () => {
    const { open } = createTestHub();
    const client = open();
    expect(client.call("Subscribe", "private-a", client.sign("private-a"))).toEqual(ok({ channel: "private-a" }));
    const channelData = JSON.stringify({ user_id: 7, user_info: { name: "Ada" } });
    const signed = { auth: client.sign("presence-a", channelData), channelData };
    expect(client.call("Subscribe", "presence-a", signed)).toEqual(
      ok({
        channel: "presence-a",
        presence: { me: "7", count: 1, members: [{ id: "7", info: { name: "Ada" } }] },
      }),
    );
    expect(errorCode(client.call("Subscribe", "private-b", client.sign("private-a")))).toBe("channel_refused");
    expect(errorCode(client.call("Subscribe", "private-b", { auth: 1 }))).toBe("arguments_invalid");
  });

  test("follows the channel rules for the token's person without a signature", () => {
    const { open } = createTestHub();
    const ada = open(personIdentity("ada", ["crew"]));
    expect(ada.call("Subscribe", "private-user-ada")).toEqual(ok({ channel: "private-user-ada" }));
    expect(ada.call("Subscribe", "private-group-crew")).toEqual(ok({ channel: "private-group-crew" }));
    expect(ada.call("Subscribe", "#server-to-user-ada")).toEqual(ok({ channel: "#server-to-user-ada" }));
    expect(errorCode(ada.call("Subscribe", "private-user-bob"))).toBe("channel_refused");
    expect(errorCode(ada.call("Subscribe", "private-orders"))).toBe("channel_refused");
    expect(errorCode(open().call("Subscribe", "private-user-ada"))).toBe("identity_required");
  });

  test("responds to a repeated subscribe again and counts one subscription", () => {
    const { channels, open } = createTestHub();
    const client = open();
    for (let time = 0; time < 3; time++) expect(client.call("Subscribe", "news")).toEqual(ok({ channel: "news" }));
    expect(channels.counts(TEST_APP.id, "news").subscriptions).toBe(1);
    expect(client.call("Unsubscribe", "news")).toEqual(ok(null));
    expect(client.call("Unsubscribe", "news")).toEqual(ok(null));
    expect([...channels.occupiedChannels(TEST_APP.id)]).toEqual([]);
  });

  test("returns the last event of a cache channel, or null", () => {
    const { channels, open } = createTestHub();
    expect(open().call("Subscribe", "cache-a")).toEqual(ok({ channel: "cache-a", cached: null }));
    channels.publish(TEST_APP.id, "cache-a", "price", { eur: 1 });
    expect(open().call("Subscribe", "cache-a")).toEqual(
      ok({ channel: "cache-a", cached: { event: "price", data: { eur: 1 } } }),
    );
  });

  test("rejects invalid names and too many channels, also item by item", () => {
    const settings = appSettings({ limits: { channels_per_connection_max: 2 } });
    const client = createTestHub([{ ...TEST_APP, settings }]).open();
    for (const name of ["a b", "", null, 7, undefined]) {
      expect(errorCode(client.call("Subscribe", name))).toBe("channel_invalid");
    }
    const requests = [{ channel: "a" }, { channel: "private-b" }];
    expect(client.call("SubscribeMany", requests)).toMatchObject({
      value: [{ channel: "a" }, { channel: "private-b", error: { code: "identity_required" } }],
    });
    client.call("Subscribe", "b");
    expect(errorCode(client.call("Subscribe", "c"))).toBe("channels_too_many");
    expect(errorCode(client.call("SubscribeMany", [1, 2, 3]))).toBe("arguments_invalid");
  });
});

test("reports each presence member once, as on the Pusher protocol", () => {
  const { hub, open } = createTestHub();
  const enter = (id: string) => {
    const client = open();
    const channelData = JSON.stringify({ user_id: id, user_info: { id } });
    client.call("Subscribe", "presence-a", { auth: client.sign("presence-a", channelData), channelData });
    client.take();
    return client;
  };
  const ada = enter("ada");
  const [bob, bob_again] = [enter("bob"), enter("bob")];
  expect(ada.take()).toEqual([["memberAdded", "presence-a", { id: "bob", info: { id: "bob" } }]]);
  expect(ada.call("GetMembers", "presence-a")).toMatchObject({ value: { count: 2 } });
  ada.take();
  hub.close(bob.client);
  expect(ada.take()).toEqual([]);
  hub.close(bob_again.client);
  expect(ada.take()).toEqual([["memberRemoved", "presence-a", { id: "bob" }]]);
  expect(errorCode(ada.call("GetMembers", "presence-b"))).toBe("not_subscribed");
});

describe("Publish", () => {
  const pair = () => {
    const server = createTestHub([OPEN_APP]);
    const [one, two] = [server.open(), server.open()];
    for (const client of [one, two]) client.call("Subscribe", "private-a", client.sign("private-a"));
    for (const client of [one, two]) client.take();
    return { ...server, one, two };
  };

  test("reaches the others but not the sender", () => {
    const { one, two } = pair();
    expect(one.call("Publish", "private-a", "client-wave", { hello: 1 })).toEqual(ok({}));
    expect(two.take()).toEqual([["event", "private-a", "client-wave", { hello: 1 }, {}]]);
    expect(one.take().map(([name]) => name)).toEqual(["answer"]);
  });

  test("rejects anything but client events, other channels, and too many events", () => {
    const { one, two } = pair();
    expect(errorCode(one.call("Publish", "private-a", "order.paid", {}))).toBe("arguments_invalid");
    expect(errorCode(one.call("Publish", "private-a", "client-", {}))).toBe("arguments_invalid");
    expect(errorCode(one.call("Publish", "private-a", "client-x"))).toBe("arguments_invalid");
    expect(errorCode(one.call("Publish", "private-b", "client-x", {}))).toBe("event_refused");
    const codes = Array.from({ length: 20 }, () => errorCode(one.call("Publish", "private-a", "client-x", {})));
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(20 - limits.client_events_per_second_max);
    expect(two.take()).toHaveLength(limits.client_events_per_second_max);
    expect(errorCode(createTestHub().open().call("Publish", "private-a", "client-x", {}))).toBe("event_refused");
  });
});

describe("Authenticate", () => {
  test("runs later calls of the connection in order after a token", async () => {
    const { open } = createTestHub();
    const client = open();
    expect(client.call("Authenticate", "person:ada")).toBeUndefined();
    expect(client.call("Subscribe", "private-user-ada")).toBeUndefined();
    await Bun.sleep(0);
    expect(client.received).toEqual([
      ["answer", ok({ userId: "ada" })],
      ["answer", ok({ channel: "private-user-ada" })],
    ]);
    client.call("Authenticate", "person:bob");
    client.call("Authenticate", "nonsense");
    client.call("Authenticate");
    await Bun.sleep(0);
    expect(client.received.slice(2).map(([, outcome]) => errorCode(outcome))).toEqual([
      "sign_in_refused",
      "identity_invalid",
      "arguments_invalid",
    ]);
  });

  test("returns the watchlist state for a backend signature, then its changes", () => {
    const { hub, open } = createTestHub([OPEN_APP]);
    const [ada, bob] = [open(), open()];
    const user_data = JSON.stringify({ id: "ada", watchlist: ["bob", "eve"] });
    expect(ada.call("Authenticate", ada.signUser(user_data))).toEqual(
      ok({ userId: "ada", watchlist: { online: [], offline: ["bob", "eve"] } }),
    );
    bob.call("Authenticate", bob.signUser('{"id":"bob"}'));
    hub.close(bob.client);
    expect(ada.take().slice(1)).toEqual([
      ["watchlist", [{ name: "online", userIds: ["bob"] }]],
      ["watchlist", [{ name: "offline", userIds: ["bob"] }]],
    ]);
    expect(errorCode(ada.call("Authenticate", bob.signUser('{"id":"ada"}')))).toBe("sign_in_refused");
  });

  test("is undone by SignOut, which leaves the person's own channels", () => {
    const { channels, open } = createTestHub();
    const ada = open(personIdentity("ada"));
    for (const name of ["news", "private-user-ada", "#server-to-user-ada"]) ada.call("Subscribe", name);
    ada.take();
    expect(ada.call("SignOut")).toEqual(ok(null));
    expect([...channels.occupiedChannels(TEST_APP.id)].map((occupied) => String(occupied.channel.name))).toEqual([
      "news",
    ]);
    expect(errorCode(ada.call("Subscribe", "private-user-ada"))).toBe("identity_required");
  });

  test("queues a bounded number of calls while pending", () => {
    const { open } = createTestHub([TEST_APP], () => new Promise(() => {}));
    const client = open();
    client.call("Authenticate", "x");
    const outcomes = Array.from({ length: hubLimits.hub_calls_waiting_max + 1 }, () => client.call("GetConnectionId"));
    expect(outcomes.filter((outcome) => outcome !== undefined).map(errorCode)).toEqual(["rate_limited"]);
  });
});

test("counts an app's connections over both protocols and ends them by reason", () => {
  const records = [{ ...TEST_APP, settings: appSettings({ connections_max: 2 }) }];
  const { clock, hub, open } = createTestHub(records);
  const [one, two] = [open(), open(personIdentity("ada"))];
  expect(() => open()).toThrow("over_quota");
  hub.close(one.client);
  const three = open();
  hub.connections.endUser(TEST_APP.id, "ada");
  expect(two.take()).toEqual([["end", "unauthorized"]]);
  records[0] = { ...TEST_APP, settings: appSettings({ live_updates: false }) };
  clock.advance(hubLimits.hub_sweep_ms);
  expect(three.take()).toEqual([["end", "app_disabled"]]);
  for (const { client } of [two, three]) hub.close(client);
  expect([hub.connections.size, clock.pending()]).toEqual([0, 0]);
});

test("ends a client without authorization in time, if the app requires that", () => {
  const { clock, open } = createTestHub([{ ...TEST_APP, settings: appSettings({ authorized_connections: true }) }]);
  const [silent, signed] = [open(), open()];
  signed.call("Subscribe", "private-a", signed.sign("private-a"));
  signed.take();
  clock.advance(limits.authorization_timeout_s * 1_000 + hubLimits.hub_sweep_ms);
  expect(silent.take()[0]).toEqual(["end", "authorization_late"]);
  expect(signed.take()).toEqual([]);
});

test("responds to an unknown method with any name", () => {
  const client = createTestHub().open();
  for (const name of ["Nope", "", "constructor", "__proto__", "x".repeat(10_000)]) {
    expect(errorCode(client.call(name))).toBe("method_unknown");
  }
  expect(client.call("getconnectionid")).toEqual(ok(client.id));
});

test.each([
  ['{"a": 1}', '{"a":1}'],
  ["[1,\n2]", "[1,2]"],
  ["hello", '"hello"'],
  ["", '""'],
  ["[".repeat(100), JSON.stringify("[".repeat(100))],
])("writes data %j as %s", (data, text) => {
  expect(dataText(data)).toBe(text);
});
