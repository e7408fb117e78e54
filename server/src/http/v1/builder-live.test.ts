import { beforeAll, beforeEach, expect, test } from "bun:test";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, editorBrowser, sampleTour, type TestBrowser } from "../../../test/support/temporary-server.ts";

const SHOP = "https://shop.example";
let editor: TestBrowser;
let member: string;
let content_id: string;

const { server, owner } = await sharedServer();
beforeAll(async () => {
  const input = { slug: "tour", name: "Tour", draft: sampleTour("Hello") };
  content_id = (await owner.call("POST", `/api/contents?app_id=${APP.id}`, input)).json.id;
});
beforeEach(async () => {
  editor = await editorBrowser(owner, server);
  const { items } = (await owner.call("GET", "/api/members")).json;
  member = `/api/members/${items.find(({ email }: { email: string }) => email === "grace@example.com").id}`;
});

const page = (method: string, path: string, body: object | undefined, bearer = "") =>
  server.browser().call(method, `/v1/builder${path}?app=${APP.key}`, body, {
    ...{ Origin: SHOP, ...(bearer === "" ? {} : { Authorization: `Bearer ${bearer}` }) },
  });

interface Builder {
  readonly id: string;
  readonly code: string;
  readonly bearer: string;
  readonly console_key: string;
}

async function open(by: TestBrowser): Promise<Builder> {
  const place = { url: `${SHOP}/`, content_id };
  const { id, url } = (await by.call("POST", `/api/builder-links?app_id=${APP.id}`, place)).json;
  const code = /fanfare_build=shop\.([\w-]+)/.exec(url)?.[1] ?? "";
  const { token, console_key } = (await page("POST", "", { code })).json;
  return { id, code, bearer: token, console_key };
}

interface Listener {
  /** Close code. */
  readonly closed: Promise<number>;
  readonly isOpen: () => boolean;
  /** Resolves when everything sent to this connection before has arrived. */
  readonly drained: () => Promise<unknown>;
}

/** A script of the page that uses the builder's token only to hear who edits the content, and leaves its other channel. */
async function listen({ bearer, console_key }: Builder): Promise<Listener> {
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${console_key}?protocol=7`);
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  const next = (event: string) =>
    new Promise<string>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(String(data));
        if (frame.event === event) resolve(frame.data);
      });
    });
  const { socket_id } = JSON.parse(await next("pusher:connection_established"));
  const [of_content] = (await page("POST", "/channels", { socket_id }, bearer)).json.items;
  const subscribed = next("pusher_internal:subscription_succeeded");
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: of_content }));
  await subscribed;
  return {
    closed,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    drained() {
      const answered = next("pusher:pong");
      socket.send(JSON.stringify({ event: "pusher:ping", data: {} }));
      return answered;
    },
  };
}

const ENDS: readonly (readonly [what: string, end: (session: Builder) => Promise<unknown>])[] = [
  ["was left", ({ bearer }) => page("DELETE", "", undefined, bearer)],
  ["was ended in the console", ({ id }) => owner.call("DELETE", `/api/builder-sessions/${id}?app_id=${APP.id}`)],
  ["ended because its link was used again", ({ code }) => page("POST", "", { code })],
  ["ended with its member's session", () => editor.call("POST", "/api/sign-out", {})],
  ["lost its member's role", () => owner.call("PATCH", member, { role: "viewer" })],
  ["lost its member", () => owner.call("DELETE", member)],
];

for (const [what, end] of ENDS) {
  test(`disconnects the page of a session that ${what}, and no other`, async () => {
    const session = await open(editor);
    const [listener, other] = [await listen(session), await listen(await open(owner))];
    await end(session);
    expect(await listener.closed).toBe(4200);
    await other.drained();
    expect(other.isOpen()).toBe(true);
    await owner.call("DELETE", member);
  });
}

test("lets no page forge events of the content's channel", async () => {
  const session = await open(editor);
  const { items } = (await page("POST", "/channels", { socket_id: "1.2" }, session.bearer)).json;
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${session.console_key}?protocol=7`);
  const frames: { readonly event: string }[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data))));
  const until = async (event: string) => {
    while (!frames.some((each) => each.event === event)) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await until("pusher:connection_established");
  const send = (event: string, data: object, channel?: string) => socket.send(JSON.stringify({ event, channel, data }));
  // The authorization is for another connection.
  send("pusher:subscribe", items[0]);
  await until("pusher:error");
  const listener = await listen(await open(owner));
  const place = { user_id: "someone", step_id: "one" };
  for (const event of ["at", "client-at", "pusher_internal:member_added"]) send(event, place, items[0].channel);
  send("pusher:ping", {});
  await until("pusher:pong");
  await listener.drained();
  expect(frames.filter(({ event }) => event === "pusher_internal:subscription_succeeded")).toEqual([]);
  socket.close();
  await owner.call("DELETE", member);
});
