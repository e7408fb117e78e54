import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { createApi, type Fetch } from "./api.ts";
import { ApiProblem } from "./api-problem.ts";
import { createPendingRequests } from "./idempotent-requests.ts";

function recording(answer: () => Response | Promise<Response>) {
  const calls: { url: string; init: RequestInit }[] = [];
  const net: Fetch = async (url, init) => {
    calls.push({ url, init });
    return await answer();
  };
  return { calls, api: createApi(net) };
}

async function problemFrom(promise: Promise<unknown>): Promise<ApiProblem> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiProblem)) throw new Error(`No ApiProblem but ${String(error)}`);
  return error;
}

const header = (init: RequestInit | undefined, name: string): string | null => new Headers(init?.headers).get(name);

test("sends writes as JSON with the revision they're based on", async () => {
  const { calls, api } = recording(() => Response.json({ id: "cnt_1", revision: 8 }));
  await api.call("PATCH /api/contents/:id", {
    params: { id: "cnt_1" },
    query: { app_id: "7" },
    body: { name: "Welcome" },
    revision: 7,
  });
  expect(calls[0]?.url).toBe("/api/contents/cnt_1?app_id=7");
  expect(calls[0]?.init.method).toBe("PATCH");
  expect(header(calls[0]?.init, "if-match")).toBe('"7"');
  expect(header(calls[0]?.init, "content-type")).toBe("application/json");
});

test("sends reads without a body, a revision, or undefined parameters", async () => {
  const { calls, api } = recording(() => Response.json({ items: [], next: null, total: 0 }));
  await api.call("GET /api/contents", { query: { app_id: "7", q: "", status: "live", after: undefined } });
  expect(calls[0]?.url).toBe("/api/contents?app_id=7&status=live");
  expect(header(calls[0]?.init, "if-match")).toBeNull();
  expect(calls[0]?.init.body).toBeUndefined();
});

test("escapes IDs from the URL, so that they can't reach another path", async () => {
  const { calls, api } = recording(() => Response.json({}));
  await api.call("GET /api/contents/:id", { params: { id: "../me?x=" }, query: { app_id: "1" } });
  expect(calls[0]?.url).toBe("/api/contents/..%2Fme%3Fx%3D?app_id=1");
});

test("keeps a problem's code, message, request ID, and fields", async () => {
  const problem = {
    type: "about:blank",
    title: "Slug is taken",
    status: 409,
    code: "slug_taken",
    detail: "Another content has the slug welcome. Choose another one.",
    retryable: false,
    request_id: "req_1",
    fields: [{ pointer: "/slug", message: "Taken." }],
  };
  const { api } = recording(() => Response.json(problem, { status: 409 }));
  const caught = await problemFrom(api.call("GET /api/contents/:id/versions", { params: { id: "cnt_1" } }));
  expect(caught).toMatchObject({ code: "slug_taken", status: 409, request_id: "req_1", detail: problem.detail });
  expect(caught.fields).toEqual(problem.fields);
});

