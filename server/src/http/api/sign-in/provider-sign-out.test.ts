import { beforeEach, describe, expect, test } from "bun:test";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { SignJWT, UnsecuredJWT } from "jose";
import { CLIENT, LOGOUT_EVENT, signInThroughProvider } from "../../../../test/support/identity-provider.ts";
import { useProviderFixture } from "../../../../test/support/provider-fixture.ts";
import { OWNER, type TestBrowser } from "../../../../test/support/temporary-server.ts";

const the = useProviderFixture();
beforeEach(async () => {
  // Let rate limits refill and provider metadata expire.
  the.clock.advance(10 * MINUTE_MS);
  await set({ end_session_endpoint: `${the.provider.issuer}/logout?tenant=acme` });
});

const set = async (metadata: Readonly<Record<string, unknown>>, fields: object = {}) => {
  the.provider.faults = { metadata };
  expect((await the.configure(fields)).json.provider).toMatchObject({ name: "Acme" });
};

/** A person signed in through the provider, in their own browser and provider session. */
const come = async (claims: Readonly<Record<string, unknown>> = {}) => {
  const new_person = the.newPerson();
  const who = { ...new_person, sid: new_person.sub.replace("sub", "session"), ...claims };
  the.provider.faults = { ...the.provider.faults, claims: who };
  const browser = the.server.browser();
  expect(await signInThroughProvider(browser)).toBe("/console/");
  return { ...who, browser };
};
const is_in = async (browser: TestBrowser) => (await browser.call("GET", "/api/me")).status === 200;
const logOut = (token: string) =>
  the.server.browser().call("POST", "/api/provider-sign-out", new URLSearchParams({ logout_token: token }).toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
    Origin: "null",
  });

describe("provider sign-out", () => {
  const signOut = async (browser: TestBrowser) => (await browser.call("POST", "/api/sign-out", {})).json.provider_url;

  test("redirects to the provider with the ID token and then to the sign-in page", async () => {
    const { browser, sub } = await come();
    const url = new URL(await signOut(browser));
    expect(`${url.origin}${url.pathname}`).toBe(`${the.provider.issuer}/logout`);
    const { id_token_hint, ...rest } = Object.fromEntries(url.searchParams);
    const sign_in_url = `${the.server.origin}/console/sign-in`;
    expect(rest).toEqual({ tenant: "acme", client_id: CLIENT.id, post_logout_redirect_uri: sign_in_url });
    expect(JSON.parse(Buffer.from(id_token_hint?.split(".")[1] ?? "", "base64url").toString()).sub).toBe(sub);
    expect(await is_in(browser)).toBe(false);
    expect(await signOut(browser)).toBeNull();
    // The ID token is stored encrypted and deleted with the session.
    const again = await come({ sub });
    const sessions = await the.server.fanfare.store.db.selectFrom("provider_sessions").selectAll().execute();
    expect(sessions.find(({ subject }) => subject === sub)).toMatchObject({ sid: again.sid });
    expect(JSON.stringify(sessions)).not.toContain(id_token_hint ?? "no token");
    expect(sessions.filter(({ subject }) => subject === sub).length).toBe(1);
  });

  test("stays local when the provider has no valid sign-out URL", async () => {
    for (const end_session_endpoint of [undefined, "javascript:alert(1)", "no address"]) {
      the.clock.advance(limits.provider_discovery_minutes * MINUTE_MS);
      await set({ end_session_endpoint });
      const { browser } = await come();
      expect([end_session_endpoint, await signOut(browser)]).toEqual([end_session_endpoint, null]);
    }
  });

  test("stays local if so configured, after a password, or without single sign-on", async () => {
    const [first, second] = [await come(), await come()];
    await set({}, { signs_out_there: false });
    expect(await signOut(first.browser)).toBeNull();
    await set({});
    const browser = the.server.browser();
    await browser.call("POST", "/api/sign-in", OWNER);
    expect(await signOut(browser)).toBeNull();
    await the.disable();
    expect(await signOut(second.browser)).toBeNull();
    expect(await is_in(second.browser)).toBe(false);
  });

  test("omits the hint when the ID token is too long for a URL", async () => {
    const { browser } = await come({ groups: "g".repeat(limits.provider_id_token_chars_max) });
    const { searchParams } = new URL(await signOut(browser));
    expect([searchParams.get("client_id"), searchParams.has("id_token_hint")]).toEqual([CLIENT.id, false]);
  });
});

