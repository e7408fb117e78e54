import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { flushPromises, memoryStorage } from "../../test/support/fixtures.ts";
import { createIdentity, type IdentifiedPerson } from "./identity.ts";
import { createNet } from "./net.ts";

interface Heard {
  readonly url: string;
  readonly init: RequestInit;
  readonly bearer: string | null;
}

function setUp(answer: (requests: Heard, turn: number) => Response | Promise<Response>, cookies = true) {
  const clock = manualClock();
  const storage = memoryStorage();
  const identity = createIdentity("key", storage, () => {});
  const requests: Heard[] = [];
  const net = createNet({
    host: "https://fanfare.example/prefix",
    key: "a key",
    clock,
    identity,
    cookies: () => cookies,
    fetch: Object.assign(
      async (url: string | URL | Request, init: RequestInit = {}) => {
        const each = { url: String(url), init, bearer: new Headers(init.headers).get("authorization") };
        requests.push(each);
        return answer(each, requests.length);
      },
      { preconnect() {} },
    ),
  });
  return { clock, storage, identity, net, requests };
}

const problem = (code: string, status: number, more: object = {}, headers: Record<string, string> = {}): Response =>
  Response.json({ code, status, detail: "Why.", ...more }, { status, headers });
const ok = (): Response => Response.json({ fine: true }, { headers: { etag: '"1"' } });

