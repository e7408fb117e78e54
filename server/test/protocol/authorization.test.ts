import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { appSettings, type ChannelRule } from "@fanfare/contract/realtime/app-settings";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/realtime/signature";
import { SignJWT } from "jose";
import { NO_APP_ROLES } from "../../src/accounts/access/member-access.ts";
import type { AppRecord } from "../../src/accounts/apps/app-directory.ts";
import { hmacHex, signText } from "../../src/lib/signing.ts";
import { createAnonymousIssuer } from "../../src/people/identity/anonymous-identity.ts";
import { type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import { type PusherServer, startPusherServer } from "./clients/pusher-server.ts";
import { signedRequest } from "./support/signed-request.ts";
import { ANONYMOUS_KEY, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const SHOP = "https://shop.example";
const channel_rules: readonly ChannelRule[] = [
  { pattern: "private-orders-*", who: "identified" },
  { pattern: "presence-acme-*", who: "groups", groups: ["acme"] },
];
const app: AppRecord = { ...TEST_APP, allowed_origins: [SHOP], settings: appSettings({ channel_rules }) };
// Casts: made-up test IDs.
const console_app: AppRecord = {
  ...TEST_APP,
  id: "5" as AppRecord["id"],
  key: "fanfare-console" as AppRecord["key"],
  system: true,
};
const SOCKET = "1234.1234";
const OWN = "private-fanfare-u_42";

let fixture: TestServer;
let pusherJs: PusherJs;
let library: PusherServer;
beforeAll(async () => {
  const member = {
    channel_id: "mem_1",
    external_id: "mem_1",
    name: "Ada",
    access: { role: "viewer", app_roles: NO_APP_ROLES } as const,
    ends_ms: Infinity,
  };
  fixture = startTestServer([app, console_app], async (request) =>
    request.headers.get("Cookie") === "fanfare_sign_in=good" ? member : undefined,
  );
  [pusherJs, library] = await Promise.all([startPusherJs(), startPusherServer(fixture.library_options)]);
});
afterAll(async () => {
  await Promise.all([pusherJs.stop(), library.stop(), fixture.stop()]);
});

async function tokenOf(
  sub: string,
  claims: Readonly<Record<string, unknown>> = {},
  key: string = app.key,
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(sub)
    .setAudience(key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(TEST_APP.secrets[0]?.secret));
}

interface Call {
  readonly path?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function authorize(call: Call): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${fixture.origin}${call.path ?? "/pusher/auth"}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...call.headers },
    body: call.body ?? new URLSearchParams(call.fields).toString(),
  });
  // Cast: both calls always respond with a JSON object.
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

