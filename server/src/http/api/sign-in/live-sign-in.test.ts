import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { consoleChannel, TAIL } from "@fanfare/contract/realtime/console-channel";
import {
  APP,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";
import { watchSessionEnds } from "../../../accounts/sign-in/session-ends.ts";

/** Sends the authorization request of the console's page: a form, with the token of `/api/me` and the cookie. */
async function authorize(server: TemporaryServer, page: TestBrowser, token: string, fields: Record<string, string>) {
  const response = await fetch(`${server.origin}/pusher/auth?app=fanfare-console`, {
    method: "POST",
    headers: { Origin: server.origin, Cookie: [...page.cookies].map((pair) => pair.join("=")).join("; ") },
    body: new URLSearchParams({ ...fields, token }),
  });
  return { status: response.status, json: (await response.json()) as { auth?: string; code?: string } };
}

/** A console page subscribed to a channel: that of its member unless given. */
async function listen(server: TemporaryServer, page: TestBrowser, channel?: string) {
  const { guest } = (await page.call("GET", "/api/me")).json;
  const channel_name = channel ?? `private-fanfare-${guest.external_id}`;
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${guest.key}?protocol=7`);
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  const nextEvent = (event: string) =>
    new Promise<string>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(String(data));
        if (frame.event === event) resolve(frame.data);
      });
    });
  const subscribed = nextEvent("pusher_internal:subscription_succeeded");
  const { socket_id } = JSON.parse(await nextEvent("pusher:connection_established"));
  const fields = { socket_id, channel_name };
  const { json } = await authorize(server, page, guest.token, fields);
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: channel_name, auth: json.auth } }));
  await subscribed;
  return { closed, again: () => authorize(server, page, guest.token, fields) };
}

async function connect(server: TemporaryServer) {
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/fanfare-console?protocol=7`);
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
  return { closed };
}

test("closes the live connection of an ended session and rejects its page", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const elsewhere = await server.ownerBrowser();
  const live = await listen(server, elsewhere);
  expect((await page.call("DELETE", "/api/me/sign-ins")).status).toBe(204);
  expect(await live.closed).toBe(4200);
  // The page's token would be valid for an hour, but its session has ended.
  expect(await live.again()).toMatchObject({ status: 401, json: { code: "identity_required" } });
});

test("reconnects another page of the same member automatically", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const elsewhere = await server.ownerBrowser();
  const live = await listen(server, page);
  await elsewhere.call("POST", "/api/sign-out", {});
  await page.call("DELETE", "/api/me/sign-ins");
  expect(await live.closed).toBe(4200);
  expect((await live.again()).status).toBe(200);
});

test("closes all connections of a removed member, whatever they are subscribed to", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const { json: invite } = await owner.call("POST", "/api/invites", { email: "ada@example.com", role: "admin" });
  const page = server.browser();
  const token = new URL(invite.url).searchParams.get("token");
  const password = "a long pass phrase";
  const { json } = await page.call("POST", "/api/invites/accept", { token, name: "Ada", password });
  const tail = await listen(server, page, consoleChannel(TAIL, APP.id));
  // It may have an authorization that it didn't use yet.
  const idle = await connect(server);
  expect((await owner.call("DELETE", `/api/members/${json.member.id}`)).status).toBe(204);
  expect(await Promise.all([tail.closed, idle.closed])).toEqual([4200, 4200]);
  expect((await tail.again()).status).toBe(401);
});

test("reconnects consoles when the first of their sessions ends", () => {
  const clock = manualClock();
  const renewals: number[] = [];
  const session_ends = watchSessionEnds(clock, () => renewals.push(clock.now()));
  session_ends.note({ ends_ms: 900 });
  session_ends.note({ ends_ms: 500 });
  session_ends.note({ ends_ms: 700 });
  clock.advance(600);
  expect(renewals).toEqual([500]);
  session_ends.note({ ends_ms: 900 });
  clock.advance(600);
  expect(renewals).toEqual([500, 900]);
  session_ends.note({ ends_ms: 2_000 });
  session_ends.stop();
  expect(clock.pending()).toBe(0);
});

test("authorizing a connection doesn't keep its session alive", async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  await using server = await startTemporaryServer({ clock });
  const page = await server.ownerBrowser();
  const { token, external_id } = (await page.call("GET", "/api/me")).json.guest;
  const fields = { socket_id: "1.1", channel_name: `private-fanfare-${external_id}` };
  clock.advance(40 * MINUTE_MS);
  expect((await authorize(server, page, token, fields)).status).toBe(200);
  clock.advance(limits.sign_in_idle_hours_max * HOUR_MS - 30 * MINUTE_MS);
  expect((await page.call("GET", "/api/me")).status).toBe(401);
});

test("the console's own app can't be reached by SignalR, whose tokens would outlive a session", async () => {
  await using server = await startTemporaryServer();
  const base = `${server.origin}/signalr/negotiate?app=fanfare-console`;
  const classic = await (await fetch(`${base}&clientProtocol=2.1`)).json();
  expect(classic.Error).toMatch("console's own");
  expect(classic.ConnectionToken).toBeUndefined();
  const core = await (await fetch(`${base}&negotiateVersion=1`, { method: "POST" })).json();
  expect(core.error).toMatch("console's own");
  expect(core.connectionToken).toBeUndefined();
});

test("a session that isn't over doesn't keep a stopped server from ending", async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const server = await startTemporaryServer({ clock });
  const page = await server.ownerBrowser();
  const { token, external_id } = (await page.call("GET", "/api/me")).json.guest;
  await authorize(server, page, token, { socket_id: "1.1", channel_name: `private-fanfare-${external_id}` });
  await server[Symbol.asyncDispose]();
  expect(clock.pending()).toBe(0);
});
