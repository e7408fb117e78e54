import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { SignJWT, UnsecuredJWT } from "jose";
import { codeAt } from "../accounts/totp.ts";
import { bytesOfBase32 } from "../accounts/totp-testing.ts";
import {
  away,
  back,
  CLIENT,
  type Misdeeds,
  openProvider,
  sign,
  type TestProvider,
  through,
} from "../single-sign-on/testing.ts";
import { type Browser, type TemporaryHouse, temporaryHouse } from "../testing.ts";

const clock = manualClock(Date.now());
let provider: TestProvider;
let house: TemporaryHouse;
let owner: Browser;
let revision: number | undefined;

beforeAll(async () => {
  [provider, house] = await Promise.all([openProvider(clock), temporaryHouse({ clock })]);
  owner = await house.ownerBrowser();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const wish = (fields: object = {}) => ({
  ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, domains: ["example.com"] },
  ...{ newcomers: "viewer", passwords: "everyone", client_secret: CLIENT.secret, ...fields },
});
const put = async (fields: object = {}) => {
  const headers = revision === undefined ? {} : { "if-match": `"${revision}"` };
  const answer = await owner.call("PUT", "/api/single-sign-on", wish(fields), headers);
  revision = answer.json.provider?.revision ?? revision;
  return answer;
};
beforeEach(async () => {
  // Every test comes from the same address: what the ones before used of its budget is back.
  clock.advance(10 * MINUTE_MS);
  provider.does = {};
  expect((await put()).status).toBe(200);
});

let people = 0;
/** Somebody who never came before. */
const somebody = (): { readonly sub: string; readonly email: string } => {
  people++;
  return { sub: `sub-${people}`, email: `person-${people}@example.com` };
};
const refusal = (code: string) => `/console/sign-in?problem=${code}`;
const actionsOf = async (member_id: string): Promise<readonly string[]> => {
  const { json } = await owner.call("GET", "/api/audit?limit=50");
  return json.items
    .filter((entry: { resource_id: string }) => entry.resource_id === member_id)
    .map((entry: { action: string }) => entry.action);
};

describe("who comes through the provider", () => {
  test("lands where they wanted to go, with the role of newcomers, and is known again by their subject", async () => {
    const { sub, email } = somebody();
    provider.does = { claims: { sub, email: email.toUpperCase() } };
    const browser = house.browser();
    expect(await through(browser, `?return_to=${encodeURIComponent("/1001/content?q=a")}`)).toBe(
      "/console/1001/content?q=a",
    );
    const me = (await browser.call("GET", "/api/me")).json.member;
    expect(me).toMatchObject({ email, name: "Ada", role: "viewer" });
    expect((await actionsOf(me.id)).toSorted()).toEqual(["member.create", "member.link_identity", "member.sign_in"]);

    // Another name and address there: still the same member here.
    provider.does = { claims: { sub, email: `renamed-${email}`, email_verified: false } };
    const again = house.browser();
    expect(await through(again)).toBe("/console/");
    expect((await again.call("GET", "/api/me")).json.member).toMatchObject({ id: me.id, email });
    expect((await owner.call("GET", "/api/members")).json.items).toContainEqual(
      expect.objectContaining({ id: me.id, has_password: false, has_provider: true }),
    );
    expect((await browser.call("POST", "/api/sign-in", { email, password: "none" })).json.code).toBe("sign_in_failed");
  });

  test("is asked for with the client's secret and the PKCE verifier, and nothing of either is in the log", async () => {
    provider.does = { claims: somebody() };
    await through(house.browser());
    const call = provider.token_calls.at(-1);
    expect([call?.authorization, call?.form.get("client_secret")]).toEqual([null, CLIENT.secret]);
    expect(house.lines.join()).not.toContain(CLIENT.secret);
    expect(house.lines.join()).not.toContain(call?.form.get("code_verifier") ?? "no verifier");
  });

  test("becomes the member whose address the provider has verified", async () => {
    const { sub, email } = somebody();
    const { json } = await owner.call("POST", "/api/invites", { email, role: "editor" });
    const token = new URL(json.url).searchParams.get("token");
    const joined = await house
      .browser()
      .call("POST", "/api/invites/accept", { token, name: "Bea", password: "a long pass phrase" });
    provider.does = { claims: { sub, email, email_verified: false } };
    expect(await through(house.browser())).toBe(refusal("provider_email_unverified"));
    provider.does = { claims: { sub, email } };
    const browser = house.browser();
    expect(await through(browser)).toBe("/console/");
    expect((await browser.call("GET", "/api/me")).json.member).toMatchObject({
      id: joined.json.member.id,
      role: "editor",
    });

    // Whoever gets the address after them is somebody else, until somebody here says otherwise.
    provider.does = { claims: { sub: `${sub}-heir`, email } };
    expect(await through(house.browser())).toBe(refusal("provider_account_other"));
    expect((await owner.call("DELETE", `/api/members/${joined.json.member.id}/identities`)).status).toBe(204);
    expect((await browser.call("GET", "/api/me")).json.code).toBe("sign_in_required");
    expect(await through(house.browser())).toBe("/console/");
  });

  test("uses an invitation up, with its role, where only who was invited comes in", async () => {
    await put({ newcomers: "invited", domains: [] });
    const invited = somebody();
    await owner.call("POST", "/api/invites", { email: invited.email, role: "admin" });
    provider.does = { claims: somebody() };
    expect(await through(house.browser())).toBe(refusal("provider_member_unknown"));
    provider.does = { claims: invited };
    const browser = house.browser();
    expect(await through(browser)).toBe("/console/");
    expect((await browser.call("GET", "/api/me")).json.member.role).toBe("admin");
    const open = (await owner.call("GET", "/api/invites")).json.items;
    expect(open.filter((each: { email: string }) => each.email === invited.email)).toEqual([]);
  });

  test("is one member, however many pages come back at once", async () => {
    provider.does = { claims: somebody() };
    const ends = await Promise.all(Array.from({ length: 4 }, () => through(house.browser())));
    expect(ends).toEqual(["/console/", "/console/", "/console/", "/console/"]);
  });

  test("is asked for with the token's own word: an address that it lacks comes from userinfo, of the same subject", async () => {
    const { sub, email } = somebody();
    provider.does = { claims: { sub, email: undefined }, userinfo: { sub, email, email_verified: true } };
    expect(await through(house.browser())).toBe("/console/");
    provider.does = { claims: { ...somebody(), email: undefined }, userinfo: { sub, email, email_verified: true } };
    expect(await through(house.browser())).toBe(refusal("provider_untrusted"));
    const nameless = somebody();
    provider.does = { claims: { ...nameless, email: undefined }, userinfo: { sub: nameless.sub, email: "no address" } };
    expect(await through(house.browser())).toBe(refusal("provider_email_missing"));
  });

  test("has an address of an allowed domain, also when they were known before", async () => {
    const { sub, email } = somebody();
    provider.does = { claims: { sub, email: "eve@example.com.evil.test" } };
    expect(await through(house.browser())).toBe(refusal("provider_domain_refused"));
    provider.does = { claims: { sub, email } };
    expect(await through(house.browser())).toBe("/console/");
    await put({ domains: ["acme.test"] });
    expect(await through(house.browser())).toBe(refusal("provider_domain_refused"));
  });

  test("loses access at once when they are removed", async () => {
    provider.does = { claims: somebody() };
    const browser = house.browser();
    await through(browser);
    const { id } = (await browser.call("GET", "/api/me")).json.member;
    expect((await owner.call("DELETE", `/api/members/${id}`)).status).toBe(204);
    expect((await browser.call("GET", "/api/me")).json.code).toBe("sign_in_required");
    await put({ newcomers: "invited" });
    expect(await through(house.browser())).toBe(refusal("provider_member_unknown"));
  });
});

describe("an ID token", () => {
  const rows: readonly (readonly [what: string, does: () => Misdeeds])[] = [
    ["without a signature (alg none)", () => ({ idToken: async (claims) => new UnsecuredJWT({ ...claims }).encode() })],
    [
      "signed with the client's own secret (HS256)",
      () => ({
        idToken: (claims, { kid }) =>
          new SignJWT({ ...claims })
            .setProtectedHeader({ alg: "HS256", kid })
            .sign(new TextEncoder().encode(CLIENT.secret)),
      }),
    ],
    [
      "signed with the public key as if it were a secret (HS256)",
      () => ({
        idToken: (claims, { kid, jwk }) =>
          new SignJWT({ ...claims })
            .setProtectedHeader({ alg: "HS256", kid })
            .sign(new TextEncoder().encode(JSON.stringify(jwk))),
      }),
    ],
    [
      "of a key that the provider does not publish",
      () => ({ idToken: (claims, key) => sign(claims, key, { kid: "unknown" }) }),
    ],
    [
      "that brings its own key",
      () => ({ idToken: async (claims, key) => sign(claims, key, { kid: "mine", jwk: key.jwk }) }),
    ],
    [
      "whose claims were changed on the way",
      () => ({
        idToken: async (claims, key) => {
          const [head, , signature] = (await sign(claims, key)).split(".");
          const changed = Buffer.from(JSON.stringify({ ...claims, email: "owner@example.com" })).toString("base64url");
          return [head, changed, signature].join(".");
        },
      }),
    ],
    ["with another nonce", () => ({ claims: { nonce: "another" } })],
    ["without a nonce", () => ({ claims: { nonce: undefined } })],
    ["for another client", () => ({ claims: { aud: "another" } })],
    [
      "for several clients, authorized for another (azp)",
      () => ({ claims: { aud: [CLIENT.id, "another"], azp: "another" } }),
    ],
    ["of another issuer", () => ({ claims: { iss: "https://another.example" } })],
    ["that has expired a minute ago", () => ({ claims: { exp: Math.floor(clock.now() / 1_000) - 60 } })],
    ["that is good only in a minute", () => ({ claims: { nbf: Math.floor(clock.now() / 1_000) + 60 } })],
    ["without an end", () => ({ claims: { exp: undefined } })],
    ["without a subject", () => ({ claims: { sub: undefined } })],
    ["whose subject is no text", () => ({ claims: { sub: "a\u0000b" } })],
    ["that is no token at all", () => ({ idToken: async () => "not.a.token" })],
    ["that is missing", () => ({ idToken: async () => "" })],
  ];
  test.each(rows)("%s lets nobody in", async (_, does) => {
    const misdeeds = does();
    provider.does = { ...misdeeds, claims: { ...somebody(), ...misdeeds.claims } };
    const browser = house.browser();
    expect(await through(browser)).toBe(refusal("provider_untrusted"));
    expect(browser.cookies.size).toBe(0);
  });

  test("of a clock that differs by twenty seconds is good", async () => {
    const now_s = Math.floor(clock.now() / 1_000);
    for (const skew of [
      { iat: now_s + 20, nbf: now_s + 20 },
      { iat: now_s - 400, exp: now_s - 20 },
    ]) {
      provider.does = { claims: { ...somebody(), ...skew } };
      expect(await through(house.browser())).toBe("/console/");
    }
  });

  test("of a new key is good as soon as the provider publishes it, and one of the old key no longer", async () => {
    let old: Parameters<typeof sign>[1] | undefined;
    provider.does = {
      claims: somebody(),
      idToken: (claims, key) => {
        old = key;
        return sign(claims, key);
      },
    };
    expect(await through(house.browser())).toBe("/console/");
    await provider.rotate();
    provider.does = { claims: somebody() };
    expect(await through(house.browser())).toBe("/console/");
    provider.does = { claims: somebody(), idToken: (claims, key) => sign(claims, old ?? key) };
    expect(await through(house.browser())).toBe(refusal("provider_untrusted"));
  });
});

describe("the way back", () => {
  test("is this browser's alone: another one, or none, is sent to the door", async () => {
    provider.does = { claims: somebody() };
    const to = await away(house.browser());
    const other = house.browser();
    expect((await back(other, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    // A link that somebody prepared, in the middle of a sign-in of one's own (login CSRF).
    await away(other);
    expect((await back(other, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    expect(other.cookies.size).toBe(0);
  });

  test("works once: again it leads to the door, and the code is good for nobody", async () => {
    provider.does = { claims: somebody() };
    const browser = house.browser();
    const to = await away(browser);
    const kept = new Map(browser.cookies);
    expect((await back(browser, to)).headers.get("Location")).toEndWith("/console/");
    expect((await back(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    const thief = house.browser();
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect((await back(thief, to)).headers.get("Location")).toEndWith(refusal("provider_refused"));
    expect(house.lines.join()).not.toContain(CLIENT.secret);
  });

  test("is open for ten minutes", async () => {
    provider.does = { claims: somebody() };
    const browser = house.browser();
    const to = await away(browser);
    clock.advance(10 * MINUTE_MS);
    expect((await back(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
  });

  test("asks for the state, for the issuer (RFC 9207), and for one of each", async () => {
    const rows: readonly (readonly [Misdeeds["answer"], string])[] = [
      [(query) => query.set("state", "another"), "provider_sign_in_over"],
      [(query) => query.delete("state"), "provider_sign_in_over"],
      [(query) => query.set("iss", "https://another.example"), "provider_untrusted"],
      [(query) => query.delete("iss"), "provider_untrusted"],
      [(query) => query.append("code", "second"), "provider_untrusted"],
      [(query) => query.delete("code"), "provider_untrusted"],
    ];
    for (const [answer, code] of rows) {
      provider.does = { claims: somebody(), answer: answer ?? (() => {}) };
      const calls = provider.token_calls.length;
      expect([String(answer), await through(house.browser())]).toEqual([String(answer), refusal(code)]);
      expect(provider.token_calls.length).toBe(calls);
    }
  });

  test("may be begun by the provider itself, and by no other (initiate login)", async () => {
    provider.does = { claims: somebody() };
    expect(await through(house.browser(), `?iss=${encodeURIComponent(provider.issuer)}`)).toBe("/console/");
    expect(await through(house.browser(), "?iss=https%3A%2F%2Fanother.example")).toBe(refusal("provider_sign_in_over"));
  });

  test("with an error of the provider leads to the door, which shows none of its words", async () => {
    provider.does = {
      answer: (query) => {
        query.delete("code");
        query.set("error", "access_denied");
        query.set("error_description", "<b>Call 555-0100</b>");
      },
    };
    expect(await through(house.browser(), "?return_to=%2F1001%2Flive")).toBe(
      `${refusal("provider_refused")}&return_to=%2F1001%2Flive`,
    );
    expect(house.lines.join()).not.toContain("555-0100");
  });

  test("leads to pages of this console alone", async () => {
    const hostile = [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/../../evil",
      "/..%2f..%2fx",
      "/\tx",
      "@evil.example",
      "/a".repeat(800),
    ];
    for (const return_to of hostile) {
      provider.does = { claims: somebody() };
      const browser = house.browser();
      const { headers } = await back(browser, await away(browser, `?return_to=${encodeURIComponent(return_to)}`));
      const end = headers.get("Location") ?? "";
      expect([return_to, end.startsWith(`${house.origin}/console/`)]).toEqual([return_to, true]);
    }
  });

  test("ends at the door when the provider was changed meanwhile", async () => {
    provider.does = { claims: somebody() };
    const browser = house.browser();
    const to = await away(browser);
    await put({ client_id: "another" });
    expect((await back(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
  });

  test("leads to the door while the provider is down, answers nonsense, redirects, or floods", async () => {
    const answers: readonly (() => Response)[] = [
      () => new Response("down", { status: 503 }),
      () => new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      () => Response.redirect(`${house.origin}/metrics`, 307),
      () => new Response("x".repeat(300_000), { headers: { "Content-Type": "application/json" } }),
    ];
    for (const path of ["/token", "/jwks"]) {
      for (const answer of answers) {
        provider.does = { claims: somebody(), fails: { path, with: answer } };
        expect([path, await through(house.browser())]).toEqual([path, refusal("provider_unreachable")]);
      }
    }
  });
});

describe("two-factor sign-in", () => {
  const STEP_MS = 30_000;
  const OWN = { password: "a long pass phrase" };

  test("of the member is asked for after the provider, unless that asked for more than one factor itself", async () => {
    const { sub, email } = somebody();
    const invited = await owner.call("POST", "/api/invites", { email, role: "editor" });
    const token = new URL(invited.json.url).searchParams.get("token");
    const page = house.browser();
    await page.call("POST", "/api/invites/accept", { token, name: "Bea", ...OWN });
    const offer = await page.call("POST", "/api/me/two-factor", OWN);
    const codeNow = () => codeAt(bytesOfBase32(offer.json.secret), Math.floor(clock.now() / STEP_MS));
    expect((await page.call("POST", "/api/me/two-factor/confirm", { code: codeNow() })).status).toBe(200);
    clock.advance(STEP_MS);

    provider.does = { claims: { sub, email, amr: ["pwd"] } };
    const browser = house.browser();
    expect(await through(browser, "?return_to=%2F1001%2Flive")).toBe(
      "/console/sign-in?code=needed&return_to=%2F1001%2Flive",
    );
    expect((await browser.call("GET", "/api/me")).json.code).toBe("sign_in_required");
    const give = (code: string) => browser.call("POST", "/api/provider-sign-in/code", { code });
    expect((await give("000000")).json.code).toBe("second_factor_failed");
    const code = codeNow();
    const given = await give(code);
    expect([given.status, given.json.member.email]).toEqual([200, email]);
    expect((await give(code)).json.code).toBe("provider_sign_in_over");

    provider.does = { claims: { sub, email, amr: ["pwd", "mfa"] } };
    expect(await through(house.browser())).toBe("/console/");
  });

  test("is guessed no more often than beside a password, and nowhere but after the provider", async () => {
    const browser = house.browser();
    const give = (code: string) => browser.call("POST", "/api/provider-sign-in/code", { code });
    expect((await give("000000")).json.code).toBe("provider_sign_in_over");
    browser.cookies.set("fanfare_provider", "bm90aGluZyBvZiBvdXJz");
    expect((await give("000000")).json.code).toBe("provider_sign_in_over");
    const { sub, email } = somebody();
    const invited = await owner.call("POST", "/api/invites", { email, role: "editor" });
    const token = new URL(invited.json.url).searchParams.get("token");
    const page = house.browser();
    await page.call("POST", "/api/invites/accept", { token, name: "Cem", ...OWN });
    const offer = await page.call("POST", "/api/me/two-factor", OWN);
    const code = codeAt(bytesOfBase32(offer.json.secret), Math.floor(clock.now() / STEP_MS));
    await page.call("POST", "/api/me/two-factor/confirm", { code });
    provider.does = { claims: { sub, email } };
    expect(await through(browser)).toContain("code=needed");
    for (let guess = 0; guess < limits.sign_in_attempts_per_10_min_max; guess++) {
      expect((await give("000000")).json.code).toBe("second_factor_failed");
    }
    expect(await give("000000")).toMatchObject({ status: 429, json: { code: "rate_limited" } });
  });
});

test("one address goes to the provider and back so often, and no more", async () => {
  const from = { "X-Forwarded-For": "203.0.113.9" };
  const browser = house.browser();
  for (let call = 0; call < limits.provider_calls_per_address_per_10_min_max; call++) {
    await browser.call("GET", "/api/provider-sign-in/callback", undefined, from);
  }
  const { headers } = await browser.call("GET", "/api/provider-sign-in", undefined, from);
  expect(headers.get("Location")).toEndWith(refusal("rate_limited"));
  expect(await through(house.browser())).toBe("/console/");
});