describe("channel authorization", () => {
  test("signs the caller's own channel for this connection like Pusher's library", async () => {
    const token = await tokenOf("u_42", { groups: ["acme"] });
    for (const channel_name of [OWN, "private-user-u_42", "private-group-acme"]) {
      const { status, body } = await authorize({ fields: { socket_id: SOCKET, channel_name, app: app.key, token } });
      expect(status).toBe(200);
      expect(body).toEqual((await library.call("authorizeChannel", SOCKET, channel_name)).value as typeof body); // Cast: an object.
    }
  });

  test("reads the app from the query and the token from the header", async () => {
    const { status } = await authorize({
      path: `/pusher/auth?app=${app.key}`,
      fields: { socket_id: SOCKET, channel_name: OWN },
      headers: { Authorization: `Bearer ${await tokenOf("u_42")}` },
    });
    expect(status).toBe(200);
  });

  test("takes the app from the token's audience when no field names it", async () => {
    const fields = { socket_id: SOCKET, channel_name: OWN };
    expect((await authorize({ fields: { ...fields, token: await tokenOf("u_42") } })).status).toBe(200);
    const forged = await authorize({ fields: { ...fields, token: `${await tokenOf("u_42")}x` } });
    expect(forged.body).toMatchObject({ status: 401, code: "identity_invalid" });
    expect((await authorize({ fields })).body).toMatchObject({ status: 400, code: "app_key_missing" });
    expect((await authorize({ fields: { ...fields, token: "x.y.z" } })).body).toMatchObject({
      code: "app_key_missing",
    });
  });

  test("allows an anonymous visitor only on their own channel", async () => {
    const issue = createAnonymousIssuer({ clock: systemClock, rng: systemRng, anonymousKey: () => ANONYMOUS_KEY });
    const { anonymous_id, token } = await issue(app);
    const into = (channel_name: string) =>
      authorize({ fields: { socket_id: SOCKET, app: app.key, token, channel_name } });
    expect((await into(`private-fanfare-${anonymous_id}`)).status).toBe(200);
    expect((await into(`private-user-${anonymous_id}`)).body).toMatchObject({ status: 403, code: "channel_refused" });
    expect((await into(OWN)).body).toMatchObject({ status: 403, code: "channel_refused" });
  });

  const good = { socket_id: SOCKET, channel_name: OWN, app: app.key };
  test.each<[what: string, code: string, change: Readonly<Record<string, string>>]>([
    ["another person's channel", "channel_refused", { channel_name: "private-fanfare-u_43" }],
    ["a customer's channel", "channel_refused", { channel_name: "private-orders" }],
    ["a presence channel", "channel_refused", { channel_name: "presence-user-u_42" }],
    ["a public channel", "channel_refused", { channel_name: "fanfare" }],
    ["no channel", "channel_invalid", { channel_name: "" }],
    ["an unknown app", "app_not_found", { app: "nobody" }],
    ["no app", "app_key_missing", { app: "" }],
    ["a token that is none", "identity_invalid", { token: "x.y.z" }],
    ["an empty token", "identity_invalid", { token: "" }],
  ])("rejects %s with %s", async (_, code, change) => {
    const { body, headers } = await authorize({ fields: { ...good, token: await tokenOf("u_42"), ...change } });
    expect(body).toMatchObject({ code, detail: expect.stringMatching(/\.$/) });
    expect(body["auth"]).toBeUndefined();
    expect(headers.get("Content-Type")).toStartWith("application/problem+json");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("rejects a missing token and the token of another app", async () => {
    expect((await authorize({ fields: good })).body).toMatchObject({ status: 401, code: "identity_required" });
    const token = await tokenOf("u_42", {}, "another-app");
    expect((await authorize({ fields: { ...good, token } })).body).toMatchObject({
      status: 401,
      code: "identity_invalid",
    });
  });

  test("rejects a body that isn't a form, is too large, or repeats a field", async () => {
    const json = await authorize({ body: JSON.stringify(good), headers: { "Content-Type": "application/json" } });
    expect(json.body).toMatchObject({ status: 415 });
    const large = await authorize({ body: `x=${"x".repeat(limits.authorization_body_bytes_max)}` });
    expect(large.body).toMatchObject({ status: 413 });
    const twice = await authorize({ body: `${new URLSearchParams(good)}&socket_id=9.9` });
    expect(twice.body).toMatchObject({ status: 400, code: "body_invalid" });
  });
});

describe("user authentication", () => {
  test("signs the caller's identity like Pusher's library", async () => {
    const { status, body } = await authorize({
      path: "/pusher/user-auth",
      fields: { socket_id: SOCKET, app: app.key, token: await tokenOf("u_42") },
    });
    expect(status).toBe(200);
    expect(body).toEqual((await library.call("authenticateUser", SOCKET, { id: "u_42" })).value as typeof body); // Cast: an object.
  });

  test("uses a hash for people whose ID no channel can contain", async () => {
    const { body } = await authorize({
      path: "/pusher/user-auth",
      fields: { socket_id: SOCKET, app: app.key, token: await tokenOf("ada @ shop") },
    });
    expect(body["user_data"]).toMatch(/^\{"id":"sha256-[0-9a-f]{64}"\}$/);
  });

  test("rejects an anonymous visitor", async () => {
    const issue = createAnonymousIssuer({ clock: systemClock, rng: systemRng, anonymousKey: () => ANONYMOUS_KEY });
    const { token } = await issue(app);
    const { body } = await authorize({ path: "/pusher/user-auth", fields: { socket_id: SOCKET, app: app.key, token } });
    expect(body).toMatchObject({ status: 401, code: "identity_required" });
  });
});

describe("texts that must not be signed, because of other signature kinds", () => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const request_text = `POST\n/apps/3/events\nauth_key=${app.key}&auth_timestamp=${timestamp}&auth_version=1.0&x=1`;
  test.each<[what: string, path: string, change: Readonly<Record<string, string>>, code: string]>([
    [
      "a user sign-in in the channel name",
      "/pusher/auth",
      { channel_name: ':user::{"id":"admin"}' },
      "channel_invalid",
    ],
    ["a request in the socket id", "/pusher/auth", { socket_id: request_text }, "socket_id_invalid"],
    ["a request in the socket id of a user", "/pusher/user-auth", { socket_id: request_text }, "socket_id_invalid"],
    ["a socket id that ends in a line feed", "/pusher/auth", { socket_id: "1.1\n" }, "socket_id_invalid"],
    ["a socket id with a channel in it", "/pusher/auth", { socket_id: "1.1:private-orders" }, "socket_id_invalid"],
    ["a socket id in other digits", "/pusher/auth", { socket_id: "١.١" }, "socket_id_invalid"],
    ["an endless socket id", "/pusher/auth", { socket_id: `1.${"1".repeat(100)}` }, "socket_id_invalid"],
    ["no socket id", "/pusher/auth", { socket_id: "" }, "socket_id_invalid"],
    ["channel_data in the channel name", "/pusher/auth", { channel_name: `${OWN}:{}` }, "channel_invalid"],
    ["a channel that ends in a line feed", "/pusher/auth", { channel_name: `${OWN}\n` }, "channel_invalid"],
  ])("%s", async (_, path, change, code) => {
    const fields = { socket_id: SOCKET, channel_name: OWN, app: app.key, token: await tokenOf("u_42"), ...change };
    const { status, body } = await authorize({ path, fields });
    expect({ status, code: body["code"] }).toEqual({ status: 400, code });
    expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}/);
  });

  test("proves that these signatures would be valid", async () => {
    const as_user = channelSignatureText(SOCKET, ':user::{"id":"admin"}');
    expect(as_user).toBe(userSignatureText(SOCKET, '{"id":"admin"}'));
    const secret = TEST_APP.secrets[0]?.secret ?? "";
    const signature = hmacHex(secret, request_text);
    const forged = signedRequest(fixture.origin, { body: "", signature, query: { auth_timestamp: timestamp, x: "1" } });
    // The signature is valid. Only the event is missing.
    expect((await fetch(forged)).status).toBe(400);
  });
});

