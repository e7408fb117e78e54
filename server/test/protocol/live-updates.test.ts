import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import { type PusherServer, startPusherServer } from "./clients/pusher-server.ts";
import { type AuthEndpoint, startAuthEndpoint } from "./support/auth-endpoint.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

/** From `pusher.trigger` in a backend to a pusher-js client, both unmodified, over a real port. */
const MASTER_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
let fixture: TestServer;
let pusherJs: PusherJs;
let library: PusherServer;
let back_end: AuthEndpoint;

beforeAll(async () => {
  fixture = startTestServer([
    { ...TEST_APP, settings: appSettings({ client_events: true, subscription_counts: true }) },
  ]);
  [pusherJs, library] = await Promise.all([
    startPusherJs(),
    startPusherServer({ ...fixture.library_options, encryptionMasterKeyBase64: MASTER_KEY }),
  ]);
  back_end = startAuthEndpoint(library, {
    member: { user_id: 42, user_info: { name: "Ada" } },
    user: { id: "u_42", user_info: { name: "Ada" } },
  });
});
afterAll(async () => {
  await Promise.all([pusherJs.stop(), library.stop(), back_end.stop(), fixture.stop()]);
});

const openPage = (options: Readonly<Record<string, unknown>> = {}) =>
  pusherJs.open(TEST_APP.key, { ...fixture.client_options, ...back_end.client_options, ...options });
/** Sent last: anything that hasn't arrived before it won't arrive. */
const MARK = "mark";

