import { beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { SignJWT, UnsecuredJWT } from "jose";
import { away, back, CLIENT, type Misdeeds, sign, through } from "../single-sign-on/testing.ts";
import { openProviderHouse } from "./provider-testing.ts";

const the = openProviderHouse();
beforeEach(async () => {
  // Every test comes from the same address: what the ones before used of its budget is back.
  the.clock.advance(10 * MINUTE_MS);
  the.provider.does = {};
  expect((await the.put()).status).toBe(200);
});

const refusal = (code: string) => `/console/sign-in?problem=${code}`;

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
    ["that has expired a minute ago", () => ({ claims: { exp: Math.floor(the.clock.now() / 1_000) - 60 } })],
    ["that is good only in a minute", () => ({ claims: { nbf: Math.floor(the.clock.now() / 1_000) + 60 } })],
    ["without an end", () => ({ claims: { exp: undefined } })],
    ["without a subject", () => ({ claims: { sub: undefined } })],
    ["whose subject is no text", () => ({ claims: { sub: "a\u0000b" } })],
    ["that is no token at all", () => ({ idToken: async () => "not.a.token" })],
    ["that is missing", () => ({ idToken: async () => "" })],
  ];
  test.each(rows)("%s lets nobody in", async (_, does) => {
    const misdeeds = does();
    the.provider.does = { ...misdeeds, claims: { ...the.somebody(), ...misdeeds.claims } };
    const browser = the.house.browser();
    expect(await through(browser)).toBe(refusal("provider_untrusted"));
    expect(browser.cookies.size).toBe(0);
  });

  test("of a clock that differs by twenty seconds is good", async () => {
    const now_s = Math.floor(the.clock.now() / 1_000);
    for (const skew of [
      { iat: now_s + 20, nbf: now_s + 20 },
      { iat: now_s - 400, exp: now_s - 20 },
    ]) {
      the.provider.does = { claims: { ...the.somebody(), ...skew } };
      expect(await through(the.house.browser())).toBe("/console/");
    }
  });

  test("of a new key is good as soon as the provider publishes it, and one of the old key no longer", async () => {
    let old: Parameters<typeof sign>[1] | undefined;
    the.provider.does = {
      claims: the.somebody(),
      idToken: (claims, key) => {
        old = key;
        return sign(claims, key);
      },
    };
    expect(await through(the.house.browser())).toBe("/console/");
    await the.provider.rotate();
    the.provider.does = { claims: the.somebody() };
    expect(await through(the.house.browser())).toBe("/console/");
    the.provider.does = { claims: the.somebody(), idToken: (claims, key) => sign(claims, old ?? key) };
    expect(await through(the.house.browser())).toBe(refusal("provider_untrusted"));
  });
});

describe("the way back", () => {
  test("is this browser's alone: another one, or none, is sent to the door", async () => {
    the.provider.does = { claims: the.somebody() };
    const to = await away(the.house.browser());
    const other = the.house.browser();
    expect((await back(other, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    // A link that somebody prepared, in the middle of a sign-in of one's own (login CSRF).
    await away(other);
    expect((await back(other, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    expect(other.cookies.size).toBe(0);
  });

  test("works once: again it leads to the door, and the code is good for nobody", async () => {
    the.provider.does = { claims: the.somebody() };
    const browser = the.house.browser();
    const to = await away(browser);
    const kept = new Map(browser.cookies);
    expect((await back(browser, to)).headers.get("Location")).toEndWith("/console/");
    expect((await back(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    const thief = the.house.browser();
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect((await back(thief, to)).headers.get("Location")).toEndWith(refusal("provider_refused"));
    expect(the.house.lines.join()).not.toContain(CLIENT.secret);
  });

  test("is open for ten minutes", async () => {
    the.provider.does = { claims: the.somebody() };
    const browser = the.house.browser();
    const to = await away(browser);
    the.clock.advance(10 * MINUTE_MS);
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
      the.provider.does = { claims: the.somebody(), answer: answer ?? (() => {}) };
      const calls = the.provider.token_calls.length;
      expect([String(answer), await through(the.house.browser())]).toEqual([String(answer), refusal(code)]);
      expect(the.provider.token_calls.length).toBe(calls);
    }
  });

  test("may be begun by the provider itself, and by no other (initiate login)", async () => {
    the.provider.does = { claims: the.somebody() };
    expect(await through(the.house.browser(), `?iss=${encodeURIComponent(the.provider.issuer)}`)).toBe("/console/");
    expect(await through(the.house.browser(), "?iss=https%3A%2F%2Fanother.example")).toBe(
      refusal("provider_sign_in_over"),
    );
  });

  test("with an error of the provider leads to the door, which shows none of its words", async () => {
    the.provider.does = {
      answer: (query) => {
        query.delete("code");
        query.set("error", "access_denied");
        query.set("error_description", "<b>Call 555-0100</b>");
      },
    };
    expect(await through(the.house.browser(), "?return_to=%2F1001%2Flive")).toBe(
      `${refusal("provider_refused")}&return_to=%2F1001%2Flive`,
    );
    expect(the.house.lines.join()).not.toContain("555-0100");
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
      the.provider.does = { claims: the.somebody() };
      const browser = the.house.browser();
      const { headers } = await back(browser, await away(browser, `?return_to=${encodeURIComponent(return_to)}`));
      const end = headers.get("Location") ?? "";
      expect([return_to, end.startsWith(`${the.house.origin}/console/`)]).toEqual([return_to, true]);
    }
  });

  test("ends at the door when the provider was changed meanwhile", async () => {
    the.provider.does = { claims: the.somebody() };
    const browser = the.house.browser();
    const to = await away(browser);
    await the.put({ client_id: "another" });
    expect((await back(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
  });

  test("leads to the door while the provider is down, answers nonsense, redirects, or floods", async () => {
    const answers: readonly (() => Response)[] = [
      () => new Response("down", { status: 503 }),
      () => new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      () => Response.redirect(`${the.house.origin}/metrics`, 307),
      () => new Response("x".repeat(300_000), { headers: { "Content-Type": "application/json" } }),
    ];
    for (const path of ["/token", "/jwks"]) {
      for (const answer of answers) {
        the.provider.does = { claims: the.somebody(), fails: { path, with: answer } };
        expect([path, await through(the.house.browser())]).toEqual([path, refusal("provider_unreachable")]);
      }
    }
  });
});
