import { beforeEach, describe, expect, test } from "bun:test";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { bytesOfBase32 } from "../../../../test/support/base32.ts";
import { CLIENT, signInThroughProvider } from "../../../../test/support/identity-provider.ts";
import { useProviderFixture } from "../../../../test/support/provider-fixture.ts";
import { totpCodeAt } from "../../../accounts/sign-in/totp.ts";

const the = useProviderFixture();
beforeEach(async () => {
  // All tests share one client address, so let its rate limit refill.
  the.clock.advance(10 * MINUTE_MS);
  the.provider.faults = {};
  expect((await the.configure()).status).toBe(200);
});

const refusal = (code: string) => `/console/sign-in?problem=${code}`;
const actionsOf = async (member_id: string): Promise<readonly string[]> => {
  const { json } = await the.owner.call("GET", "/api/audit?limit=50");
  return json.items
    .filter((entry: { resource_id: string }) => entry.resource_id === member_id)
    .map((entry: { action: string }) => entry.action);
};

describe("sign-in through the provider", () => {
  test("returns to the page, assigns the default role, and matches by subject", async () => {
    const { sub, email } = the.newPerson();
    the.provider.faults = { claims: { sub, email: email.toUpperCase() } };
    const browser = the.server.browser();
    expect(await signInThroughProvider(browser, `?return_to=${encodeURIComponent("/1001/content?q=a")}`)).toBe(
      "/console/1001/content?q=a",
    );
    const me = (await browser.call("GET", "/api/me")).json.member;
    expect(me).toMatchObject({ email, name: "Ada", role: "viewer" });
    expect((await actionsOf(me.id)).toSorted()).toEqual(["member.create", "member.link_identity", "member.sign_in"]);

    // A new name and email address at the provider still match the same member.
    the.provider.faults = { claims: { sub, email: `renamed-${email}`, email_verified: false } };
    const again = the.server.browser();
    expect(await signInThroughProvider(again)).toBe("/console/");
    expect((await again.call("GET", "/api/me")).json.member).toMatchObject({ id: me.id, email });
    expect((await the.owner.call("GET", "/api/members")).json.items).toContainEqual(
      expect.objectContaining({ id: me.id, has_password: false, has_provider: true }),
    );
    expect((await browser.call("POST", "/api/sign-in", { email, password: "none" })).json.code).toBe("sign_in_failed");
  });

  test("uses the client secret and the PKCE verifier and logs neither", async () => {
    the.provider.faults = { claims: the.newPerson() };
    await signInThroughProvider(the.server.browser());
    const call = the.provider.token_calls.at(-1);
    expect([call?.authorization, call?.form.get("client_secret")]).toEqual([null, CLIENT.secret]);
    expect(the.server.lines.join()).not.toContain(CLIENT.secret);
    expect(the.server.lines.join()).not.toContain(call?.form.get("code_verifier") ?? "no verifier");
  });

  test("matches the member whose email the provider has verified", async () => {
    const { sub, email } = the.newPerson();
    const { json } = await the.owner.call("POST", "/api/invites", { email, role: "editor" });
    const token = new URL(json.url).searchParams.get("token");
    const joined = await the.server
      .browser()
      .call("POST", "/api/invites/accept", { token, name: "Bea", password: "a long pass phrase" });
    the.provider.faults = { claims: { sub, email, email_verified: false } };
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_email_unverified"));
    the.provider.faults = { claims: { sub, email } };
    const browser = the.server.browser();
    expect(await signInThroughProvider(browser)).toBe("/console/");
    expect((await browser.call("GET", "/api/me")).json.member).toMatchObject({
      id: joined.json.member.id,
      role: "editor",
    });

    // Another person who gets the address later isn't the member until the old account is unlinked.
    the.provider.faults = { claims: { sub: `${sub}-heir`, email } };
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_account_other"));
    expect((await the.owner.call("DELETE", `/api/members/${joined.json.member.id}/identities`)).status).toBe(204);
    expect((await browser.call("GET", "/api/me")).json.code).toBe("sign_in_required");
    expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
  });

  test("uses an invitation with its role when only invited people are allowed", async () => {
    await the.configure({ newcomers: "invited", domains: [] });
    const invited = the.newPerson();
    await the.owner.call("POST", "/api/invites", { email: invited.email, role: "admin" });
    the.provider.faults = { claims: the.newPerson() };
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_member_unknown"));
    the.provider.faults = { claims: invited };
    const browser = the.server.browser();
    expect(await signInThroughProvider(browser)).toBe("/console/");
    expect((await browser.call("GET", "/api/me")).json.member.role).toBe("admin");
    const open = (await the.owner.call("GET", "/api/invites")).json.items;
    expect(open.filter((each: { email: string }) => each.email === invited.email)).toEqual([]);
  });

  test("creates one member when several pages return at the same time", async () => {
    the.provider.faults = { claims: the.newPerson() };
    const ends = await Promise.all(Array.from({ length: 4 }, () => signInThroughProvider(the.server.browser())));
    expect(ends).toEqual(["/console/", "/console/", "/console/", "/console/"]);
  });

  test("reads a missing email from userinfo of the same subject", async () => {
    const { sub, email } = the.newPerson();
    the.provider.faults = { claims: { sub, email: undefined }, userinfo: { sub, email, email_verified: true } };
    expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
    the.provider.faults = {
      claims: { ...the.newPerson(), email: undefined },
      userinfo: { sub, email, email_verified: true },
    };
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_untrusted"));
    const nameless = the.newPerson();
    the.provider.faults = {
      claims: { ...nameless, email: undefined },
      userinfo: { sub: nameless.sub, email: "no address" },
    };
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_email_missing"));
  });

  test("requires an email of an allowed domain, also from known members", async () => {
    const { sub, email } = the.newPerson();
    the.provider.faults = { claims: { sub, email: "eve@example.com.evil.test" } };
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_domain_refused"));
    the.provider.faults = { claims: { sub, email } };
    expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
    await the.configure({ domains: ["acme.test"] });
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_domain_refused"));
  });

  test("ends immediately when the member is removed", async () => {
    the.provider.faults = { claims: the.newPerson() };
    const browser = the.server.browser();
    await signInThroughProvider(browser);
    const { id } = (await browser.call("GET", "/api/me")).json.member;
    expect((await the.owner.call("DELETE", `/api/members/${id}`)).status).toBe(204);
    expect((await browser.call("GET", "/api/me")).json.code).toBe("sign_in_required");
    await the.configure({ newcomers: "invited" });
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_member_unknown"));
  });
});