describe("pusher-js", () => {
  test("connects, also below a path prefix", async () => {
    const [page, prefixed] = [openPage(), openPage({ wsPath: "/proxy/prefix" })];
    await Promise.all([page.connected(), prefixed.connected()]);
    expect(page.socketId()).toMatch(/^\d+\.\d+$/);
    expect(page.reports.filter(({ kind }) => kind === "error")).toEqual([]);
  });

  test("receives 4001 with an unknown key and disconnects for good", async () => {
    const page = pusherJs.open("nobody", fixture.client_options);
    const error = await page.until("error", ({ kind }) => kind === "error");
    expect(error).toMatchObject({ error: { code: 4001 } });
    await page.until("end", (report) => report.kind === "state" && report.state === "disconnected");
  });

  test.each(["news", "private-orders", "private-encrypted-notes", "presence-desk", "cache-price"])(
    "receives events of `pusher` on %s once and complete",
    async (channel) => {
      const page = openPage();
      page.subscribe(channel);
      await page.subscribed(channel);
      const data = { text: 'Zoë "Z" 🎉', list: [1, 2.5, null], nested: { deep: true } };
      expect(await library.call("trigger", channel, "order.created", data)).toEqual({ status: 200, body: "{}" });
      await library.call("trigger", channel, MARK, {});
      expect(await page.event(channel, "order.created")).toEqual(data);
      await page.event(channel, MARK);
      const received = page.reports.filter((report) => report.kind === "event" && report.event === "order.created");
      expect(received).toHaveLength(1);
    },
  );

  test("receives an event once on each channel of one trigger", async () => {
    const page = openPage();
    for (const channel of ["a", "b"]) page.subscribe(channel);
    await Promise.all([page.subscribed("a"), page.subscribed("b")]);
    await library.call("trigger", ["a", "b", "a"], "once", "1");
    await library.call("trigger", ["a", "b"], MARK, "1");
    await Promise.all([page.event("a", MARK), page.event("b", MARK)]);
    const received = page.reports.filter((report) => report.kind === "event" && report.event === "once");
    expect(received).toHaveLength(2);
  });

  test("doesn't receive events that exclude its socket ID", async () => {
    const [sender, other] = [openPage(), openPage()];
    for (const page of [sender, other]) page.subscribe("moves");
    await Promise.all([sender.subscribed("moves"), other.subscribed("moves")]);
    await library.call("trigger", "moves", "moved", "1", { socket_id: sender.socketId() });
    await library.call("trigger", "moves", MARK, "1");
    await Promise.all([sender.event("moves", MARK), other.event("moves", MARK)]);
    const moved = (reports: typeof sender.reports) =>
      reports.filter((report) => report.kind === "event" && report.event === "moved").length;
    expect([moved(sender.reports), moved(other.reports)]).toEqual([0, 1]);
  });

  test("receives no events after unsubscribing and again after resubscribing", async () => {
    const page = openPage();
    page.subscribe("rooms");
    page.subscribe("stays");
    await Promise.all([page.subscribed("rooms"), page.subscribed("stays")]);
    page.unsubscribe("rooms");
    await eventually("the subscription ended", () => fixture.channels.counts(TEST_APP.id, "rooms").subscriptions === 0);
    await library.call("trigger", ["rooms", "stays"], "missed", "1");
    await page.event("stays", "missed");
    page.subscribe("rooms");
    await eventually(
      "the subscription is back",
      () => fixture.channels.counts(TEST_APP.id, "rooms").subscriptions === 1,
    );
    await library.call("trigger", "rooms", "heard", "1");
    await page.event("rooms", "heard");
    const names = page.reports.flatMap((report) =>
      report.kind === "event" && report.channel === "rooms" ? [report.event] : [],
    );
    expect(names).not.toContain("missed");
  });

  test("gets the reason for a rejected signature and stays connected", async () => {
    const wrong = await startPusherServer({ ...fixture.library_options, secret: "another-secret" });
    const wrong_endpoint = startAuthEndpoint(wrong);
    try {
      const page = openPage(wrong_endpoint.client_options);
      page.subscribe("private-orders");
      const error = await page.event("private-orders", "pusher:subscription_error");
      expect(error).toMatchObject({ type: "AuthError", status: 401 });
      page.subscribe("news");
      await page.subscribed("news");
    } finally {
      await Promise.all([wrong_endpoint.stop(), wrong.stop()]);
    }
  });

  test("lists the members of a presence channel", async () => {
    const page = openPage();
    page.subscribe("presence-room");
    expect(await page.subscribed("presence-room")).toEqual({
      count: 1,
      members: { "42": { name: "Ada" } },
      me: { id: 42, info: { name: "Ada" } },
    });
  });

  test("receives events sent to its user after signing in", async () => {
    const page = openPage();
    await page.connected();
    page.signin();
    await eventually(
      "the user's channel is entered",
      () => fixture.channels.counts(TEST_APP.id, "#server-to-user-u_42").subscriptions === 1,
    );
    expect(await library.call("sendToUser", "u_42", "greeting", { hello: "Ada" })).toEqual({ status: 200, body: "{}" });
    const greeting = await page.until("greeting", (report) => report.kind === "user" && report.event === "greeting");
    expect(greeting).toMatchObject({ data: { hello: "Ada" } });
  });

  test("sends client events, with the sender's ID on presence channels", async () => {
    const [sender, other] = [openPage(), openPage()];
    for (const page of [sender, other]) {
      page.subscribe("private-talk");
      page.subscribe("presence-talk");
      await Promise.all([page.subscribed("private-talk"), page.subscribed("presence-talk")]);
    }
    other.listen("presence-talk", "client-typing");
    for (const channel of ["private-talk", "presence-talk"]) sender.trigger(channel, "client-typing", { at: 1 });
    expect(await other.event("private-talk", "client-typing")).toEqual({ at: 1 });
    const sent = await other.until("client event", (report) => report.kind === "received");
    expect(sent).toMatchObject({ data: { at: 1 }, metadata: { user_id: "42" } });
    const echoes = sender.reports.filter((report) => report.kind === "event" && report.event === "client-typing");
    expect(echoes).toEqual([]);
  });

  test("receives subscription counts if the app sends them", async () => {
    const [first, second] = [openPage(), openPage()];
    first.subscribe("counted");
    await first.subscribed("counted");
    second.subscribe("counted");
    const two = await first.until(
      "count of two",
      (report) =>
        report.kind === "event" &&
        report.event === "pusher:subscription_count" &&
        Bun.deepEquals(report.data, { subscription_count: 2 }),
    );
    expect(two).toMatchObject({ channel: "counted" });
  });

  test("receives the last event of a cache channel on a later subscribe", async () => {
    await library.call("trigger", "cache-late", "price", { euro: 7 });
    const page = openPage();
    page.subscribe("cache-late");
    expect(await page.event("cache-late", "price")).toEqual({ euro: 7 });
    page.subscribe("cache-empty");
    await page.event("cache-empty", "pusher:cache_miss");
  });
});