describe("call", () => {
  test("sends the app in the query and the person in the header", async () => {
    const { net, identity, requests } = setUp(ok);
    identity.setPerson({ external_id: "u_42", attributes: {}, token: "t" });
    const answer = await net.call("GET", "/v1/explain", { query: { content: "a&b" } });
    expect(requests[0]?.url).toBe("https://fanfare.example/prefix/v1/explain?app=a+key&content=a%26b");
    expect(requests[0]?.bearer).toBe("Bearer t");
    expect(answer).toEqual({ kind: "ok", body: { fine: true }, etag: '"1"' });
  });

  test("sends the token inside a form, which avoids a preflight", async () => {
    const { net, identity, requests } = setUp(ok);
    identity.setPerson({ external_id: "u_42", attributes: {}, token: "t" });
    await net.call("POST", "/pusher/auth", { form: { socket_id: "1.2" } });
    expect(String(requests[0]?.init.body)).toBe("socket_id=1.2&token=t");
    expect(requests[0]?.bearer).toBeNull();
  });

  test("sends cookies only with consent", async () => {
    const with_consent = setUp(ok);
    await with_consent.net.call("POST", "/v1/boot", { json: {} });
    expect(with_consent.requests[0]?.init.credentials).toBe("include");
    const without = setUp(ok, false);
    await without.net.call("POST", "/v1/boot", { json: {} });
    expect(without.requests[0]?.init.credentials).toBe("omit");
  });

  test("gets a new token when the old one has expired and retries once", async () => {
    const { net, identity, requests } = setUp(({ bearer }) =>
      bearer === "Bearer new" ? ok() : problem("identity_expired", 401, { retryable: true }),
    );
    const tokens = ["old", "new"];
    identity.setPerson({ external_id: "u_42", attributes: {}, getToken: async () => tokens.shift() ?? "none" });
    expect((await net.call("POST", "/v1/boot", { json: {} })).kind).toBe("ok");
    expect(requests.map(({ bearer }) => bearer)).toEqual(["Bearer old", "Bearer new"]);
  });

  test("accepts a function as token, and starts with the token that comes with getToken", async () => {
    const { net, identity, requests } = setUp(({ bearer }) =>
      bearer === "Bearer new" ? ok() : problem("identity_expired", 401, { retryable: true }),
    );
    const tokens = ["old", "new"];
    identity.setPerson({ external_id: "u_42", attributes: {}, token: () => tokens.shift() ?? "none" });
    expect((await net.call("POST", "/v1/boot", { json: {} })).kind).toBe("ok");
    expect([identity.isVerifiedPerson(), identity.claims()]).toEqual([true, {}]);
    identity.setPerson({ external_id: "u_42", attributes: {}, token: "first", getToken: () => "new" });
    expect((await net.call("POST", "/v1/boot", { json: {} })).kind).toBe("ok");
    const sent = requests.map(({ bearer }) => bearer?.replace("Bearer ", ""));
    expect(sent).toEqual(["old", "new", "first", "new"]);
  });

  test("requests a token once for several calls", async () => {
    let requests = 0;
    const { net, identity } = setUp(ok);
    identity.setPerson({ external_id: "u_42", attributes: {}, getToken: async () => `token ${++requests}` });
    await Promise.all([1, 2, 3].map(() => net.call("POST", "/v1/boot", { json: {} })));
    expect(requests).toBe(1);
  });

  test("fails without endless retries when there is no other token", async () => {
    const { net, identity, requests } = setUp(() => problem("identity_expired", 401, { retryable: true }));
    identity.setPerson({ external_id: "u_42", attributes: {}, token: "old" });
    expect(await net.call("POST", "/v1/boot", { json: {} })).toMatchObject({
      kind: "refused",
      code: "identity_expired",
    });
    expect(requests).toHaveLength(1);
  });

  test("drops an anonymous token that the server rejects and continues without", async () => {
    const { net, identity, storage, requests } = setUp(({ bearer }) =>
      bearer === null ? ok() : problem("identity_invalid", 401),
    );
    identity.storeAnonymous({ id: "anon-1", token: "stale", storage: "browser" });
    expect((await net.call("POST", "/v1/boot", { json: {} })).kind).toBe("ok");
    expect(requests.map(({ bearer }) => bearer)).toEqual(["Bearer stale", null]);
    expect(storage.held.size).toBe(0);
  });

  test("keeps the anonymous token when the server requires another person's token", async () => {
    const { net, identity, requests } = setUp(() => problem("identity_required", 401));
    identity.storeAnonymous({ id: "anon-1", token: "mine", storage: "browser" });
    await net.call("POST", "/v1/identify", { json: { external_id: "u_42" } });
    expect(identity.anonymousToken()).toBe("mine");
    expect(requests).toHaveLength(1);
  });

  test.each([
    [429, "rate_limited"],
    [500, "internal"],
    [503, "stopping"],
    [502, ""],
  ])("fails with %d and can be retried, not before Retry-After", async (status, code) => {
    const { net } = setUp(() => problem(code, status, {}, { "retry-after": "7" }));
    expect(await net.call("POST", "/v1/events", { json: {} })).toEqual({ kind: "failed", retry_after_ms: 7_000 });
  });

  test("caps an invalid Retry-After", async () => {
    const { net } = setUp((_, turn) => problem("", 503, {}, { "retry-after": turn === 1 ? "999999" : "soon" }));
    const retry_after_ms = limits.retry_cap_ms;
    expect(await net.call("POST", "/v1/events", { json: {} })).toEqual({ kind: "failed", retry_after_ms });
    expect(await net.call("POST", "/v1/events", { json: {} })).toEqual({ kind: "failed", retry_after_ms: 0 });
  });

  test("returns the reason and the server's current state when refused", async () => {
    const { net } = setUp(() => problem("run_conflict", 409, { current: { seq: 3 } }));
    const answer = await net.call("POST", "/v1/progress", { json: {} });
    expect(answer).toEqual({ kind: "refused", status: 409, code: "run_conflict", detail: "Why.", current: { seq: 3 } });
  });

  test("doesn't throw when a proxy returns a page instead of JSON", async () => {
    const { net } = setUp(() => new Response("<html>", { status: 403 }));
    expect(await net.call("POST", "/v1/boot", { json: {} })).toMatchObject({ kind: "refused", status: 403 });
  });

  test("ends at its deadline without a response", async () => {
    const { clock, net } = setUp(
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    );
    const answer = net.call("POST", "/v1/boot", { json: {} });
    await flushPromises();
    clock.advance(limits.request_timeout_ms);
    expect(await answer).toEqual({ kind: "failed", retry_after_ms: 0 });
    expect(clock.pending()).toBe(0);
  });

  test("never sends the request of one person with the token of the next", async () => {
    const { net, identity, requests } = setUp((_, turn) => (turn === 1 ? problem("identity_expired", 401) : ok()));
    let give = (_: string): void => {};
    const getToken = () => new Promise<string>((resolve) => (give = resolve));
    identity.setPerson({ external_id: "u_leaves", attributes: {}, getToken });
    const waiting = net.call("POST", "/v1/events", { json: {} });
    identity.setPerson({ external_id: "u_comes", attributes: {}, token: "comes" });
    give("leaves");
    expect((await waiting).kind).toBe("failed");
    expect(requests.map(({ bearer }) => bearer)).toEqual(["Bearer leaves"]);
    expect(await identity.bearer()).toBe("comes");
  });

  test("handles a getToken that throws", async () => {
    const { net, identity, requests } = setUp(ok);
    const identifiedPerson: IdentifiedPerson = {
      external_id: "u_42",
      attributes: {},
      getToken() {
        throw new Error("the page's own");
      },
    };
    identity.setPerson(identifiedPerson);
    expect((await net.call("POST", "/v1/boot", { json: {} })).kind).toBe("ok");
    expect(requests[0]?.bearer).toBeNull();
  });
});

