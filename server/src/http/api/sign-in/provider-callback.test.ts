import { beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { SignJWT, UnsecuredJWT } from "jose";
import {
  CLIENT,
  leaveForProvider,
  type ProviderFaults,
  returnFromProvider,
  signIdToken,
  signInThroughProvider,
} from "../../../../test/support/identity-provider.ts";
import { useProviderFixture } from "../../../../test/support/provider-fixture.ts";

const the = useProviderFixture();
beforeEach(async () => {
  // All tests share one client address, so let its rate limit refill.
  the.clock.advance(10 * MINUTE_MS);
  the.provider.faults = {};
  expect((await the.configure()).status).toBe(200);
});

const refusal = (code: string) => `/console/sign-in?problem=${code}`;

describe("ID token", () => {
  const rows: readonly (readonly [what: string, does: () => ProviderFaults])[] = [
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
      () => ({ idToken: (claims, key) => signIdToken(claims, key, { kid: "unknown" }) }),
    ],
    [
      "that brings its own key",
      () => ({ idToken: async (claims, key) => signIdToken(claims, key, { kid: "mine", jwk: key.jwk }) }),
    ],
    [
      "whose claims were changed on the way",
      () => ({
        idToken: async (claims, key) => {
          const [head, , signature] = (await signIdToken(claims, key)).split(".");
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
  test.each(rows)("rejects %s", async (_, does) => {
    const misdeeds = does();
    the.provider.faults = { ...misdeeds, claims: { ...the.newPerson(), ...misdeeds.claims } };
    const browser = the.server.browser();
    expect(await signInThroughProvider(browser)).toBe(refusal("provider_untrusted"));
    expect(browser.cookies.size).toBe(0);
  });

  test("is accepted with a clock that differs by 20 seconds", async () => {
    const now_s = Math.floor(the.clock.now() / 1_000);
    for (const skew of [
      { iat: now_s + 20, nbf: now_s + 20 },
      { iat: now_s - 400, exp: now_s - 20 },
    ]) {
      the.provider.faults = { claims: { ...the.newPerson(), ...skew } };
      expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
    }
  });

  test("is accepted with a newly published key and no longer with the old one", async () => {
    let old: Parameters<typeof signIdToken>[1] | undefined;
    the.provider.faults = {
      claims: the.newPerson(),
      idToken: (claims, key) => {
        old = key;
        return signIdToken(claims, key);
      },
    };
    expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
    await the.provider.rotate();
    the.provider.faults = { claims: the.newPerson() };
    expect(await signInThroughProvider(the.server.browser())).toBe("/console/");
    the.provider.faults = { claims: the.newPerson(), idToken: (claims, key) => signIdToken(claims, old ?? key) };
    expect(await signInThroughProvider(the.server.browser())).toBe(refusal("provider_untrusted"));
  });
});

describe("provider callback", () => {
  test("works only in the same browser, otherwise leads to the sign-in page", async () => {
    the.provider.faults = { claims: the.newPerson() };
    const to = await leaveForProvider(the.server.browser());
    const other = the.server.browser();
    expect((await returnFromProvider(other, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    // A prepared link during the victim's own sign-in (login CSRF).
    await leaveForProvider(other);
    expect((await returnFromProvider(other, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    expect(other.cookies.size).toBe(0);
  });

  test("works once, then leads to the sign-in page without using the code", async () => {
    the.provider.faults = { claims: the.newPerson() };
    const browser = the.server.browser();
    const to = await leaveForProvider(browser);
    const cookies = new Map(browser.cookies);
    expect((await returnFromProvider(browser, to)).headers.get("Location")).toEndWith("/console/");
    expect((await returnFromProvider(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
    const attacker = the.server.browser();
    for (const [name, value] of cookies) attacker.cookies.set(name, value);
    expect((await returnFromProvider(attacker, to)).headers.get("Location")).toEndWith(refusal("provider_refused"));
    expect(the.server.lines.join()).not.toContain(CLIENT.secret);
  });

  test("works for 10 minutes", async () => {
    the.provider.faults = { claims: the.newPerson() };
    const browser = the.server.browser();
    const to = await leaveForProvider(browser);
    the.clock.advance(10 * MINUTE_MS);
    expect((await returnFromProvider(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
  });

  test("requires exactly one state and one issuer (RFC 9207)", async () => {
    const rows: readonly (readonly [ProviderFaults["answer"], string])[] = [
      [(query) => query.set("state", "another"), "provider_sign_in_over"],
      [(query) => query.delete("state"), "provider_sign_in_over"],
      [(query) => query.set("iss", "https://another.example"), "provider_untrusted"],
      [(query) => query.delete("iss"), "provider_untrusted"],
      [(query) => query.append("code", "second"), "provider_untrusted"],
      [(query) => query.delete("code"), "provider_untrusted"],
    ];
    for (const [answer, code] of rows) {
      the.provider.faults = { claims: the.newPerson(), answer: answer ?? (() => {}) };
      const calls = the.provider.token_calls.length;
      expect([String(answer), await signInThroughProvider(the.server.browser())]).toEqual([
        String(answer),
        refusal(code),
      ]);
      expect(the.provider.token_calls.length).toBe(calls);
    }
  });

  test("allows sign-in started by this provider only (initiate login)", async () => {
    the.provider.faults = { claims: the.newPerson() };
    expect(await signInThroughProvider(the.server.browser(), `?iss=${encodeURIComponent(the.provider.issuer)}`)).toBe(
      "/console/",
    );
    expect(await signInThroughProvider(the.server.browser(), "?iss=https%3A%2F%2Fanother.example")).toBe(
      refusal("provider_sign_in_over"),
    );
  });

  test("leads to the sign-in page on a provider error without showing its text", async () => {
    the.provider.faults = {
      answer: (query) => {
        query.delete("code");
        query.set("error", "access_denied");
        query.set("error_description", "<b>Call 555-0100</b>");
      },
    };
    expect(await signInThroughProvider(the.server.browser(), "?return_to=%2F1001%2Flive")).toBe(
      `${refusal("provider_refused")}&return_to=%2F1001%2Flive`,
    );
    expect(the.server.lines.join()).not.toContain("555-0100");
  });

  test("redirects only to pages of this console", async () => {
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
      the.provider.faults = { claims: the.newPerson() };
      const browser = the.server.browser();
      const { headers } = await returnFromProvider(
        browser,
        await leaveForProvider(browser, `?return_to=${encodeURIComponent(return_to)}`),
      );
      const end = headers.get("Location") ?? "";
      expect([return_to, end.startsWith(`${the.server.origin}/console/`)]).toEqual([return_to, true]);
    }
  });

  test("leads to the sign-in page when the provider has changed", async () => {
    the.provider.faults = { claims: the.newPerson() };
    const browser = the.server.browser();
    const to = await leaveForProvider(browser);
    await the.configure({ client_id: "another" });
    expect((await returnFromProvider(browser, to)).headers.get("Location")).toEndWith(refusal("provider_sign_in_over"));
  });

  test("returns to the sign-in page when the provider fails", async () => {
    const answers: readonly (() => Response)[] = [
      () => new Response("down", { status: 503 }),
      () => new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      () => Response.redirect(`${the.server.origin}/metrics`, 307),
      () => new Response("x".repeat(300_000), { headers: { "Content-Type": "application/json" } }),
    ];
    for (const path of ["/token", "/jwks"]) {
      for (const answer of answers) {
        the.provider.faults = { claims: the.newPerson(), fails: { path, with: answer } };
        expect([path, await signInThroughProvider(the.server.browser())]).toEqual([
          path,
          refusal("provider_unreachable"),
        ]);
      }
    }
  });
});