describe("two-factor authentication", () => {
  const STEP_MS = 30_000;
  const OWN = { password: "a long pass phrase" };

  test("is required after the provider unless that used several factors", async () => {
    const { sub, email } = the.newPerson();
    const invited = await the.owner.call("POST", "/api/invites", { email, role: "editor" });
    const token = new URL(invited.json.url).searchParams.get("token");
    const page = the.server.browser();
    await page.call("POST", "/api/invites/accept", { token, name: "Bea", ...OWN });
    const offer = await page.call("POST", "/api/me/two-factor", OWN);
    const codeNow = () => totpCodeAt(bytesOfBase32(offer.json.secret), Math.floor(the.clock.now() / STEP_MS));
    expect((await page.call("POST", "/api/me/two-factor/confirm", { code: codeNow() })).status).toBe(200);
    the.clock.advance(STEP_MS);

    the.provider.faults = { claims: { sub, email, amr: ["pwd"] } };
    const browser = the.server.browser();
    expect(await signInThroughProvider(browser, "?return_to=%2F1001%2Flive")).toBe(
      "/console/sign-in?code=needed&return_to=%2F1001%2Flive",
    );
    expect((await browser.call("GET", "/api/me")).json.code).toBe("sign_in_required");
    const give = (code: string) => browser.call("POST", "/api/provider-sign-in/code", { code });
    expect((await give("000000")).json.code).toBe("second_factor_failed");
    const code = codeNow();
    const given = await give(code);
    expect([given.status, given.json.member.email]).toEqual([200, email]);
    expect((await give(code)).json.code).toBe("provider_sign_in_over");

    the.provider.faults = { claims: { sub, email, amr: ["pwd", "mfa"] } };
    expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
  });

  test("limits guesses as with a password and works only after the provider", async () => {
    const browser = the.server.browser();
    const give = (code: string) => browser.call("POST", "/api/provider-sign-in/code", { code });
    expect((await give("000000")).json.code).toBe("provider_sign_in_over");
    browser.cookies.set("fanfare_provider", "bm90aGluZyBvZiBvdXJz");
    expect((await give("000000")).json.code).toBe("provider_sign_in_over");
    const { sub, email } = the.newPerson();
    const invited = await the.owner.call("POST", "/api/invites", { email, role: "editor" });
    const token = new URL(invited.json.url).searchParams.get("token");
    const page = the.server.browser();
    await page.call("POST", "/api/invites/accept", { token, name: "Cem", ...OWN });
    const offer = await page.call("POST", "/api/me/two-factor", OWN);
    const code = totpCodeAt(bytesOfBase32(offer.json.secret), Math.floor(the.clock.now() / STEP_MS));
    await page.call("POST", "/api/me/two-factor/confirm", { code });
    the.provider.faults = { claims: { sub, email } };
    expect(await signInThroughProvider(browser)).toContain("code=needed");
    for (let guess = 0; guess < limits.sign_in_attempts_per_10_min_max; guess++) {
      expect((await give("000000")).json.code).toBe("second_factor_failed");
    }
    expect(await give("000000")).toMatchObject({ status: 429, json: { code: "rate_limited" } });
  });
});

test("limits provider redirects and callbacks per address", async () => {
  const from = { "X-Forwarded-For": "203.0.113.9" };
  const browser = the.server.browser();
  for (let call = 0; call < limits.provider_calls_per_address_per_10_min_max; call++) {
    await browser.call("GET", "/api/provider-sign-in/callback", undefined, from);
  }
  const { headers } = await browser.call("GET", "/api/provider-sign-in", undefined, from);
  expect(headers.get("Location")).toEndWith(refusal("rate_limited"));
  expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
});