describe("logout token", () => {
  test("ends only the sessions behind a provider session, immediately", async () => {
    const one = await come();
    const beside = await come({ sub: one.sub, email: one.email, sid: "another" });
    const otherPerson = await come();
    const { status, headers } = await logOut(await the.provider.logoutToken({ sub: one.sub, sid: one.sid }));
    expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect([await is_in(one.browser), await is_in(beside.browser), await is_in(otherPerson.browser)]).toEqual([
      ...[false, true, true],
    ]);
    // The token names only the session, or only the person.
    expect((await logOut(await the.provider.logoutToken({ sid: "another" }))).status).toBe(200);
    expect(await is_in(beside.browser)).toBe(false);
    expect((await logOut(await the.provider.logoutToken({ sub: otherPerson.sub }))).status).toBe(200);
    expect(await is_in(otherPerson.browser)).toBe(false);
    const { json } = await the.owner.call("GET", "/api/audit?limit=3&action=member.sign_out");
    expect(json.items.map((entry: { detail: object }) => entry.detail)).toEqual(Array(3).fill({ by: "provider" }));
  });

  test("ends a person's provider sessions, also unnamed ones, but not password ones", async () => {
    const one = await come({ sid: undefined });
    const { json } = await the.owner.call("POST", "/api/members/none/reset-link", {});
    expect(json.code).toBe("member_not_found");
    expect((await logOut(await the.provider.logoutToken({ sub: one.sub, sid: "never heard of" }))).status).toBe(200);
    expect(await is_in(one.browser)).toBe(false);
    expect(await is_in(the.owner)).toBe(true);
    // No sessions are left. Ending them again isn't an error.
    expect((await logOut(await the.provider.logoutToken({ sub: one.sub }))).status).toBe(200);
  });

  const now_s = () => Math.floor(the.clock.now() / SECOND_MS);
  const rows: readonly (readonly [string, (sub: string) => Promise<string>])[] = [
    [
      "without a signature",
      async (sub) => new UnsecuredJWT({ sub }).setIssuer(the.provider.issuer).setAudience(CLIENT.id).encode(),
    ],
    [
      "signed with the client's own secret",
      (sub) =>
        new SignJWT({ sub, events: { [LOGOUT_EVENT]: {} }, jti: "a", iat: now_s(), exp: now_s() + 60 })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer(the.provider.issuer)
          .setAudience(CLIENT.id)
          .sign(new TextEncoder().encode(CLIENT.secret)),
    ],
    ["of a key that is not published", (sub) => the.provider.logoutToken({ sub }, { kid: "unknown" })],
    ["of another issuer", (sub) => the.provider.logoutToken({ sub, iss: "https://another.example" })],
    ["for another client", (sub) => the.provider.logoutToken({ sub, aud: "another" })],
    ["that is an ID token: with a nonce", (sub) => the.provider.logoutToken({ sub, nonce: "n" })],
    ["without the event", (sub) => the.provider.logoutToken({ sub, events: {} })],
    ["whose event is no object", (sub) => the.provider.logoutToken({ sub, events: { [LOGOUT_EVENT]: "yes" } })],
    ["without events", (sub) => the.provider.logoutToken({ sub, events: undefined })],
    ["of nobody", () => the.provider.logoutToken({})],
    ["of nobody that can be named", () => the.provider.logoutToken({ sub: "a\u0000b" })],
    ["that is over", (sub) => the.provider.logoutToken({ sub, exp: now_s() - 60 })],
    ["without an end", (sub) => the.provider.logoutToken({ sub, exp: undefined })],
    ["that was made long ago", (sub) => the.provider.logoutToken({ sub, iat: now_s() - 3_600 })],
    ["of the future", (sub) => the.provider.logoutToken({ sub, iat: now_s() + 600 })],
    ["without an id", (sub) => the.provider.logoutToken({ sub, jti: undefined })],
    ["of another type", (sub) => the.provider.logoutToken({ sub }, { typ: "at+jwt" })],
    ["that is no token", async () => "not.a.token"],
  ];
  test("ends nothing with missing or extra claims", async () => {
    const { browser, sub } = await come();
    for (const [what, make] of rows) {
      const { status, json } = await logOut(await make(sub));
      expect([what, status, json.code]).toEqual([what, 400, "logout_token_invalid"]);
    }
    expect(await is_in(browser)).toBe(true);
    expect(the.server.lines.join()).toContain("provider_sign_out_refused");
  });

  test("is accepted only once per request, in a small form", async () => {
    const token = await the.provider.logoutToken({ sub: "sub-0" });
    const send = (body: string) => the.server.browser().call("POST", "/api/provider-sign-out", body);
    expect((await send(`logout_token=${token}&logout_token=${token}`)).json.code).toBe("logout_token_invalid");
    expect((await send("")).json.code).toBe("logout_token_invalid");
    expect((await send("x".repeat(limits.provider_logout_body_bytes_max + 1))).json.code).toBe("body_too_large");
  });

  test("requests the provider's keys at most once within seconds", async () => {
    the.clock.advance(limits.provider_keys_kept_s * SECOND_MS);
    const keyRequests = () => the.provider.requests.filter((path) => path === "/jwks").length;
    const { sub } = await come();
    const before = keyRequests();
    await logOut(await the.provider.logoutToken({ sub, iss: "https://another.example" }));
    expect(keyRequests()).toBe(before);
    await Promise.all([1, 2, 3].map(async () => logOut(await the.provider.logoutToken({ sub }))));
    expect(keyRequests()).toBe(before + 1);
    // New keys are accepted once the cached ones have expired.
    await the.provider.rotate();
    the.clock.advance(limits.provider_keys_kept_s * SECOND_MS);
    expect((await logOut(await the.provider.logoutToken({ sub }))).status).toBe(200);
  });

  test("is rejected without a provider or while its keys are unavailable", async () => {
    const { sub, browser } = await come();
    the.clock.advance(limits.provider_keys_kept_s * SECOND_MS);
    the.provider.faults = {
      ...the.provider.faults,
      fails: { path: "/jwks", with: () => new Response("down", { status: 503 }) },
    };
    expect((await logOut(await the.provider.logoutToken({ sub }))).json.code).toBe("provider_unreachable");
    expect(await is_in(browser)).toBe(true);
    await the.disable();
    expect((await logOut(await the.provider.logoutToken({ sub }))).json.code).toBe("single_sign_on_off");
  });
});
