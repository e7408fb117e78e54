import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { type ApiClientOptions, createClient } from "./client.ts";
import { ApiProblem } from "./problem.ts";

type Answer = () => Response | Promise<Response>;
interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose server gives these answers in order. Waits pass as soon as they begin. */
function clientOf(answers: readonly Answer[], options: Partial<ApiClientOptions> = {}) {
  const sent: Sent[] = [];
  const waits_ms: number[] = [];
  const timers = manualClock();
  const left = [...answers];
  const api = createClient(
    {
      url: "https://fanfare.example/",
      token: "tok",
      fetch: async (url, init) => {
        sent.push({ url, init });
        return await (left.shift() ?? done)();
      },
      ...options,
    },
    {
      rng: seededRng(1),
      clock: {
        after(delay_ms, task) {
          const cancel = timers.after(delay_ms, task);
          if (delay_ms !== limits.api_client_timeout_s * SECOND_MS) {
            waits_ms.push(delay_ms);
            queueMicrotask(() => timers.advance(delay_ms));
          }
          return cancel;
        },
      },
    },
  );
  const header = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name);
  return { api, sent, waits_ms, timers, header };
}

const done: Answer = () => Response.json({});
const lost: Answer = () => Promise.reject(new TypeError("fetch failed"));
const refused =
  (code: string, status: number, retryable: boolean, headers = {}): Answer =>
  () =>
    Response.json({ code, title: "T", detail: "D", retryable, request_id: "req_1" }, { status, headers });
const busy = refused("store_unavailable", 503, true);

async function problemOf(promise: Promise<unknown>): Promise<ApiProblem> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof ApiProblem)) throw new Error(`No ApiProblem but ${String(error)}`);
  return error;
}

const GOAL = { query: { app_id: "1" }, body: { name: "First order", event_name: "order_created" } };

test("sends the token, the query, and a JSON body to the server's URL", async () => {
  const { api, sent, header } = clientOf([]);
  await api.call("POST /api/goals", GOAL);
  expect([sent[0]?.url, sent[0]?.init.method]).toEqual(["https://fanfare.example/api/goals?app_id=1", "POST"]);
  expect(header(0, "authorization")).toBe("Bearer tok");
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual(GOAL.body);
});

test("asks a token function for each request", async () => {
  let n = 0;
  const { api, header } = clientOf([busy], { token: async () => `tok_${++n}` });
  await api.call("GET /api/apps");
  expect([header(0, "authorization"), header(1, "authorization")]).toEqual(["Bearer tok_1", "Bearer tok_2"]);
});

test("sends a revision and an ETag as If-Match", async () => {
  const { api, header } = clientOf([]);
  await api.call("PATCH /api/contents/:id", { params: { id: "a/b" }, query: { app_id: "1" }, body: {}, revision: 7 });
  await api.call("PATCH /api/webhooks/:id", { params: { id: "w" }, query: { app_id: "1" }, body: {}, etag: "abc" });
  expect([header(0, "if-match"), header(1, "if-match")]).toEqual(['"7"', '"abc"']);
});

test("repeats a request with the same idempotency key after a retryable problem", async () => {
  const { api, sent, header, waits_ms } = clientOf([busy, lost]);
  await api.call("POST /api/goals", GOAL);
  expect(header(0, "idempotency-key")).toMatch(/^[0-9a-f]{32}$/);
  expect([1, 2].map((index) => header(index, "idempotency-key"))).toEqual(
    Array(2).fill(header(0, "idempotency-key") ?? ""),
  );
  expect([sent.length, waits_ms.length]).toEqual([3, 2]);
});

test("takes an idempotency key of the caller, and makes a new one for each call", async () => {
  const { api, header } = clientOf([]);
  await api.call("POST /api/goals", { ...GOAL, idempotency_key: "order-7" });
  await api.call("POST /api/goals", GOAL);
  await api.call("POST /api/goals", GOAL);
  expect(header(0, "idempotency-key")).toBe("order-7");
  expect(header(1, "idempotency-key")).not.toBe(header(2, "idempotency-key"));
});