describe("`pusher`", () => {
  test("gets the counts of each triggered channel, including empty ones", async () => {
    const [first, second] = [openPage(), openPage()];
    for (const page of [first, second]) page.subscribe("presence-counted");
    await Promise.all([first.subscribed("presence-counted"), second.subscribed("presence-counted")]);
    const result = await library.call("trigger", ["presence-counted", "presence-empty", "empty"], "hi", "1", {
      info: "user_count,subscription_count",
    });
    expect(JSON.parse(result.body ?? "")).toEqual({
      channels: {
        "presence-counted": { user_count: 1, subscription_count: 2 },
        "presence-empty": { user_count: 0, subscription_count: 0 },
        empty: { subscription_count: 0 },
      },
    });
  });

  test("publishes a batch in order with complete items", async () => {
    const page = openPage();
    for (const channel of ["batch-a", "presence-batch"]) page.subscribe(channel);
    await Promise.all([page.subscribed("batch-a"), page.subscribed("presence-batch")]);
    const plain = [
      { channel: "batch-a", name: "first", data: { at: 1 } },
      { channel: "batch-a", name: "second", data: "two" },
      { channel: "batch-a", name: "not-for-me", data: "3", socket_id: page.socketId() },
    ];
    expect(await library.call("triggerBatch", plain)).toEqual({ status: 200, body: "{}" });
    const attempts = [
      { channel: "batch-a", name: MARK, data: "1" },
      { channel: "presence-batch", name: MARK, data: "1", info: "user_count,subscription_count" },
    ];
    const { body } = await library.call("triggerBatch", attempts);
    expect(JSON.parse(body ?? "")).toEqual({ batch: [{}, { user_count: 1, subscription_count: 1 }] });
    await page.event("batch-a", MARK);
    const names = page.reports.flatMap((report) =>
      report.kind === "event" && report.channel === "batch-a" && !report.event.startsWith("pusher:")
        ? [report.event]
        : [],
    );
    expect(names).toEqual(["first", "second", MARK]);
  });

  test("lists occupied channels, counts, and users", async () => {
    const page = openPage();
    for (const channel of ["presence-asked", "asked", "cache-asked"]) page.subscribe(channel);
    await Promise.all(["presence-asked", "asked", "cache-asked"].map((channel) => page.subscribed(channel)));
    const get = async (path: string, params: Readonly<Record<string, string>> = {}): Promise<unknown> => {
      const { status, body } = await library.call("get", { path, params });
      return status === 200 ? JSON.parse(body ?? "") : status;
    };
    expect(await get("/channels", { filter_by_prefix: "presence-ask", info: "user_count" })).toEqual({
      channels: { "presence-asked": { user_count: 1 } },
    });
    expect(await get("/channels", { filter_by_prefix: "ask" })).toEqual({ channels: { asked: {} } });
    expect(await get("/channels", { filter_by_prefix: "nobody" })).toEqual({ channels: {} });
    expect(await get("/channels", { info: "user_count" })).toBe(400);
    expect(await get("/channels/presence-asked", { info: "user_count,subscription_count" })).toEqual({
      occupied: true,
      user_count: 1,
      subscription_count: 1,
    });
    expect(await get("/channels/nobody")).toEqual({ occupied: false });
    expect(await get("/channels/asked", { info: "user_count" })).toBe(400);
    expect(await get("/channels/asked", { info: "cache" })).toBe(400);
    expect(await get("/channels/cache-asked", { info: "cache" })).toEqual({ occupied: true, cache: null });
    await library.call("trigger", "cache-asked", "price", "7");
    expect(await get("/channels/cache-asked", { info: "cache" })).toEqual({
      occupied: true,
      cache: { data: "7", ttl: expect.any(Number) },
    });
    expect(await get("/channels/presence-asked/users")).toEqual({ users: [{ id: "42" }] });
    expect(await get("/channels/presence-nobody/users")).toEqual({ users: [] });
    expect(await get("/channels/asked/users")).toBe(400);
  });

  test("ends only the connections signed in as a user", async () => {
    const [signed_in, other] = [openPage(), openPage()];
    await Promise.all([signed_in.connected(), other.connected()]);
    signed_in.signin();
    await signed_in.until("sign-in", (report) => report.kind === "message" && report.event === "pusher:signin_success");
    expect(await library.call("terminateUserConnections", "u_42")).toEqual({ status: 200, body: "{}" });
    expect(await library.call("terminateUserConnections", "nobody")).toEqual({ status: 200, body: "{}" });
    await signed_in.until("end", (report) => report.kind === "state" && report.state === "disconnected");
    other.subscribe("still");
    await other.subscribed("still");
  });

  test.each([
    ["key", { key: "another" }, 401, "Unknown auth_key"],
    ["secret", { secret: "another" }, 401, "Invalid signature"],
    ["app id", { appId: "999" }, 404, "Unknown app"],
  ] as const)("gets an error with a wrong %s", async (_, wrong, status, message) => {
    const wrong_server = await startPusherServer({ ...fixture.library_options, ...wrong });
    try {
      const result = await wrong_server.call("trigger", "news", "event", "data");
      expect(result).toMatchObject({ status, body: expect.stringContaining(message) });
    } finally {
      await wrong_server.stop();
    }
  });
});
