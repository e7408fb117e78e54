import { describe, expect, test } from "bun:test";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { appRecord } from "../../../test/support/v1-server.ts";
import { createAnonymousIssuer, needsRenewal } from "./anonymous-identity.ts";
import { ANONYMOUS_KID, createIdentityVerifier } from "./identity.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const NOW_S = NOW_MS / SECOND_MS;

const shop = appRecord({
  secrets: [
    { id: "s2", secret: "the-newer-secret-of-the-shop-0123456789" },
    { id: "s1", secret: "the-older-secret-of-the-shop-0123456789" },
  ],
});
const other_app = appRecord({
  id: "1002" as AppId,
  key: "bakery-key" as AppKey,
  secrets: [{ id: "b1", secret: "bread" }],
});
const anonymousKey = new TextEncoder().encode("the key that only the server knows");
const clock = manualClock(NOW_MS);
const verifyIdentity = createIdentityVerifier({ clock, anonymousKeys: () => [anonymousKey] });
const issueAnonymous = createAnonymousIssuer({ clock, rng: seededRng(1), anonymousKey: () => anonymousKey });

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs tokens manually, to allow headers and claims that no library writes. */
function tokenOf(claims: unknown, options: { secret?: string; header?: Record<string, unknown> } = {}): string {
  const signed = `${base64url({ alg: "HS256", typ: "JWT", ...options.header })}.${base64url(claims)}`;
  const secret = options.secret ?? shop.secrets[0]?.secret ?? "";
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const good = { sub: "u_42", aud: "shop-key", exp: NOW_S + 600 };

describe("token signed by the app", () => {
  test("contains the person, the channel, and the groups", async () => {
    expect(await verifyIdentity(tokenOf({ ...good, groups: ["acme", "globex"] }), shop)).toEqual({
      ok: true,
      identity: { kind: "person", external_id: "u_42", channel_id: "u_42", groups: ["acme", "globex"] },
    });
  });

  test("can be signed with the older live secret, with or without kid", async () => {
    const secret = "the-older-secret-of-the-shop-0123456789";
    expect((await verifyIdentity(tokenOf(good, { secret }), shop)).ok).toBe(true);
    expect((await verifyIdentity(tokenOf(good, { secret, header: { kid: "s1" } }), shop)).ok).toBe(true);
  });

  test("is accepted up to 30 seconds before its start and after its expiration", async () => {
    const skew = limits.identity_clock_skew_s;
    expect((await verifyIdentity(tokenOf({ ...good, exp: NOW_S - skew + 1 }), shop)).ok).toBe(true);
    expect((await verifyIdentity(tokenOf({ ...good, exp: NOW_S - skew }), shop)).ok).toBe(false);
    expect((await verifyIdentity(tokenOf({ ...good, nbf: NOW_S + skew }), shop)).ok).toBe(true);
    expect((await verifyIdentity(tokenOf({ ...good, nbf: NOW_S + skew + 1 }), shop)).ok).toBe(false);
  });

  test("expires and ends with its secret, even if it was verified before", async () => {
    const clock = manualClock(NOW_MS);
    const verify = createIdentityVerifier({ clock, anonymousKeys: () => [new Uint8Array(32)] });
    const token = tokenOf({ ...good, exp: NOW_S + 60 });
    expect([(await verify(token, shop)).ok, (await verify(token, shop)).ok]).toEqual([true, true]);
    // A changed app is another record.
    expect((await verify(token, appRecord({ secrets: [] }))).ok).toBe(false);
    clock.advance((60 + limits.identity_clock_skew_s) * SECOND_MS);
    expect(await verify(token, shop)).toMatchObject({ ok: false, code: "identity_expired" });
  });

  test("reports each use of its secret", async () => {
    let uses = 0;
    const app = appRecord({ secrets: [{ id: "s1", secret: "secret-of-the-shop", onUse: () => uses++ }] });
    const token = tokenOf(good, { secret: "secret-of-the-shop" });
    for (let use = 0; use < 3; use++) await verifyIdentity(token, app);
    expect(uses).toBe(3);
  });

  test("hashes the channel of an external ID that no channel name can contain", async () => {
    const result = await verifyIdentity(tokenOf({ ...good, sub: "ada@example.com/ü" }), shop);
    expect(result).toMatchObject({
      ok: true,
      identity: { channel_id: expect.stringMatching(/^sha256-[0-9a-f]{64}$/) },
    });
  });
});

describe("rejected token", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rs256 = (): string => {
    const signed = `${base64url({ alg: "RS256" })}.${base64url(good)}`;
    return `${signed}.${sign("sha256", Buffer.from(signed), rsa.privateKey).toString("base64url")}`;
  };
  const flipped = (token: string): string => `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
  const anon = "anon-019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a";

  const cases: readonly (readonly [rule: string, token: string, code: "identity_invalid" | "identity_expired"])[] = [
    ["when it is empty", "", "identity_invalid"],
    ["when it is not a JWT", "u_42", "identity_invalid"],
    ["when it has no signature", tokenOf(good).split(".").slice(0, 2).join("."), "identity_invalid"],
    ["when its signature is empty", `${tokenOf(good).split(".").slice(0, 2).join(".")}.`, "identity_invalid"],
    ["when its signature was changed", flipped(tokenOf(good)), "identity_invalid"],
    [
      "when its claims were changed",
      tokenOf(good).replace(base64url(good), base64url({ ...good, sub: "ceo" })),
      "identity_invalid",
    ],
    ["when its algorithm is none", `${base64url({ alg: "none" })}.${base64url(good)}.`, "identity_invalid"],
    ["when its algorithm is none, signed all the same", tokenOf(good, { header: { alg: "none" } }), "identity_invalid"],
    ["when its algorithm is HS512", tokenOf(good, { header: { alg: "HS512" } }), "identity_invalid"],
    ["when it is RS256", rs256(), "identity_invalid"],
    ["when it calls itself RS256 over our HMAC", tokenOf(good, { header: { alg: "RS256" } }), "identity_invalid"],
    ["when it wants an extension nobody knows", tokenOf(good, { header: { crit: ["x"], x: 1 } }), "identity_invalid"],
    ["when it has expired", tokenOf({ ...good, exp: NOW_S - 60 }), "identity_expired"],
    ["when it begins later", tokenOf({ ...good, nbf: NOW_S + 60 }), "identity_invalid"],
    ["when exp is missing", tokenOf({ sub: "u_42", aud: "shop-key" }), "identity_invalid"],
    ["when exp is text", tokenOf({ ...good, exp: "never" }), "identity_invalid"],
    ["when sub is missing", tokenOf({ aud: "shop-key", exp: NOW_S + 600 }), "identity_invalid"],
    ["when sub is a number", tokenOf({ ...good, sub: 42 }), "identity_invalid"],
    ["when sub is empty", tokenOf({ ...good, sub: "" }), "identity_invalid"],
    ["when sub is longer than an external id", tokenOf({ ...good, sub: "ü".repeat(101) }), "identity_invalid"],
    ["when sub holds a control character", tokenOf({ ...good, sub: "u\u0000" }), "identity_invalid"],
    ["when a customer names an anonymous person", tokenOf({ ...good, sub: anon }), "identity_invalid"],
    ["when aud is missing", tokenOf({ sub: "u_42", exp: NOW_S + 600 }), "identity_invalid"],
    ["when aud is another app", tokenOf({ ...good, aud: "bakery-key" }), "identity_invalid"],
    ["when another app's secret signed it", tokenOf(good, { secret: "bread" }), "identity_invalid"],
    ["when the public key signed it as a secret", tokenOf(good, { secret: "shop-key" }), "identity_invalid"],
    ["when its kid is unknown", tokenOf(good, { header: { kid: "s9" } }), "identity_invalid"],
    ["when its kid names the other secret", tokenOf(good, { header: { kid: "s1" } }), "identity_invalid"],
    ["when its kid is a path", tokenOf(good, { header: { kid: "../../dev/null" } }), "identity_invalid"],
    [
      "when it brings its own key",
      tokenOf(good, { header: { jku: "https://evil.example" }, secret: "x" }),
      "identity_invalid",
    ],
    ["when a secret was revoked", tokenOf(good, { secret: "a-revoked-secret-0123456789" }), "identity_invalid"],
    ["when groups is not a list", tokenOf({ ...good, groups: "acme" }), "identity_invalid"],
    ["when groups holds a number", tokenOf({ ...good, groups: [1] }), "identity_invalid"],
    [
      "when it lists too many groups",
      tokenOf({ ...good, groups: Array.from({ length: limits.identity_groups_max + 1 }, (_, index) => `g${index}`) }),
      "identity_invalid",
    ],
    ["when it is 5 KB long, however well signed", tokenOf({ ...good, padding: "x".repeat(5_000) }), "identity_invalid"],
    [
      "when a customer signs as Fanfare",
      tokenOf({ iss: "fanfare", sub: anon, aud: "shop-key", exp: NOW_S + 600 }, { header: { kid: ANONYMOUS_KID } }),
      "identity_invalid",
    ],
  ];

  for (const [rule, token, code] of cases) {
    test(rule, async () => {
      const result = await verifyIdentity(token, shop);
      expect(result).toMatchObject({ ok: false, code });
    });
  }

  test("is rejected for another app", async () => {
    expect((await verifyIdentity(tokenOf(good), other_app)).ok).toBe(false);
    const { token } = await issueAnonymous(shop);
    expect((await verifyIdentity(token, other_app)).ok).toBe(false);
  });

  test("is rejected before decoding when too long", async () => {
    const result = await verifyIdentity("x".repeat(limits.identity_token_chars_max + 1), shop);
    expect(result).toMatchObject({ ok: false, detail: expect.stringContaining("longer") });
  });

  test("is rejected when the app has no secret left", async () => {
    expect((await verifyIdentity(tokenOf(good), appRecord({ secrets: [] }))).ok).toBe(false);
  });
});

describe("anonymous identity", () => {
  test("has an ID assigned by the server and its own channel", async () => {
    const { anonymous_id, token } = await issueAnonymous(shop);
    expect(anonymous_id).toMatch(/^anon-[0-9a-f-]{36}$/);
    expect(await verifyIdentity(token, shop)).toEqual({
      ok: true,
      identity: { kind: "anonymous", anonymous_id, channel_id: anonymous_id },
    });
  });

  test("can't name a person, even with the server's key", async () => {
    const claims = { iss: "fanfare", sub: "u_42", aud: "shop-key", exp: NOW_S + 600 };
    const secret = new TextDecoder().decode(anonymousKey);
    expect((await verifyIdentity(tokenOf(claims, { secret, header: { kid: ANONYMOUS_KID } }), shop)).ok).toBe(false);
  });

  test("survives the rotation of every app secret", async () => {
    const { token } = await issueAnonymous(shop);
    expect((await verifyIdentity(token, appRecord({ secrets: [{ id: "s3", secret: "fresh" }] }))).ok).toBe(true);
  });

  test("lasts 400 days and is signed again after 30 days", async () => {
    const later = manualClock(NOW_MS);
    const verifyLater = createIdentityVerifier({ clock: later, anonymousKeys: () => [anonymousKey] });
    const { token, anonymous_id } = await createAnonymousIssuer({
      clock: later,
      rng: seededRng(2),
      anonymousKey: () => anonymousKey,
    })(shop);
    later.advance(limits.anonymous_token_renewal_days * DAY_MS - 1);
    expect(needsRenewal(token, later.now())).toBe(false);
    later.advance(1);
    expect(needsRenewal(token, later.now())).toBe(true);
    later.advance((366 - limits.anonymous_token_renewal_days) * DAY_MS);
    expect((await verifyLater(token, shop)).ok).toBe(true);
    const renewed = await createAnonymousIssuer({ clock: later, rng: seededRng(3), anonymousKey: () => anonymousKey })(
      shop,
      anonymous_id,
    );
    later.advance(35 * DAY_MS);
    expect(await verifyLater(token, shop)).toMatchObject({ ok: false, code: "identity_expired" });
    expect(await verifyLater(renewed.token, shop)).toMatchObject({ ok: true, identity: { anonymous_id } });
  });
});
