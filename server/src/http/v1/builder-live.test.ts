import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
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
// One test removes it already.
afterEach(() => owner.call("DELETE", member));

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
});

/** A page that follows all channels of its session. Resolves to what the console asked it for until now. */
async function followCommands({ bearer, console_key }: Builder): Promise<() => Promise<readonly unknown[]>> {
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${console_key}?protocol=7`);
  const frames: { readonly event: string; readonly channel?: string; readonly data: string }[] = [];
  let arrived = (): void => {};
  socket.addEventListener("message", ({ data }) => {
    frames.push(JSON.parse(String(data)));
    arrived();
  });
  const until = async (event: string, count: number): Promise<void> => {
    while (frames.filter((each) => each.event === event).length < count) {
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
  };
  await until("pusher:connection_established", 1);
  const { socket_id } = JSON.parse(frames[0]?.data ?? "");
  const { items } = (await page("POST", "/channels", { socket_id }, bearer)).json;
  for (const data of items) socket.send(JSON.stringify({ event: "pusher:subscribe", data }));
  await until("pusher_internal:subscription_succeeded", items.length);
  let pongs = 0;
  return async () => {
    socket.send(JSON.stringify({ event: "pusher:ping", data: {} }));
    await until("pusher:pong", ++pongs);
    return frames.filter(({ event }) => event === "command").map(({ data }) => JSON.parse(data));
  };
}

const PICK = { kind: "pick", step_id: "one" };
const command = (by: TestBrowser, id: string, body: object = PICK, app = APP.id) =>
  by.call("POST", `/api/builder-sessions/${id}/commands?app_id=${app}`, body);

test("brings commands to the page of that session only, and only from its own member", async () => {
  const [first, second, of_editor] = [await open(owner), await open(owner), await open(editor)];
  const heard = await Promise.all([first, second, of_editor].map(followCommands));
  expect((await command(owner, first.id)).status).toBe(204);
  expect((await command(owner, first.id, { kind: "cancel" })).status).toBe(204);
  const other = (await owner.call("POST", "/api/apps", { name: "Other" })).json;
  for (const refused of [
    await command(editor, first.id),
    await command(owner, of_editor.id),
    await command(owner, first.id, PICK, other.id),
    await command(owner, "bld_unknown"),
  ]) {
    expect(refused.json.code).toBe("builder_session_not_found");
  }
  // A page's token controls no page, neither its own nor another.
  const path = `/api/builder-sessions/${second.id}/commands?app_id=${APP.id}`;
  for (const { bearer } of [first, second]) {
    const headers = { Origin: SHOP, Authorization: `Bearer ${bearer}` };
    expect((await server.browser().call("POST", path, PICK, headers)).json.code).toBe("token_invalid");
  }
  expect(await Promise.all(heard.map((commands) => commands()))).toEqual([[PICK, { kind: "cancel" }], [], []]);
});

test("refuses commands for links that no page has used, and for sessions that ended or are for trackers", async () => {
  const place = { url: `${SHOP}/`, content_id };
  const unused = (await owner.call("POST", `/api/builder-links?app_id=${APP.id}`, place)).json;
  const left = await open(owner);
  await page("DELETE", "", undefined, left.bearer);
  const form = { url: `${SHOP}/`, kind: "click" };
  const tracker = (await owner.call("POST", `/api/builder-links/trackers?app_id=${APP.id}`, form)).json;
  await page("POST", "", { code: /fanfare_build=shop\.([\w-]+)/.exec(tracker.url)?.[1] });
  for (const { id } of [unused, left, tracker]) {
    expect((await command(owner, id)).json.code).toBe("builder_session_not_found");
  }
  for (const body of [
    { kind: "publish", step_id: "one" },
    { kind: "pick" },
    { ...PICK, url: "https://evil.example" },
  ]) {
    expect((await command(owner, (await open(owner)).id, body)).json.code).toBe("body_invalid");
  }
});

test("lets another session's page into no channel of a builder", async () => {
  const [own, other] = [await open(owner), await open(owner)];
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${own.console_key}?protocol=7`);
  const frames: { readonly event: string; readonly data: string }[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data))));
  const until = async (event: string) => {
    while (!frames.some((each) => each.event === event)) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await until("pusher:connection_established");
  const { socket_id } = JSON.parse(frames[0]?.data ?? "");
  const [, { auth }] = (await page("POST", "/channels", { socket_id }, own.bearer)).json.items;
  const channel = `private-console-builder-${other.id}`;
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
  await until("pusher:error");
  expect(frames.some(({ event }) => event === "pusher_internal:subscription_succeeded")).toBe(false);
  socket.close();
});

test("tells consoles when a session is opened, and when it ends, and nothing of codes that are made up", async () => {
  const place = { url: `${SHOP}/`, content_id };
  const { url } = (await owner.call("POST", `/api/builder-links?app_id=${APP.id}`, place)).json;
  const code = /fanfare_build=shop\.([\w-]+)/.exec(url)?.[1];
  const { bearer, console_key } = await open(owner);
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${console_key}?protocol=7`);
  const events: string[] = [];
  socket.addEventListener("message", ({ data }) => events.push(JSON.parse(String(data)).event));
  const until = async (event: string, count = 1) => {
    while (events.filter((each) => each === event).length < count) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  await until("pusher:connection_established");
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "fanfare" } }));
  await until("pusher_internal:subscription_succeeded");
  await page("POST", "", { code: "made-up" });
  await page("POST", "", { code });
  await until("content-changed");
  await page("DELETE", "", undefined, bearer);
  await until("content-changed", 2);
  expect(events.filter((event) => event === "content-changed")).toHaveLength(2);
  socket.close();
});
