import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DESTINATION_PRESETS, type DestinationPreset, PRESETS } from "@fanfare/contract/destinations/presets";
import { manualClock, systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { seededRng, systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { createDestinationRequestSchema } from "@fanfare/contract/schema/realtime/destination";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { temporaryStore } from "../../test/support/temporary-store.ts";
import { until } from "../../test/support/webhook-fixture.ts";
import { silentLog } from "../lib/log.ts";
import { createVault, KEY_BYTES } from "../lib/vault.ts";
import { LOCAL_ADDRESSES } from "../outbound-http/address-guard.ts";
import { createGuardedPost, systemResolve } from "../outbound-http/guarded-post.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import { type DeliveryRow, insertDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import { openWebhooks } from "../webhooks/webhooks.ts";
import { createDestination, editDestination } from "./destination-settings.ts";
import { messageContext } from "./message-context.ts";
import { testDestination } from "./test-destination.ts";

/** Generous for slow machines. */
setDefaultTimeout(20_000);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** As it was received. */
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of the request
  readonly json: any;
}

/** A tool as its documentation describes it. */
interface Tool {
  readonly settings: (origin: string) => Record<string, string>;
  readonly secrets: (origin: string, key: string) => Record<string, string>;
  /** Whether the call has the right key. */
  readonly knows: (call: Call) => boolean;
  readonly refusal: () => Response;
  readonly acceptance: () => Response;
  /** IDs, names, or lines of the messages in a call. */
  readonly messages: (call: Call) => readonly string[];
}

const KEY = "the-right-key";

const TOOLS: Readonly<Record<DestinationPreset, Tool>> = {
  http: {
    settings: (origin) => ({ url: `${origin}/in`, method: "PUT", body: '{"id":"{{id}}","who":"{{person.key}}"}' }),
    secrets: (_, key) => ({ header_value: `Bearer ${key}` }),
    knows: ({ headers }) => headers.get("authorization") === `Bearer ${KEY}`,
    refusal: () => new Response(null, { status: 401 }),
    acceptance: () => new Response(null, { status: 204 }),
    messages: ({ json }) => [json.id],
  },
  slack: {
    settings: () => ({}),
    secrets: (origin, key) => ({ webhook_url: `${origin}/services/T0/B0/${key}` }),
    knows: ({ path }) => path === `/services/T0/B0/${KEY}`,
    refusal: () => new Response("invalid_token", { status: 403 }),
    acceptance: () => new Response("ok"),
    messages: ({ json }) => json.text.split("\n"),
  },
  teams: {
    settings: () => ({}),
    secrets: (origin, key) => ({ webhook_url: `${origin}/workflows/1/invoke?sig=${key}` }),
    knows: ({ path }) => path === `/workflows/1/invoke?sig=${KEY}`,
    refusal: () => new Response(null, { status: 401 }),
    acceptance: () => new Response(null, { status: 202 }),
    messages: ({ json }) => json.attachments[0].content.body.map(({ text }: { text: string }) => text),
  },
  discord: {
    settings: () => ({}),
    secrets: (origin, key) => ({ webhook_url: `${origin}/api/webhooks/1/${key}` }),
    knows: ({ path }) => path === `/api/webhooks/1/${KEY}`,
    refusal: () => Response.json({ message: "Invalid Webhook Token", code: 50027 }, { status: 401 }),
    acceptance: () => new Response(null, { status: 204 }),
    messages: ({ json }) => json.content.split("\n"),
  },
  segment: segmentLike(),
  rudderstack: segmentLike(),
  amplitude: {
    settings: (endpoint) => ({ endpoint }),
    secrets: (_, api_key) => ({ api_key }),
    knows: ({ path, json }) => path === "/2/httpapi" && json.api_key === KEY,
    refusal: () => Response.json({ code: 400, error: "Invalid API key" }, { status: 400 }),
    acceptance: () => Response.json({ code: 200 }),
    messages: ({ json }) => json.events.map(({ insert_id }: { insert_id: string }) => insert_id),
  },
  mixpanel: {
    settings: (endpoint) => ({ endpoint, project_id: "7", username: "robot" }),
    secrets: (_, password) => ({ password }),
    knows: ({ path, headers }) => path === "/import?strict=1&project_id=7" && isBasic(headers, `robot:${KEY}`),
    refusal: () => Response.json({ code: 401, status: "Unauthorized" }, { status: 401 }),
    acceptance: () => Response.json({ code: 200, num_records_imported: 1, status: "OK" }),
    messages: ({ json }) => json.map(({ properties }: { properties: { $insert_id: string } }) => properties.$insert_id),
  },
  posthog: {
    settings: (endpoint) => ({ endpoint }),
    secrets: (_, api_key) => ({ api_key }),
    knows: ({ path, json }) => path === "/batch/" && json.api_key === KEY,
    refusal: () => new Response("invalid api key", { status: 401 }),
    acceptance: () => Response.json({ status: 1 }),
    messages: ({ json }) => json.batch.map(({ uuid }: { uuid: string }) => uuid),
  },
  ga4: {
    settings: (endpoint) => ({ endpoint, measurement_id: "G-1" }),
    secrets: (_, api_secret) => ({ api_secret }),
    knows: ({ path }) => path === `/mp/collect?measurement_id=G-1&api_secret=${KEY}`,
    refusal: () => new Response(null, { status: 204 }),
    acceptance: () => new Response(null, { status: 204 }),
    messages: ({ json }) => [json.user_id],
  },
  hubspot: {
    settings: (endpoint) => ({ endpoint, event_prefix: "pe1_" }),
    secrets: (_, access_token) => ({ access_token }),
    knows: ({ path, headers }) =>
      path === "/events/2026-03/send/batch" && headers.get("authorization") === `Bearer ${KEY}`,
    refusal: () => Response.json({ status: "error", category: "INVALID_AUTHENTICATION" }, { status: 401 }),
    acceptance: () => new Response(null, { status: 204 }),
    messages: ({ json }) => json.inputs.map(({ uuid }: { uuid: string }) => uuid),
  },
};

function segmentLike(): Tool {
  return {
    settings: (endpoint) => ({ endpoint }),
    secrets: (_, write_key) => ({ write_key }),
    knows: ({ path, headers }) => path === "/v1/batch" && isBasic(headers, `${KEY}:`),
    refusal: () => Response.json({ success: false, message: "Invalid writekey" }, { status: 401 }),
    acceptance: () => Response.json({ success: true }),
    messages: ({ json }) => json.batch.map(({ messageId }: { messageId: string }) => messageId),
  };
}

function isBasic(headers: Headers, credentials: string): boolean {
  return headers.get("authorization") === `Basic ${btoa(credentials)}`;
}

type Behavior = (call: Call, tool: Tool) => Response | undefined;

let tool: Tool = TOOLS.http;
/** What the tool does instead of checking the key. */
let behavior: Behavior = () => undefined;
let calls: Call[] = [];
const fake = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = await request.text();
    const call = { method, headers, path: `${pathname}${search}`, body, json: JSON.parse(body) };
    calls.push(call);
    return behavior(call, tool) ?? (tool.knows(call) ? tool.acceptance() : tool.refusal());
  },
});
const origin = `http://127.0.0.1:${fake.port}`;
beforeEach(() => {
  calls = [];
  behavior = () => undefined;
});
afterAll(() => fake.stop(true));

