import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { consoleChannel } from "@fanfare/contract/realtime/console-channel";
import type { TailBatch } from "@fanfare/contract/schema/realtime/channel";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, OWNER, openBrowser, type TestBrowser } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

const signed = (text: string): string => `${APP.key}:${createHmac("sha256", APP.secret).update(text).digest("hex")}`;

interface Line {
  readonly socket_id: string;
  nextEvent(event: string): Promise<{ readonly channel?: string; readonly data: string }>;
  send(event: string, data: unknown): void;
}

async function line(key: string): Promise<Line> {
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${key}?protocol=7`);
  const nextEvent: Line["nextEvent"] = (event) =>
    new Promise((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(String(data));
        if (frame.event === event) resolve(frame);
      });
    });
  const { socket_id } = JSON.parse((await nextEvent("pusher:connection_established")).data);
  return { socket_id, nextEvent, send: (event, data) => socket.send(JSON.stringify({ event, data })) };
}

async function visitor(): Promise<Line> {
  const page = await line(APP.key);
  const channel_data = JSON.stringify({ user_id: "u_1", user_info: { name: "Ada" } });
  const enter = async (data: { channel: string; auth?: string; channel_data?: string }): Promise<void> => {
    const entered = page.nextEvent("pusher_internal:subscription_succeeded");
    page.send("pusher:subscribe", data);
    await entered;
  };
  await enter({ channel: "orders" });
  const auth = signed(`${page.socket_id}:presence-room:${channel_data}`);
  await enter({ channel: "presence-room", auth, channel_data });
  return page;
}

async function authorized(page: TestBrowser, socket_id: string, channel_name: string) {
  const { guest } = (await page.call("GET", "/api/me")).json;
  const response = await fetch(`${server.origin}/pusher/auth?app=${guest.key}`, {
    method: "POST",
    headers: { Origin: server.origin, Cookie: [...page.cookies].map((pair) => pair.join("=")).join("; ") },
    body: new URLSearchParams({ socket_id, channel_name, token: guest.token }),
  });
  return { status: response.status, json: (await response.json()) as { auth?: string }, key: guest.key as string };
}

async function joined(role: "editor" | "viewer"): Promise<TestBrowser> {
  const { json: invite } = await owner.call("POST", "/api/invites", { email: `${role}@example.com`, role });
  const token = new URL(invite.url).searchParams.get("token");
  const member = openBrowser(server.origin);
  await member.call("POST", "/api/invites/accept", { token, name: "Grace", password: OWNER.password });
  return member;
}

test("lists occupied channels by name, finds them by prefix, and shows members", async () => {
  await visitor();
  const all = await owner.call("GET", `/api/channels?app_id=${APP.id}`);
  expect(all.json).toEqual({
    items: [
      { name: "orders", kind: "public", subscriptions: 1, users: null },
      { name: "presence-room", kind: "presence", subscriptions: 1, users: 1 },
    ],
    next: null,
    total: 2,
  });
  const first = await owner.call("GET", `/api/channels?app_id=${APP.id}&limit=1`);
  expect(first.json.next).toBe("orders");
  const rest = await owner.call("GET", `/api/channels?app_id=${APP.id}&limit=1&after=orders`);
  expect(rest.json).toMatchObject({ items: [{ name: "presence-room" }], next: null });
  const found = await owner.call("GET", `/api/channels?app_id=${APP.id}&prefix=pres`);
  expect(found.json).toMatchObject({ total: 1 });
  const room = await owner.call("GET", `/api/channels/presence-room?app_id=${APP.id}`);
  expect(room.json.members).toEqual([{ id: "u_1", info: { name: "Ada" } }]);
  const empty_channel = await owner.call("GET", `/api/channels/empty?app_id=${APP.id}`);
  expect(empty_channel.json).toMatchObject({ subscriptions: 0, members: [], cached: null });
  expect((await owner.call("GET", `/api/channels/${encodeURIComponent("a b")}?app_id=${APP.id}`)).json.code).toBe(
    "channel_invalid",
  );
  const now = await owner.call("GET", `/api/connections?app_id=${APP.id}`);
  expect(now.json).toMatchObject({ connections: { pusher_websocket: 1 }, people: 0 });
});

test("sends a test event to subscribers and audits the sender", async () => {
  const page = await visitor();
  const nextEvent = page.nextEvent("order.created");
  const input = { app_id: APP.id, channel: "orders", event: "order.created", data: { id: 7 } };
  const sent = await owner.call("POST", "/api/channel-events", input);
  expect(sent.json.subscriptions).toBeGreaterThanOrEqual(1);
  expect(await nextEvent).toMatchObject({ channel: "orders", data: '{"id":7}' });
  const audit = await owner.call("GET", "/api/audit");
  expect(audit.json.items[0]).toMatchObject({ action: "channel.publish", resource_id: "orders" });
});

test("rejects test events that only a backend can send or that control pages", async () => {
  const code = async (change: object): Promise<string> => {
    const input = { app_id: APP.id, channel: "orders", event: "x", data: 1, ...change };
    return (await owner.call("POST", "/api/channel-events", input)).json.code;
  };
  expect(await code({ channel: "private-encrypted-orders" })).toBe("channel_refused");
  expect(await code({ channel: "fanfare" })).toBe("channel_refused");
  expect(await code({ channel: "private-fanfare-u_1" })).toBe("channel_refused");
  expect(await code({ event: "pusher:error" })).toBe("body_invalid");
  expect(await code({ event: "client-x" })).toBe("body_invalid");
  expect(await code({ data: "x".repeat(11_000) })).toBe("body_too_large");
});

test("sends events to an owner's console but only counts to an editor's", async () => {
  const page = await visitor();
  const listening = await line("fanfare-console");
  const channel = consoleChannel("tail", APP.id);
  const { json, status } = await authorized(owner, listening.socket_id, channel);
  expect(status).toBe(200);
  const entered = listening.nextEvent("pusher_internal:subscription_succeeded");
  listening.send("pusher:subscribe", { channel, auth: json.auth });
  await entered;
  const tailed = listening.nextEvent("tail");
  const input = { app_id: APP.id, channel: "orders", event: "order.paid", data: { id: 8 } };
  await owner.call("POST", "/api/channel-events", input);
  const { events } = JSON.parse((await tailed).data) as TailBatch;
  expect(events).toMatchObject([{ channel: "orders", event: "order.paid", data: '{"id":8}', from: "server" }]);
  expect(page.socket_id).not.toBe("");

  const editor = await joined("editor");
  expect((await authorized(editor, listening.socket_id, channel)).status).toBe(403);
  expect((await authorized(editor, listening.socket_id, consoleChannel("pulse", APP.id))).status).toBe(200);
  expect((await editor.call("POST", "/api/channel-events", input)).json.code).toBe("role_insufficient");
});

test("shows the data of a cached event only to members who may view events", async () => {
  const channel = "private-cache-payroll";
  const input = { app_id: APP.id, channel, event: "salary", data: { ada: 1 } };
  expect((await owner.call("POST", "/api/channel-events", input)).status).toBe(200);
  const viewer = await joined("viewer");
  const cachedFor = async (member: TestBrowser) =>
    (await member.call("GET", `/api/channels/${channel}?app_id=${APP.id}`)).json.cached;
  expect(await cachedFor(owner)).toMatchObject({ event: "salary", data: '{"ada":1}' });
  expect(await cachedFor(viewer)).toMatchObject({ event: "salary", data: null });
});