describe("identity", () => {
  test("stores the anonymous token only when the server requires browser storage", () => {
    const { identity, storage } = setUp(ok);
    identity.storeAnonymous({ id: "anon-1", token: "in a cookie", storage: "cookie" });
    expect(storage.held.size).toBe(0);
    expect(identity.anonymousToken()).toBe("in a cookie");
    identity.storeAnonymous({ id: "anon-1", token: "kept", storage: "browser" });
    expect([...storage.held]).toEqual([["fanfare:key:anonymous", "kept"]]);
  });

  test("sends an external ID only when no token verifies one", () => {
    const { identity } = setUp(ok);
    expect(identity.claims()).toEqual({});
    identity.setPerson({ external_id: "u_42", attributes: {} });
    expect(identity.claims()).toEqual({ external_id: "u_42" });
    identity.setPerson({ external_id: "u_42", attributes: {}, token: "t" });
    expect(identity.claims()).toEqual({});
  });
});

describe("stored anonymous identity", () => {
  const slot = "fanfare:key:anonymous";

  test("is sent as the bearer token", async () => {
    const { net, storage, requests } = setUp(ok);
    storage.set(slot, "aaa.bbb_c.d-e");
    await net.call("POST", "/v1/boot", { json: {} });
    expect(requests[0]?.bearer).toBe("Bearer aaa.bbb_c.d-e");
  });

  test.each([["two lines\nof text"], ["schön"], [""]])("is ignored if invalid: %j", async (text) => {
    const { net, storage, requests } = setUp(ok);
    storage.set(slot, text);
    expect((await net.call("POST", "/v1/boot", { json: {} })).kind).toBe("ok");
    expect(requests[0]?.bearer).toBeNull();
  });

  test("isn't sent in a header when too long", async () => {
    const { net, storage, requests } = setUp(ok);
    storage.set(slot, "x".repeat(limits.identity_token_chars_max + 1));
    expect((await net.call("POST", "/v1/boot", { json: {} })).kind).toBe("ok");
    storage.set(slot, "x".repeat(limits.identity_token_chars_max));
    await net.call("POST", "/v1/boot", { json: {} });
    expect(requests.map(({ bearer }) => bearer?.length)).toEqual([
      undefined,
      "Bearer ".length + limits.identity_token_chars_max,
    ]);
  });

  test("isn't stored again by a tab after another tab has removed the token", () => {
    const { identity, storage } = setUp(ok);
    const known = { id: "anon-1", token: "known", storage: "browser" } as const;
    identity.storeAnonymous(known);
    storage.set(slot);
    identity.storeAnonymous(known);
    expect(storage.held.size).toBe(0);
    identity.storeAnonymous({ ...known, token: "renewed" });
    expect(storage.get(slot)).toBe("renewed");
  });
});
