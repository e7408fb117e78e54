import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { boot, decision, flushPromises, memoryStorage } from "../../test/support/fixtures.ts";
import { createClient } from "./client.ts";
// Preload lazy modules, so that they're ready within a test's promise turns.
import "../engage/outbox/commands.ts";
import "../engage/outbox/memory-store.ts";

interface Sent {
  readonly path: string;
  readonly bearer: string | null;
  readonly body: {
    readonly external_id?: string;
    readonly attributes?: object;
    readonly events?: readonly { readonly name: string }[];
  };
}

interface Situation {
  readonly decisions?: readonly Decision[];
  /** The response that an earlier page stored. */
  readonly cached?: string;
  readonly response_ms?: number;
}

/** A page, and a server that accepts everything. */
async function openPage({ decisions = [], cached, response_ms = 0 }: Situation = {}) {
  const clock = manualClock(1_000_000);
  const { held, get, set } = memoryStorage();
  if (cached !== undefined) set("fanfare:key:kept", cached);
  /** What the page did, in order. */
  const done: string[] = [];
  const localStorage = { getItem: get, setItem: set, removeItem: set };
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const location = { href: "https://shop.example/desk", pathname: "/desk", origin: "https://shop.example" };
  const target = Object.assign(new EventTarget(), { document, location, localStorage, navigator: {} });
  const window = Object.assign(target, { navigation: new EventTarget() });
  const sent: Sent[] = [];
  const fetch = async (url: string, { headers, body }: { readonly headers: HeadersInit; readonly body: string }) => {
    const { pathname: path } = new URL(url);
    const json: Sent["body"] = JSON.parse(body);
    sent.push({ path, bearer: new Headers(headers).get("authorization"), body: json });
    const person = { id: `per_${json.external_id}`, external_id: json.external_id ?? null, verified: true };
    if (path === "/v1/events") return Response.json({ accepted: 1, rejected: [] });
    done.push("sent");
    if (response_ms > 0) await new Promise<void>((resolve) => void clock.after(response_ms, resolve));
    done.push("answered");
    return Response.json(boot({ person, decisions, anonymous: null }));
  };
  const client = createClient(
    { key: "key", host: "https://fanfare.example" },
    {
      // Only the members that a page without content uses.
      ...{ window: window as never, document: window.document as never, fetch: fetch as never },
      ...{ clock, rng: seededRng(1) },
      connect() {
        done.push("connected");
        return { send() {}, close() {} };
      },
      loadGuide(contents) {
        done.push(`loaded the guide for ${contents}`);
        return Promise.reject(new Error("There is nothing to show."));
      },
      loadConfetti: () => Promise.reject(new Error("There is nothing to celebrate.")),
    },
    () => {},
  );
  const advance = async (duration_ms: number): Promise<void> => {
    clock.advance(duration_ms);
    await flushPromises();
  };
  await advance(0);
  return { client, clock, held, sent, done, advance };
}

test("loads the code of content before the request if a page before had content", async () => {
  const { done, advance } = await openPage({ cached: '"tag"{"edition":{}}', response_ms: 100 });
  await advance(0);
  expect(done).toEqual(['loaded the guide for "tag"{"edition":{}}', "sent"]);
});

test("loads no code of content before the response if no page before had content", async () => {
  const { done, advance } = await openPage({ response_ms: 100 });
  await advance(99);
  expect(done).toEqual(["sent"]);
});

test("connects immediately, or after content that the response has", async () => {
  const empty = await openPage();
  await empty.advance(0);
  expect(empty.done).toEqual(["sent", "answered", "connected"]);
  const { done, advance } = await openPage({ decisions: [decision("welcome")] });
  await advance(limits.connect_after_content_ms - 1);
  expect(done.filter((each) => !each.startsWith("loaded"))).toEqual(["sent", "answered"]);
  await advance(1);
  expect(done).toContain("connected");
});

test("keeps the person that is identified right after reset(), without await", async () => {
  const { client, clock, held, sent, advance } = await openPage();
  await client.identify("u_leaves", {}, { token: "leaves" });
  await advance(0);
  void client.track("last");
  await flushPromises();
  const left_ms = clock.now();
  const reset = client.reset();
  const identified = client.identify("u_comes", {}, { token: "comes" });
  void client.track("first");
  await advance(limits.outbox_before_boot_ms);
  await reset;
  expect(await identified).toEqual({ status: "identified", verified: true });
  await advance(limits.outbox_flush_delay_ms);
  const events = sent.flatMap(({ body, bearer }) => (body.events ?? []).map(({ name }) => [name, bearer]));
  expect(events).toEqual([
    ["last", "Bearer leaves"],
    ["first", "Bearer comes"],
  ]);
  expect(sent.findLast(({ path }) => path === "/v1/identify")?.body.external_id).toBe("u_comes");
  // Later marks would keep the response for the next person out of the offline cache.
  expect(Number(held.get("fanfare:key:left"))).toBe(left_ms);
});

test("sends the attributes of several identify() calls for one person, without await", async () => {
  const { client, sent, advance } = await openPage();
  const attributes = () => sent.flatMap(({ body }) => body.attributes ?? []);
  const before = client.identify("u_0", { plan: "free" });
  const first = client.identify("u_1", { plan: "pro", seats: 1 });
  const second = client.identify("u_1", { seats: 2 });
  await advance(0);
  await Promise.all([before, first, second]);
  expect(attributes().at(-1)).toEqual({ plan: "pro", seats: 2 });
  // Accepted ones aren't sent again: the server may have newer ones.
  await client.identify("u_1", { name: "Ada" });
  expect(attributes().at(-1)).toEqual({ name: "Ada" });
});

test("a choice that JSON can't express holds up no later one", async () => {
  const { client, sent, advance } = await openPage();
  await advance(0);
  // From JavaScript: types don't allow it.
  const days = 30n as unknown as number;
  await client.suppress("welcome", { days });
  await client.suppress({ tag: 1n as unknown as string });
  await client.suppress("tips");
  await advance(limits.outbox_flush_delay_ms);
  const chosen = sent.filter(({ path }) => path === "/v1/suppressions");
  expect(chosen.map(({ body }) => body)).toMatchObject([{ scope: "content", target: "tips" }]);
});