describe("pages of other origins", () => {
  const good = { socket_id: SOCKET, channel_name: OWN, app: app.key };
  test("are rejected when not in the app's list, and can't read the signature", async () => {
    const fields = { ...good, token: await tokenOf("u_42") };
    const { body } = await authorize({ fields, headers: { Origin: "https://evil.example" } });
    expect(body).toMatchObject({ status: 403, code: "origin_refused" });
  });

  test("can read responses and errors when in the list", async () => {
    const fields = { ...good, token: await tokenOf("u_42") };
    for (const change of [{}, { channel_name: "private-orders" }]) {
      const { headers } = await authorize({ fields: { ...fields, ...change }, headers: { Origin: SHOP } });
      expect(headers.get("Access-Control-Allow-Origin")).toBe(SHOP);
      expect(headers.get("Vary")).toContain("Origin");
    }
  });

  test("get a preflight response for any headers of their client", async () => {
    const response = await fetch(`${fixture.origin}/pusher/auth`, {
      method: "OPTIONS",
      headers: {
        Origin: SHOP,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,x-csrf-token",
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(SHOP);
    expect(response.headers.get("Access-Control-Allow-Headers")).toBe("authorization,x-csrf-token");
    expect(response.headers.get("Access-Control-Allow-Methods")).toBe("POST");
  });
});

describe("session cookie of the console", () => {
  const Cookie = "fanfare_sign_in=good";
  test("identifies a member in the hidden app of the console", async () => {
    const fields = { socket_id: SOCKET, channel_name: "private-fanfare-mem_1", app: console_app.key };
    const { body } = await authorize({ fields, headers: { Cookie } });
    expect(body).toEqual({ auth: signText(console_app, channelSignatureText(SOCKET, "private-fanfare-mem_1")) });
    const other = await authorize({ fields: { ...fields, channel_name: OWN }, headers: { Cookie } });
    expect(other.body).toMatchObject({ status: 403 });
  });

  test("identifies no one in other apps", async () => {
    const fields = { socket_id: SOCKET, channel_name: "private-fanfare-mem_1", app: app.key };
    expect((await authorize({ fields, headers: { Cookie } })).body).toMatchObject({ code: "identity_required" });
  });
});

describe("pusher-js with Fanfare's own auth endpoints", () => {
  const options = (token: string) => ({
    ...fixture.client_options,
    channelAuthorization: { endpoint: `${fixture.origin}/pusher/auth`, params: { token } },
    userAuthentication: { endpoint: `${fixture.origin}/pusher/user-auth`, params: { token } },
  });

  test("enters its own channel, signs in, and gets an error for another one", async () => {
    const page = pusherJs.open(app.key, options(await tokenOf("u_42")));
    page.subscribe(OWN);
    await page.subscribed(OWN);
    page.subscribe("private-orders");
    expect(await page.event("private-orders", "pusher:subscription_error")).toMatchObject({
      type: "AuthError",
      status: 403,
    });
    page.signin();
    await page.until("sign-in", (report) => report.kind === "message" && report.event === "pusher:signin_success");
    fixture.channels.publish(app.id, OWN, "person-changed", { kind: "runs", socket_id: null });
    expect(await page.event(OWN, "person-changed")).toEqual({ kind: "runs", socket_id: null });
  });

  test("enters more channels by the app's rules with valid signatures", async () => {
    const page = pusherJs.open(app.key, options(await tokenOf("u_42", { groups: ["acme"] })));
    page.subscribe("private-orders-7");
    await page.subscribed("private-orders-7");
    page.subscribe("presence-acme-hall");
    expect(await page.subscribed("presence-acme-hall")).toMatchObject({ count: 1, me: { id: "u_42" } });
    page.disconnect();
    const socket_id = SOCKET;
    const token = await tokenOf("u_43");
    const { body } = await authorize({
      fields: { socket_id, channel_name: "presence-acme-hall", app: app.key, token },
    });
    expect(body).toMatchObject({ code: "channel_refused", detail: expect.stringContaining("presence-acme-*") });
  });
});
