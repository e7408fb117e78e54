import { expect, test } from "bun:test";
import {
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";

/** Sends the authorization request of the console's page: a form, with the token of `/api/me` and the cookie. */
async function authorize(server: TemporaryServer, page: TestBrowser, token: string, fields: Record<string, string>) {
  const response = await fetch(`${server.origin}/pusher/auth?app=fanfare-console`, {
    method: "POST",
    headers: { Origin: server.origin, Cookie: [...page.cookies].map((pair) => pair.join("=")).join("; ") },
    body: new URLSearchParams({ ...fields, token }),
  });
  return { status: response.status, json: (await response.json()) as { auth?: string; code?: string } };
}

/** A console page subscribed to its member's channel. */
async function listen(server: TemporaryServer, page: TestBrowser) {
  const { guest } = (await page.call("GET", "/api/me")).json;
  const channel_name = `private-fanfare-${guest.external_id}`;
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