/** Destinations with stored messages, and a clock that the test controls. */
async function fixture(
  messages: number,
  ...presets: readonly { preset: DestinationPreset; key?: string; settings?: Record<string, string> }[]
) {
  const temporary = await temporaryStore();
  const { store } = temporary;
  const clock = manualClock(Date.UTC(2026, 10, 23, 12));
  const [rng, vault] = [seededRng(1), createVault([systemRng.bytes(KEY_BYTES)])];
  const { apps: app } = sampleRows("dest");
  await store.write([{ query: insertRow(store.db, "apps", app), expect: 1 }]);
  const sender = { refusalOf: async () => undefined, refresh: async (_: string) => {} };
  const deps = { clock, rng, store, vault, webhooks: sender, actions_with_topic: [] };
  const actor = { app_id: app.id, member_id: null };
  const ids: string[] = [];
  for (const { preset, key = KEY, settings = {} } of presets) {
    const given = {
      ...{ preset, name: preset, events: ["goal.reached"], filter: { person_attributes: ["email"] } },
      ...{ settings: { ...TOOLS[preset].settings(origin), ...settings }, secrets: TOOLS[preset].secrets(origin, key) },
    };
    const { id } = await createDestination(deps, actor, createDestinationRequestSchema.parse(given));
    ids.push(id);
    const rows = Array.from({ length: messages }, (_, index): DeliveryRow => {
      const now_ms = clock.now();
      const person = { id: "per_1", external_id: `u_${index}`, anonymous_id: null, attributes: { email: "a@b.test" } };
      const data = { id: `m${index}`, app: { id: app.id, key: app.key }, person, goal: { id: "g", name: `g${index}` } };
      return {
        ...{ id: newId("whd", { now: () => now_ms + index }, rng), app_id: app.id, webhook_id: id as never },
        ...{ message_id: `m${index}`, created_at: now_ms, stamped_at: now_ms, next_attempt_at: now_ms, attempts: 0 },
        body: JSON.stringify({ type: "goal.reached", version: 1, timestamp: new Date(now_ms).toISOString(), data }),
        ...{ state: "pending", last_status: null, last_error: null, delivered_at: null },
      };
    });
    await store.write([{ query: insertDeliveries(store.db, rows) }]);
  }
  const webhooks = await openWebhooks({
    ...{
      clock,
      rng,
      log: silentLog,
      store,
      vault,
      onDeliveryFailed: () => {},
      peopleInSegments: async () => new Set(),
    },
    apps: { byId: () => ({ key: app.key, secrets: [] }) },
    post: createGuardedPost({ clock: systemClock, rules: LOCAL_ADDRESSES, resolve: systemResolve }),
  });
  sender.refresh = (app_id) => webhooks.refresh(app_id as never);
  const rowsOf = (id = ids[0]) =>
    store.db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("webhook_id", "=", id as never)
      .orderBy("id")
      .execute();
  const states = async (id?: string) => (await rowsOf(id)).map(({ state }) => state);
  return {
    ...{ clock, store, rowsOf, states },
    id: (index: number) => ids[index] ?? "",
    edit: (id: string, secrets: Record<string, string>) => editDestination(deps, actor, id, { secrets }),
    turnOn: (id: string) => editDestination(deps, actor, id, { enabled: true }),
    async attempted(count: number) {
      await until(async () => (await store.db.selectFrom("webhook_attempts").selectAll().execute()).length >= count);
    },
    async [Symbol.asyncDispose]() {
      await webhooks.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** Lets the waits for other messages end. */
const BATCH_MS = 10_000;

describe.each(DESTINATION_PRESETS.map((preset) => [preset] as const))("destination %s", (preset) => {
  beforeEach(() => {
    tool = TOOLS[preset];
  });

  test("sends twelve messages once each, in the tool's form, with exact paths, headers, and bodies", async () => {
    await using server = await fixture(12, { preset });
    server.clock.advance(BATCH_MS);
    await until(async () => (await server.states()).every((state) => state === "delivered"));
    expect(calls).toHaveLength(Math.ceil(12 / PRESETS[preset].batch.items_max));
    expect(calls.flatMap(tool.messages)).toHaveLength(12);
    expect(new Set(calls.flatMap(tool.messages)).size).toBe(12);
    const names = ["authorization", "content-type", "user-agent"];
    const golden = calls.map(({ method, path, headers, body }) => ({
      ...{ method, path, body },
      headers: names.map((name) => `${name}: ${headers.get(name)}`),
    }));
    expect(golden).toMatchSnapshot();
  });

  // Google accepts any key, so its test asks where it finds issues.
  if (PRESETS[preset].test === undefined)
    test("keeps messages while the key is wrong, and sends them with the right one", async () => {
      await using server = await fixture(2, { preset, key: "a-wrong-key" });
      server.clock.advance(BATCH_MS);
      await server.attempted(1);
      expect(await server.states()).toEqual(["pending", "pending"]);
      await server.edit(server.id(0), tool.secrets(origin, KEY));
      await until(async () => (await server.states()).every((state) => state === "delivered"));
    });

  test("gets every message once after an hour of downtime", async () => {
    let is_down = true;
    const accepted: Call[] = [];
    behavior = (call) => {
      if (is_down) return new Response(null, { status: 503 });
      accepted.push(call);
      return undefined;
    };
    await using server = await fixture(3, { preset });
    const back_ms = server.clock.now() + HOUR_MS;
    await until(async () => {
      server.clock.advance(MINUTE_MS);
      is_down = server.clock.now() < back_ms;
      return (await server.states()).every((state) => state === "delivered");
    });
    expect(calls.length).toBeGreaterThan(accepted.length);
    expect(accepted.flatMap(tool.messages)).toHaveLength(3);
    expect(new Set(accepted.flatMap(tool.messages)).size).toBe(3);
  });

  test("waits for Retry-After when the tool limits requests", async () => {
    let is_limited = true;
    behavior = () => (is_limited ? new Response(null, { status: 429, headers: { "Retry-After": "3600" } }) : undefined);
    await using server = await fixture(1, { preset });
    server.clock.advance(BATCH_MS);
    await server.attempted(1);
    const [row] = await server.rowsOf();
    expect((row?.next_attempt_at ?? 0) - server.clock.now()).toBe(3_600_000);
    is_limited = false;
    await until(async () => {
      // The pause begins after the attempt is stored.
      server.clock.advance(3_600_000);
      return (await server.states()).every((state) => state === "delivered");
    });
  });
});

test("a tool that returns 410 is turned off, and gets what waits when turned on again", async () => {
  tool = TOOLS.slack;
  behavior = () => new Response("channel_is_archived", { status: 410 });
  await using server = await fixture(2, { preset: "slack" });
  const { store, clock } = server;
  clock.advance(BATCH_MS);
  const rows = () => store.db.selectFrom("webhooks").select(["enabled", "stopped_at"]).execute();
  await until(async () => (await rows())[0]?.enabled === 0);
  expect(await rows()).toEqual([{ enabled: 0, stopped_at: clock.now() }]);
  expect(await server.states()).toEqual(["pending", "pending"]);
  const actions = (await store.db.selectFrom("audit_entries").select("action").execute()).map(({ action }) => action);
  expect(actions).toContain("destination.stop");
  await until(() => clock.pending() === 0);
  expect(calls).toHaveLength(1);
  behavior = () => undefined;
  await server.turnOn(server.id(0));
  await until(async () => (await server.states()).every((state) => state === "delivered"));
});

const BATCHING = DESTINATION_PRESETS.filter((preset) => PRESETS[preset].batch.items_max > 1);

describe.each(BATCHING.flatMap((preset) => [400, 413].map((status) => [preset, status] as const)))(
  "destination %s that rejects a batch with %d",
  (preset, status) => {
    test("halves it until the bad message stands alone, and delivers all others once", async () => {
      tool = TOOLS[preset];
      const messages = 7;
      const accepted: Call[] = [];
      const sizes: number[] = [];
      let bad: string | undefined;
      const isBad = (call: Call): boolean => bad !== undefined && tool.messages(call).includes(bad);
      behavior = (call) => {
        sizes.push(tool.messages(call).length);
        bad ??= tool.messages(call)[3];
        if (isBad(call)) return new Response("invalid", { status });
        accepted.push(call);
        return undefined;
      };
      await using server = await fixture(messages, { preset });
      server.clock.advance(BATCH_MS);
      await until(async () => !(await server.states()).includes("pending"));
      expect(await server.states()).toEqual(
        Array.from({ length: messages }, (_, index) => (index === 3 ? "dead" : "delivered")),
      );
      const ids = accepted.flatMap(tool.messages);
      expect([ids.length, new Set(ids).size]).toEqual([messages - 1, messages - 1]);
      // All seven, halves of four, two, and so on; the bad one alone at last.
      expect(sizes[0]).toBe(Math.min(messages, PRESETS[preset].batch.items_max));
      expect(calls.filter(isBad).map(tool.messages).at(-1)).toHaveLength(1);
      // The tool is well, so nothing waits for a pause.
      expect(server.clock.pending()).toBe(0);
    });
  },
);

test("a tool that limits requests delays only its own messages", async () => {
  tool = TOOLS.http;
  const limited = { url: `${origin}/limited` };
  behavior = ({ path }) =>
    path === "/limited" ? new Response(null, { status: 429, headers: { "Retry-After": "600" } }) : undefined;
  await using server = await fixture(5, { preset: "http", settings: limited }, { preset: "http" });
  await until(async () => (await server.states(server.id(1))).every((state) => state === "delivered"));
  await until(() => calls.some(({ path }) => path === "/limited"));
  expect(calls.filter(({ path }) => path === "/in")).toHaveLength(5);
  await until(async () => (await server.rowsOf(server.id(0)))[0]?.last_status === 429);
  expect(await server.states(server.id(0))).toEqual(Array.from({ length: 5 }, () => "pending"));
  expect(calls.filter(({ path }) => path === "/limited")).toHaveLength(1);
  behavior = () => undefined;
  await until(async () => {
    server.clock.advance(10 * MINUTE_MS);
    return (await server.states(server.id(0))).every((state) => state === "delivered");
  });
});

test("a message that the tool rejects fails alone", async () => {
  tool = TOOLS.slack;
  behavior = ({ json }) => (json.text.includes("g3 ") ? new Response("invalid_payload", { status: 400 }) : undefined);
  await using server = await fixture(6, { preset: "slack" });
  server.clock.advance(BATCH_MS);
  await until(async () => !(await server.states()).includes("pending"));
  expect(await server.states()).toEqual(["delivered", "delivered", "delivered", "dead", "delivered", "delivered"]);
});

test("a destination that hangs, redirects, or sends 10 MB doesn't delay another", async () => {
  tool = TOOLS.http;
  const release = Promise.withResolvers<void>();
  const paths: string[] = [];
  const hostile: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request): Promise<Response> {
      const { pathname } = new URL(request.url);
      paths.push(pathname);
      if (pathname === "/hang") await release.promise;
      if (pathname === "/redirect") return Response.redirect(`http://127.0.0.1:${hostile.port}/stolen`, 307);
      return new Response("x".repeat(10_000_000), { headers: { "Retry-After": "99999999" }, status: 503 });
    },
  });
  const settings = (path: string) => ({ url: `http://127.0.0.1:${hostile.port}${path}` });
  const attacks = ["/hang", "/redirect", "/flood"].map(
    (path) => ({ preset: "http", settings: settings(path) }) as const,
  );
  await using server = await fixture(1, { preset: "http" }, ...attacks);
  await until(async () => (await server.states(server.id(0)))[0] === "delivered");
  await server.attempted(3);
  expect(paths.toSorted()).toEqual(["/flood", "/hang", "/redirect"]);
  const [flooded] = await server.rowsOf(server.id(3));
  expect(flooded).toMatchObject({ state: "pending", last_status: 503 });
  expect((flooded?.next_attempt_at ?? 0) - server.clock.now()).toBe(limits.webhook_retry_after_ms_max);
  release.resolve();
  await server.attempted(4);
  await hostile.stop(true);
});