test("reports a response that isn't from Fanfare without showing its HTML", async () => {
  const { api } = recording(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  const caught = await problemFrom(api.call("GET /api/me"));
  expect(caught).toMatchObject({ code: "unreadable", status: 502, retryable: true });
  expect(caught.detail).not.toContain("<h1>");
});

test("ignores an unknown error code", async () => {
  const { api } = recording(() => Response.json({ code: "toString", detail: "x", title: "y" }, { status: 400 }));
  expect((await problemFrom(api.call("GET /api/me"))).code).toBe("unreadable");
});

test("reports a missing response as a retryable network problem", async () => {
  const { api } = recording(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await problemFrom(api.call("GET /api/me"))).toMatchObject({ code: "network", status: 0, retryable: true });
});

test("keeps the server's Retry-After", async () => {
  const { api } = recording(() => new Response("", { status: 429, headers: { "retry-after": "42" } }));
  expect((await problemFrom(api.call("GET /api/me"))).retry_after_s).toBe(42);
});

test("reports an aborted call as an abort, not as a network problem", async () => {
  const { api } = recording(() => Promise.reject(new DOMException("gone", "AbortError")));
  const signal = AbortSignal.abort();
  const error: unknown = await api.call("GET /api/me", { signal }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DOMException);
});

test("reports a truncated response as a network problem", async () => {
  const { api } = recording(() => new Response('{"id":', { headers: { "content-type": "application/json" } }));
  expect((await problemFrom(api.call("GET /api/me"))).code).toBe("network");
});

/** Fake server that can lose responses. Records the idempotency key of each request. */
function forgetful() {
  const clock = manualClock(0);
  const keys: (string | null)[] = [];
  const answers: (() => Response)[] = [];
  const api = createApi(async (_, init) => {
    keys.push(header(init, "idempotency-key"));
    const answer = answers.shift();
    return answer === undefined ? Response.json({}) : answer();
  }, createPendingRequests(clock));
  const lost = (): Response => {
    throw new TypeError("Failed to fetch");
  };
  const problem = (code: string, status: number) => () =>
    Response.json({ code, title: "T", detail: "D", retryable: true, request_id: "r" }, { status });
  return { clock, keys, answers, api, lost, problem };
}
const HOOK = { query: { app_id: "7" }, body: { url: "https://shop.example/hook" } };

test("reuses the idempotency key when a lost request is retried", async () => {
  const { api, keys, answers, lost, problem } = forgetful();
  answers.push(lost, problem("stopping", 503), () => Response.json({}));
  await problemFrom(api.call("POST /api/webhooks", HOOK));
  await problemFrom(api.call("POST /api/webhooks", HOOK));
  await api.call("POST /api/webhooks", HOOK);
  await api.call("POST /api/webhooks", HOOK);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0] ?? "");
  expect(keys[2]).toBe(keys[0] ?? "");
  expect(keys[3]).not.toBe(keys[0] ?? "");
});

test("uses a new key after a refusal, a different request, or the opposite action", async () => {
  const { api, keys, answers, lost, problem } = forgetful();
  answers.push(problem("slug_taken", 409));
  await problemFrom(api.call("POST /api/contents/:id/archive", { params: { id: "cnt_1" }, query: { app_id: "7" } }));
  answers.push(lost);
  await problemFrom(api.call("POST /api/contents/:id/archive", { params: { id: "cnt_1" }, query: { app_id: "7" } }));
  await api.call("POST /api/contents/:id/restore", { params: { id: "cnt_1" }, query: { app_id: "7" } });
  answers.push(lost);
  await problemFrom(api.call("POST /api/contents/:id/archive", { params: { id: "cnt_1" }, query: { app_id: "7" } }));
  answers.push(lost);
  await problemFrom(api.call("POST /api/contents/:id/archive", { params: { id: "cnt_2" }, query: { app_id: "7" } }));
  await api.call("POST /api/contents/:id/archive", { params: { id: "cnt_1" }, query: { app_id: "8" } });
  expect(new Set(keys).size).toBe(keys.length);
  await api.call("POST /api/contents/:id/archive", { params: { id: "cnt_2" }, query: { app_id: "7" } });
  expect(keys.at(-1)).toBe(keys.at(-3) ?? "");
});

test("uses a new key when a lost or busy request has timed out", async () => {
  const { api, clock, keys, answers, lost, problem } = forgetful();
  answers.push(lost);
  await problemFrom(api.call("POST /api/webhooks", HOOK));
  clock.advance(limits.deed_lost_minutes_max * MINUTE_MS);
  answers.push(lost, problem("idempotency_busy", 409));
  await problemFrom(api.call("POST /api/webhooks", HOOK));
  expect(keys[1]).not.toBe(keys[0] ?? "");
  await problemFrom(api.call("POST /api/webhooks", HOOK));
  expect(keys[2]).toBe(keys[1] ?? "");
  clock.advance(limits.deed_s_max * SECOND_MS);
  answers.push(problem("idempotency_busy", 409));
  await problemFrom(api.call("POST /api/webhooks", HOOK));
  expect(keys[3]).toBe(keys[1] ?? "");
  await api.call("POST /api/webhooks", HOOK);
  expect(keys[4]).not.toBe(keys[1] ?? "");
});

test("sends no key with queries, passwords, or methods other than POST", async () => {
  const { api, keys } = forgetful();
  await api.call("POST /api/sign-in", { body: { email: "ada@example.com", password: "a long phrase" }, unkeyed: true });
  await api.call("POST /api/segments/preview", {
    query: { app_id: "7" },
    body: { rule: { kind: "and", rules: [] } },
    unkeyed: true,
  });
  await api.call("DELETE /api/themes/:id", { params: { id: "thm_1" } });
  await api.call("GET /api/contents", { query: { app_id: "7" } });
  expect(keys).toEqual([null, null, null, null]);
});