test("waits as long as Retry-After says, and not at all beyond the limit", async () => {
  const { api, waits_ms } = clientOf([refused("rate_limited", 429, true, { "retry-after": "7" })]);
  await api.call("GET /api/apps");
  expect(waits_ms).toEqual([7 * SECOND_MS]);
  const too_long = String(limits.api_client_retry_wait_s_max + 1);
  const later = clientOf([refused("rate_limited", 429, true, { "retry-after": too_long })]);
  const problem = await problemOf(later.api.call("GET /api/apps"));
  expect([problem.code, problem.retry_after_s, later.sent.length]).toEqual(["rate_limited", Number(too_long), 1]);
});

test("rejects with the problem when retries are used up, off, or of no use", async () => {
  const worn = clientOf([busy, busy, busy]);
  expect((await problemOf(worn.api.call("GET /api/apps"))).code).toBe("store_unavailable");
  expect(worn.sent.length).toBe(3);
  const off = clientOf([busy], { retries: 0 });
  await problemOf(off.api.call("GET /api/apps"));
  const taken = clientOf([refused("slug_taken", 409, false)]);
  expect(await problemOf(taken.api.call("POST /api/goals", GOAL))).toMatchObject({ status: 409, retryable: false });
  expect([off.sent.length, taken.sent.length]).toEqual([1, 1]);
});

test("doesn't repeat a write that may have been carried out and has no key", async () => {
  const options = { params: { id: "w" }, query: { app_id: "1" } };
  const removed = clientOf([lost]);
  expect(await problemOf(removed.api.call("DELETE /api/webhooks/:id", options))).toMatchObject({
    code: "network",
    status: 0,
    retryable: true,
  });
  const proxy = clientOf([() => new Response("<h1>Bad gateway</h1>", { status: 502 })]);
  const problem = await problemOf(proxy.api.call("PATCH /api/webhooks/:id", { ...options, body: {} }));
  expect([problem.code, removed.sent.length, proxy.sent.length]).toEqual(["unreadable", 1, 1]);
});

test("reads one page at a time, with the filters of the first", async () => {
  const page = (items: readonly number[], next: string | null) => () => Response.json({ items, next });
  const { api, sent } = clientOf([page([1, 2], "p2"), page([], "p3"), page([3], null)]);
  const found: unknown[] = [];
  for await (const item of api.items("GET /api/contents", { query: { app_id: "1", q: "x" } })) {
    if (found.length === 0) expect(sent.length).toBe(1);
    found.push(item);
  }
  expect(found).toEqual([1, 2, 3]);
  expect(sent.map(({ url }) => url.split("?")[1])).toEqual([
    "app_id=1&q=x",
    "app_id=1&q=x&after=p2",
    "app_id=1&q=x&after=p3",
  ]);
});

test("gives up on a server that doesn't respond in time", async () => {
  const hang = (_: string, init: RequestInit) =>
    new Promise<Response>((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
  const { api, timers } = clientOf([], { fetch: hang, retries: 0 });
  const problem = problemOf(api.call("GET /api/apps"));
  timers.advance(limits.api_client_timeout_s * SECOND_MS);
  expect((await problem).code).toBe("network");
  expect(timers.pending()).toBe(0);
});

test("rejects with the reason of an aborted signal, also while it waits", async () => {
  const reason = new Error("closed");
  const before = clientOf([]);
  const error = before.api.call("GET /api/apps", { signal: AbortSignal.abort(reason) });
  expect(await error.catch((caught: unknown) => caught)).toBe(reason);
  expect(before.sent.length).toBe(0);
  const controller = new AbortController();
  const waiting = clientOf([
    () => {
      queueMicrotask(() => controller.abort(reason));
      return busy();
    },
  ]);
  const call = waiting.api.call("GET /api/apps", { signal: controller.signal });
  expect(await call.catch((caught: unknown) => caught)).toBe(reason);
});

test("resolves to the response of a file, with its headers", async () => {
  const { api } = clientOf([() => new Response("id,name\n", { headers: { etag: '"3"' } })]);
  const response = await api.send("GET /api/audit/export", { query: { format: "csv" } });
  expect([await response.text(), response.headers.get("etag")]).toEqual(["id,name\n", '"3"']);
});