test("a test of Google Analytics asks where it reports issues", async () => {
  tool = TOOLS.ga4;
  const issues = [{ description: "Invalid measurement_id", validationCode: "VALUE_INVALID" }];
  const destination = { preset: "ga4", settings: tool.settings(origin), secrets: { api_secret: KEY } } as const;
  const deps = {
    ...{ clock: systemClock, rng: systemRng },
    post: createGuardedPost({ clock: systemClock, rules: LOCAL_ADDRESSES, resolve: systemResolve }),
  };
  const app = { id: "1", key: "shop" };
  behavior = () => Response.json({ validationMessages: issues });
  expect((await testDestination(deps, destination, app)).error).toBe("The tool found issues. See the response.");
  behavior = () => Response.json({ validationMessages: [] });
  expect((await testDestination(deps, destination, app)).error).toBeNull();
  expect(calls.map(({ path }) => path.split("?")[0])).toEqual(["/debug/mp/collect", "/debug/mp/collect"]);
});

test("names in chats mention no one and make no links", async () => {
  const context = (markup: "slack" | "markdown") =>
    messageContext(
      JSON.stringify({
        ...{ type: "goal.reached", timestamp: "2026-11-23T12:00:00.000Z" },
        data: { id: "m", app: {}, goal: { id: "g", name: "<!channel> [x](http://x.test) @everyone\n" } },
      }),
      markup,
    )["text"];
  expect(context("slack")).toBe("Goal reached: &lt;!channel&gt; [x](http://x.test) @everyone ");
  expect(context("markdown")).toBe("Goal reached: \\<!channel\\> \\[x\\]\\(http://x.test\\) @everyone ");
});
