import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { join } from "node:path";
import { SignJWT } from "jose";
import { APP, OWNER, startTestServer, type TestServer } from "./support/test-server.ts";

setDefaultTimeout(60_000);

let server: TestServer;
let cookie = "";
let content = { id: "", revision: 0 };

beforeAll(async () => {
  server = await startTestServer({ demo: false });
  const signed = await call("POST /api/sign-in", { json: OWNER, own: true });
  cookie = signed.headers.get("set-cookie")?.split(";")[0] ?? "";
  const list = await (await call(`GET /api/contents?app_id=${APP.id}`, { cookie })).json();
  // ContentPage of the contract
  const tour = (list as { items: readonly (typeof content & { type: string })[] }).items.find(
    ({ type }) => type === "tour",
  );
  if (tour === undefined) throw new Error("No tour was imported.");
  content = tour;
});
afterAll(() => server.stop());

interface Sent {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly type?: string;
  readonly token?: string;
  readonly cookie?: string;
  /** Send the console's own origin. */
  readonly own?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

function call(line: string, sent: Sent = {}): Promise<Response> {
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = new Headers(sent.headers);
  if (sent.json !== undefined) headers.set("content-type", "application/json");
  if (sent.type !== undefined) headers.set("content-type", sent.type);
  if (sent.token !== undefined) headers.set("authorization", `Bearer ${sent.token}`);
  if (sent.cookie !== undefined) headers.set("cookie", sent.cookie);
  if (sent.own === true) headers.set("origin", server.url);
  const form = sent.form === undefined ? undefined : new URLSearchParams(sent.form);
  const body = form ?? sent.body ?? (sent.json === undefined ? null : JSON.stringify(sent.json));
  return fetch(new URL(path, server.url), { method, headers, body });
}

interface Claims {
  readonly sub?: string;
  readonly aud?: string;
  readonly exp?: string | number;
  readonly secret?: string;
  readonly alg?: string;
}

async function token({ sub = "u_1", aud = APP.key, exp = "1h", secret = APP.secret, alg = "HS256" }: Claims = {}) {
  const jwt = new SignJWT({ groups: ["staff"] }).setProtectedHeader({ alg }).setSubject(sub).setAudience(aud);
  if (exp !== "") jwt.setExpirationTime(exp);
  return jwt.sign(new TextEncoder().encode(secret.padEnd(64, "x").slice(0, alg === "HS256" ? secret.length : 64)));
}

function unsigned(): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ sub: "u_1", aud: APP.key, exp: 9_999_999_999 })}.`;
}

/** Row count per table, to verify that rejected input leaves no trace. */
function rows(): Readonly<Record<string, number>> {
  const database = new Database(join(server.data_dir, "fanfare.db"), { readonly: true });
  try {
    const tables = database.query<{ name: string }, []>("select name from sqlite_master where type = 'table'").all();
    const count = ({ name }: { name: string }) =>
      [name, database.query<{ n: number }, []>(`select count(*) as n from "${name}"`).get()?.n ?? 0] as const;
    return Object.fromEntries(tables.map(count));
  } finally {
    database.close();
  }
}

/**
 * Expects a rejection with this status, code, and a message, while the server keeps running and the database is
 * unchanged.
 */
async function expectRefusal(send: () => Promise<Response>, status: number, code: string): Promise<void> {
  const before = rows();
  const response = await send();
  const problem: unknown = await response.json();
  expect(problem).toMatchObject({ status, code });
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toStartWith("application/problem+json");
  expect(problem).toMatchObject({ detail: expect.stringMatching(/\w+ \w+ \w+/), request_id: expect.any(String) });
  expect(rows()).toEqual(before);
  expect(server.process().running()).toBe(true);
}

const V1 = `app=${APP.key}`;
const deep = "[".repeat(5_000) + "]".repeat(5_000);
const many = (count: number) => Array.from({ length: count }, () => ({}));

type Case = readonly [what: string, line: string, sent: Sent, status: number, code: string];

const PLAIN: readonly Case[] = [
  ["no app key", "POST /v1/boot", { json: {} }, 400, "app_key_missing"],
  ["an unknown app key", "POST /v1/boot?app=nobody", { json: {} }, 404, "app_not_found"],
  ["a body that is no JSON", `POST /v1/boot?${V1}`, { body: "{", type: "application/json" }, 400, "json_invalid"],
  [
    "a body of nothing but brackets",
    `POST /v1/boot?${V1}`,
    { body: deep, type: "application/json" },
    400,
    "json_invalid",
  ],
  ["a body of another type", `POST /v1/boot?${V1}`, { body: "{}", type: "text/html" }, 415, "content_type_unsupported"],
  ["a field that nobody knows", `POST /v1/boot?${V1}`, { json: { admin: true } }, 400, "body_invalid"],
  ["a list in place of an object", `POST /v1/boot?${V1}`, { json: [] }, 400, "body_invalid"],
  ["600 kB", `POST /v1/boot?${V1}`, { json: { anonymous_token: "x".repeat(600_000) } }, 413, "body_too_large"],
  ["a token that is no token", `POST /v1/boot?${V1}`, { json: {}, token: "a.b.c" }, 401, "identity_invalid"],
  ["a token without a signature", `POST /v1/boot?${V1}`, { json: {}, token: unsigned() }, 401, "identity_invalid"],
  [
    "a token of 5,000 characters",
    `POST /v1/boot?${V1}`,
    { json: {}, token: "x".repeat(5_000) },
    401,
    "identity_invalid",
  ],
  [
    "a person who pretends to be anonymous",
    `POST /v1/identify?${V1}`,
    { json: { external_id: "anon-1" } },
    400,
    "body_invalid",
  ],
  ["an id with a line feed", `POST /v1/identify?${V1}`, { json: { external_id: "a\nb" } }, 400, "body_invalid"],
  [
    "an attribute named like a prototype",
    `POST /v1/identify?${V1}`,
    { body: '{"external_id":"u_2","attributes":{"__proto__":{"admin":true}}}', type: "application/json" },
    400,
    "body_invalid",
  ],
  ["no events", `POST /v1/events?${V1}`, { json: { events: [] } }, 400, "body_invalid"],
  ["501 events", `POST /v1/events?${V1}`, { json: { events: many(501) } }, 400, "body_invalid"],
  ["a move that does not exist", `POST /v1/progress?${V1}`, { json: { action: "jump" } }, 400, "body_invalid"],
  ["a method that is not answered", `PUT /v1/boot?${V1}`, { json: {} }, 405, "method_not_allowed"],
  ["a path that does not exist", `POST /v1/../v1/nothing?${V1}`, { json: {} }, 404, "route_not_found"],

  [
    "a socket id that smuggles a channel",
    `POST /pusher/auth?${V1}`,
    { form: { socket_id: "1.2:private-x", channel_name: "private-x" } },
    400,
    "socket_id_invalid",
  ],
  ["no channel", `POST /pusher/auth?${V1}`, { form: { socket_id: "1.2" } }, 400, "channel_invalid"],
  [
    "a channel with a space",
    `POST /pusher/auth?${V1}`,
    { form: { socket_id: "1.2", channel_name: "private-a b" } },
    400,
    "channel_invalid",
  ],
  [
    "a private channel for nobody",
    `POST /pusher/auth?${V1}`,
    { form: { socket_id: "1.2", channel_name: "private-group-staff" } },
    401,
    "identity_required",
  ],
  ["a user without a token", `POST /pusher/user-auth?${V1}`, { form: { socket_id: "1.2" } }, 401, "identity_required"],

  ["a list without a sign-in", `GET /api/contents?app_id=${APP.id}`, {}, 401, "sign_in_required"],
  [
    "a cookie that somebody made up",
    `GET /api/contents?app_id=${APP.id}`,
    { cookie: "fanfare_sign_in=x" },
    401,
    "sign_in_required",
  ],
  [
    "a wrong password",
    "POST /api/sign-in",
    { json: { ...OWNER, password: "guess" }, own: true },
    401,
    "sign_in_failed",
  ],
  [
    "a second owner",
    "POST /api/setup",
    { json: { token: "x", name: "Eve", email: "eve@example.com", password: "a long pass phrase" }, own: true },
    409,
    "setup_done",
  ],
];

describe("hostile requests", () => {
  for (const [what, line, sent, status, code] of PLAIN) {
    test(`${what}: ${line.split("?")[0]} → ${status} ${code}`, () =>
      expectRefusal(() => call(line, sent), status, code));
  }

  const TOKENS: readonly (readonly [what: string, claims: Claims, code: string])[] = [
    ["signed with another secret", { secret: "not-the-secret-of-this-app-at-all" }, "identity_invalid"],
    ["signed with another algorithm", { alg: "HS512" }, "identity_invalid"],
    ["for another app", { aud: "another-key" }, "identity_invalid"],
    ["that never ends", { exp: "" }, "identity_invalid"],
    ["of yesterday", { exp: Math.floor(Date.now() / 1_000) - 86_400 }, "identity_expired"],
  ];
  for (const [what, claims, code] of TOKENS) {
    test(`rejects a token ${what} with 401 ${code} on /v1 and both authorization calls`, async () => {
      const forged = await token(claims);
      await expectRefusal(() => call(`POST /v1/boot?${V1}`, { json: {}, token: forged }), 401, code);
      const form = { socket_id: "1.2", channel_name: "private-group-staff", token: forged };
      await expectRefusal(() => call(`POST /pusher/auth?${V1}`, { form }), 401, code);
      await expectRefusal(
        () => call(`POST /pusher/user-auth?${V1}`, { form: { socket_id: "1.2", token: forged } }),
        401,
        code,
      );
    });
  }

  test("rejects another person's token with 403 identity_mismatch", async () => {
    const mine = await token({ sub: "u_mine" });
    await expectRefusal(
      () => call(`POST /v1/identify?${V1}`, { json: { external_id: "u_yours" }, token: mine }),
      403,
      "identity_mismatch",
    );
  });

  test("rejects a group that isn't in the token with 403 group_not_proved", async () => {
    const mine = await token({ sub: "u_mine" });
    const json = { external_id: "board", attributes: { plan: "pro" } };
    await expectRefusal(() => call(`POST /v1/group?${V1}`, { json, token: mine }), 403, "group_not_proved");
  });

  test("rejects another person's channels with 403 channel_refused", async () => {
    const mine = await token({ sub: "u_mine" });
    for (const channel_name of [
      "private-fanfare-u_yours",
      "private-user-u_yours",
      "private-group-board",
      "private-x",
      "presence-x",
    ]) {
      const form = { socket_id: "1.2", channel_name };
      await expectRefusal(() => call(`POST /pusher/auth?${V1}`, { form, token: mine }), 403, "channel_refused");
    }
  });

  test("rejects suppressions with an invalid duration, scope, or reason", async () => {
    const mine = await token();
    const input = { scope: "content", target: "welcome" };
    for (const json of [
      { ...input, days: -1 },
      { ...input, days: 1e9 },
      { ...input, scope: "everybody" },
      { ...input, reason: "admin" },
    ]) {
      await expectRefusal(() => call(`POST /v1/suppressions?${V1}`, { json, token: mine }), 400, "body_invalid");
    }
  });

  test("stores the valid events of a batch and names the invalid ones", async () => {
    const good = {
      id: "019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a",
      name: "order_shipped",
      props: {},
      at: new Date().toISOString(),
    };
    const events = [good, { ...good, id: "1" }, { ...good, name: "" }, null];
    const response = await call(`POST /v1/events?${V1}`, { json: { events }, token: await token() });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ accepted: 1, rejected: [{ index: 1 }, { index: 2 }, { index: 3 }] });
  });
});

describe("invalid writes from the console", () => {
  const CONTENT = (): string => `/api/contents/${content.id}?app_id=${APP.id}`;
  const signedIn = (sent: Sent): Sent => ({ ...sent, cookie, own: true });

  test("rejects a write from another origin with 403 origin_refused", () =>
    expectRefusal(
      () =>
        call(`PATCH ${CONTENT()}`, {
          json: { name: "Mine" },
          cookie,
          headers: { origin: "https://evil.example", "if-match": '"1"' },
        }),
      403,
      "origin_refused",
    ));

  test("rejects a missing revision with 428 and another one with 412", async () => {
    await expectRefusal(
      () => call(`PATCH ${CONTENT()}`, signedIn({ json: { name: "Mine" } })),
      428,
      "revision_required",
    );
    const other = signedIn({ json: { name: "Mine" }, headers: { "if-match": `"${content.revision + 1}"` } });
    await expectRefusal(() => call(`PATCH ${CONTENT()}`, other), 412, "revision_stale");
  });

  test("rejects an invalid tour or executable content with body_invalid and its field", async () => {
    const step = { id: "one", kind: "centered", title: "One", blocks: [] };
    const paragraph = (span: unknown) => ({ ...step, blocks: [{ kind: "paragraph", spans: [span] }] });
    const steps: readonly unknown[] = [
      [],
      [step, step],
      [{ ...step, title: "" }],
      [{ ...step, kind: "floating" }],
      [{ ...step, blocks: [{ kind: "html", html: "<script>alert(1)</script>" }] }],
      [paragraph({ text: "click", href: "javascript:alert(1)" })],
      [paragraph({ text: "click", href: "java\nscript:alert(1)" })],
      [paragraph({ text: "click", href: "//evil.example" })],
      [{ ...step, blocks: [{ kind: "image", url: "data:text/html,x", alt: "x" }] }],
      Array.from({ length: 51 }, (_, index) => ({ ...step, id: `s${index}` })),
    ];
    for (const each of steps) {
      const json = { draft: { body: { type: "tour", steps: each } } };
      const sent = signedIn({ json, headers: { "if-match": `"${content.revision}"` } });
      const response = await call(`PATCH ${CONTENT()}`, sent);
      const problem = (await response.clone().json()) as { fields?: readonly { pointer: string }[] };
      expect(problem.fields?.[0]?.pointer).toStartWith("/draft/body/steps");
      await expectRefusal(async () => response, 400, "body_invalid");
    }
    const after = await (await call(`GET ${CONTENT()}`, { cookie })).json();
    expect(after).toMatchObject({ revision: content.revision });
  });
});

describe("pushes from a backend", () => {
  interface Push {
    readonly body?: string;
    readonly secret?: string;
    readonly key?: string;
    readonly age_s?: number;
    readonly md5?: string;
    readonly app?: string;
  }
  const event = (more: Readonly<Record<string, unknown>> = {}): string =>
    JSON.stringify({ name: "e", channel: "c", data: "{}", ...more });

  function push({
    body = event(),
    secret = APP.secret,
    key = APP.key,
    age_s = 0,
    md5,
    app = APP.id,
  }: Push): Promise<Response> {
    const path = `/apps/${app}/events`;
    const query = [
      ["auth_key", key],
      ["auth_timestamp", String(Math.floor(Date.now() / 1_000) - age_s)],
      ["auth_version", "1.0"],
      ["body_md5", md5 ?? createHash("md5").update(body).digest("hex")],
    ]
      .map((pair) => pair.join("="))
      .join("&");
    const signature = createHmac("sha256", secret).update(`POST\n${path}\n${query}`).digest("hex");
    return call(`POST ${path}?${query}&auth_signature=${signature}`, { body, type: "application/json" });
  }

  const PUSHES: readonly (readonly [what: string, sent: Push, status: number])[] = [
    ["signed with another secret", { secret: "another" }, 401],
    ["under another key", { key: "another" }, 401],
    ["eleven minutes old", { age_s: 660 }, 401],
    ["eleven minutes ahead", { age_s: -660 }, 401],
    ["whose body is another than the one signed", { md5: "0".repeat(32) }, 401],
    ["to an app that does not exist", { app: "99" }, 404],
    ["that is no JSON", { body: "{" }, 400],
    ["without a channel", { body: event({ channel: undefined }) }, 400],
    ["to a channel with a space", { body: event({ channel: "a b" }) }, 400],
    [
      "to 101 channels",
      { body: event({ channel: undefined, channels: Array.from({ length: 101 }, (_, n) => `c${n}`) }) },
      400,
    ],
    ["with a name of 201 characters", { body: event({ name: "n".repeat(201) }) }, 400],
    ["with 11 kB of data", { body: event({ data: "d".repeat(11_000) }) }, 413],
    ["of 300 kB", { body: event({ more: "d".repeat(300_000) }) }, 413],
  ];
  for (const [what, sent, status] of PUSHES) {
    test(`rejects a push ${what} with ${status} in plain text`, async () => {
      const response = await push(sent);
      const text = await response.text();
      expect(`${response.status} ${text}`).toStartWith(`${status} `);
      expect(text.trim().length).toBeGreaterThan(10);
      expect(server.process().running()).toBe(true);
    });
  }

  test("accepts a valid push", async () => {
    expect((await push({})).status).toBe(200);
  });
});
