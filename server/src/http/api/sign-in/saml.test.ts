import { beforeEach, describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { samlProviderSchema } from "@fanfare/contract/schema/accounts/saml";
import { bytesOfBase32 } from "../../../../test/support/base32.ts";
import {
  type AssertionInput,
  answerSaml,
  assertionXml,
  ENTITY_ID,
  metadataXml,
  responseXml,
  SIGN_IN_URL,
  signed,
  signingKey,
  startSaml,
} from "../../../../test/support/saml-provider.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import {
  OWNER,
  QUICK_PASSWORDS,
  startTemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";
import { createMember } from "../../../accounts/members/members.ts";
import { totpCodeAt } from "../../../accounts/sign-in/totp.ts";
import { setSamlProvider } from "../../../single-sign-on/saml/settings.ts";

const [key, next_key, foreign_key] = [signingKey(), signingKey(), signingKey()];
const PUBLIC_URL = "https://tours.example.com";
const { server, owner } = await sharedServer({ environment: { FANFARE_PUBLIC_URL: PUBLIC_URL } });
beforeEach(async () => {
  await owner.call("DELETE", "/api/saml");
  expect((await put()).status).toBe(200);
});

const settings = (fields: object = {}) => ({
  ...{ name: "Acme", entity_id: ENTITY_ID, sign_in_url: SIGN_IN_URL, certificates: [key.cert] },
  ...{ domains: ["example.com"], newcomers: "editor", passwords: "everyone", ...fields },
});
const put = (fields: object = {}, revision?: number) =>
  owner.call(
    ...(["PUT", "/api/saml", settings(fields)] as const),
    revision === undefined ? {} : { "if-match": `"${revision}"` },
  );
const response = (input: Partial<AssertionInput>, by = key) =>
  signed(responseXml(PUBLIC_URL, assertionXml({ origin: PUBLIC_URL, email: "ada@example.com", ...input })), by);
const answer = (browser: TestBrowser, xml: string, relay_state?: string) =>
  answerSaml(server.origin, browser, xml, relay_state);

/** A sign-in that the browser started, with the test's changes to the response. */
async function signIn(input: Partial<AssertionInput> = {}, change = (xml: string): string => xml) {
  const browser = server.browser();
  const { request_id } = await startSaml(browser);
  const end = await answer(browser, change(response({ request_id, ...input })));
  const me = await browser.call("GET", "/api/me");
  return { browser, end, member: me.status === 200 ? me.json.member.email : undefined };
}
const refusal = (code: string) => `/console/sign-in?problem=${code}`;

test("signs in, creates the member once, and returns to the page", async () => {
  const browser = server.browser();
  const { url, request, request_id } = await startSaml(browser, "?return_to=%2F1001%2Fcontent");
  expect(`${url.origin}${url.pathname}`).toBe("https://idp.example.com/sso/redirect");
  expect(url.searchParams.get("app")).toBe("7");
  expect(request).toContain(`AssertionConsumerServiceURL="${PUBLIC_URL}/api/saml/acs"`);
  expect(await answer(browser, response({ request_id }))).toBe("/console/1001/content");
  const me = (await browser.call("GET", "/api/me")).json.member;
  expect(me).toMatchObject({ email: "ada@example.com", name: "Ada Lovelace", role: "editor", has_password: false });
  // Known by the NameID from now on, whatever the address is.
  const again = await signIn({ email: "ada.king@example.com" });
  expect([again.end, again.member]).toEqual(["/console/", "ada@example.com"]);
  expect((await server.browser().call("GET", "/api/setup")).json.saml).toEqual({ name: "Acme" });
});

test("links the member with the same address, and refuses a second account for them", async () => {
  expect((await signIn({ name_id: "o-1", email: OWNER.email })).member).toBe(OWNER.email);
  expect((await signIn({ name_id: "o-2", email: OWNER.email })).end).toBe(refusal("provider_account_other"));
});

test("vouches only for the domains that the owner lists", async () => {
  expect((await signIn({ name_id: "eve", email: "eve@evil.example" })).end).toBe(refusal("provider_domain_refused"));
  expect((await signIn({ name_id: "none", email: undefined })).end).toBe(refusal("provider_email_missing"));
  const format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
  const named = await signIn({ name_id: "bea@example.com", format, email: undefined });
  expect(named.member).toBe("bea@example.com");
  expect((await put({ domains: [] }, 1)).json.fields[0].pointer).toBe("/domains");
});

test("accepts both certificates during a rotation", async () => {
  await put({ certificates: [key.cert, next_key.cert] }, 1);
  const by_next = (xml: string) => signed(xml.replace(/<Signature.*<\/Signature>/s, ""), next_key);
  expect((await signIn({ name_id: "r-1", email: "r1@example.com" }, by_next)).member).toBe("r1@example.com");
  expect((await signIn({ name_id: "r-2", email: "r2@example.com" })).member).toBe("r2@example.com");
  const { certificates_expire_at } = (await owner.call("GET", "/api/saml")).json;
  expect(certificates_expire_at).toHaveLength(2);
});

const ago = (minutes: number) => ({ issued_ms: -minutes * MINUTE_MS });
describe("refuses a response", () => {
  const unsign = (xml: string) => xml.replace(/<Signature.*<\/Signature>/s, "");
  const cases: readonly (readonly [string, Partial<AssertionInput>, string, ((xml: string) => string)?])[] = [
    ["without a signature", {}, "saml_signature_invalid", unsign],
    ["signed by another key", {}, "saml_signature_invalid", (xml) => signed(unsign(xml), foreign_key)],
    [
      "changed after signing",
      {},
      "saml_signature_invalid",
      (xml) => xml.replace("ada@example.com", "owner@example.com"),
    ],
    [
      "signed with SHA-1",
      {},
      "saml_signature_invalid",
      (xml) => signed(unsign(xml), key, { signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }),
    ],
    ["for another audience", { audience: "https://other.example/metadata" }, "saml_audience_other"],
    ["for another recipient", { recipient: "https://other.example/api/saml/acs" }, "saml_recipient_other"],
    [
      "for another destination",
      {},
      "saml_recipient_other",
      (xml) => xml.replace(/Destination="[^"]+"/, 'Destination="https://other.example/acs"'),
    ],
    ["of another issuer", { issuer: "https://other.example/metadata" }, "saml_response_invalid"],
    ["that expired", ago(10), "saml_time_off"],
    ["that isn't valid yet", ago(-10), "saml_time_off"],
    ["that was issued long ago", { ...ago(60), lifetime_ms: 120 * MINUTE_MS }, "saml_time_off"],
    [
      "with a holder-of-key confirmation",
      { method: "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" },
      "saml_response_invalid",
    ],
    [
      "with a transient name",
      { format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" },
      "saml_response_invalid",
    ],
    ["to another browser's request", { request_id: "_other" }, "saml_unrequested"],
    ["to no request", { request_id: undefined }, "saml_unrequested"],
    ["with a comment in the name", {}, "saml_response_invalid", (xml) => xml.replace(">ada-1<", ">ada-1<!---->.evil<")],
    [
      "with a DOCTYPE",
      {},
      "saml_response_invalid",
      (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml}`,
    ],
    ["with two assertions", {}, "saml_response_invalid", wrapBeside],
    ["with a signed assertion in a wrapper", {}, "saml_response_invalid", wrapInside],
    [
      "that refers to nothing",
      {},
      "saml_signature_invalid",
      (xml) => xml.replace(/<Reference URI="[^"]*"/, '<Reference URI=""'),
    ],
    ["that is nested too deeply", {}, "saml_response_invalid", () => `${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`],
    ["that isn't XML", {}, "saml_response_invalid", () => "hello"],
  ];
  for (const [name, input, code, change] of cases) {
    test(name, async () => {
      const { end, member } = await signIn(input, change);
      expect([end, member]).toEqual([refusal(code), undefined]);
    });
  }

  test("with the provider's error", async () => {
    const { end } = await signIn({}, () => responseXml(PUBLIC_URL, "", "Requester"));
    expect(end).toBe(refusal("provider_refused"));
  });

  test("that is larger than 256 KB", async () => {
    const { end } = await signIn({}, (xml) => `${xml}${" ".repeat(256 * 1024)}`);
    expect(end).toBe(refusal("body_too_large"));
  });
});

/** The original stays, and an assertion of the attacker comes first. */
function wrapBeside(xml: string): string {
  const evil = assertionXml({ origin: PUBLIC_URL, name_id: "evil", email: OWNER.email });
  return xml.replace("<saml:Assertion", `${evil}<saml:Assertion`);
}

/** The signed assertion moves into an extension of the attacker's. */
function wrapInside(xml: string): string {
  const start = xml.indexOf("<saml:Assertion");
  const end = xml.indexOf("</samlp:Response>");
  const evil = assertionXml({ origin: PUBLIC_URL, name_id: "evil", email: OWNER.email });
  const wrapped = evil.replace(
    "</saml:Assertion>",
    `<saml:Advice>${xml.slice(start, end)}</saml:Advice></saml:Assertion>`,
  );
  return `${xml.slice(0, start)}${wrapped}${xml.slice(end)}`;
}

test("uses each assertion once, also at another node of the same database", async () => {
  const browser = server.browser();
  const { request_id } = await startSaml(browser);
  const cookies = new Map(browser.cookies);
  const xml = response({ request_id, name_id: "once", email: "once@example.com" });
  expect(await answer(browser, xml)).toBe("/console/");
  // The same browser, before its cookie was cleared.
  const replay = server.browser();
  for (const [name, value] of cookies) replay.cookies.set(name, value);
  expect(await answer(replay, xml)).toBe(refusal("saml_replayed"));
  const { db } = server.fanfare.store;
  const kept = await db.selectFrom("saml_assertions").select("expires_at").execute();
  expect(kept.every(({ expires_at }) => expires_at > Date.now() + 4 * MINUTE_MS + 30 * SECOND_MS)).toBe(true);
});

test("accepts sign-ins that start at the provider only if the owner allows them, and only to the console", async () => {
  await put({ accepts_unrequested: true }, 1);
  const start = (relay_state: string) =>
    answer(server.browser(), response({ name_id: "idp", email: "idp@example.com" }), relay_state);
  expect(await start("/1001/people")).toBe("/console/1001/people");
  expect(await start("https://evil.example/")).toBe("/console/");
  expect(await start("//evil.example")).not.toContain("evil.example/");
  // A response to a request still needs the browser that made it.
  expect(await answer(server.browser(), response({ request_id: "_other" }))).toBe(refusal("saml_unrequested"));
});

test("requires passwords of owners only, if the settings say so", async () => {
  await put({ passwords: "owners" }, 1);
  expect((await server.browser().call("POST", "/api/sign-in", OWNER)).status).toBe(200);
  const { store } = server.fanfare;
  const member = { email: "pat@example.com", password: "a long pass phrase", name: "Pat", role: "editor" } as const;
  await createMember({ clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS }, member);
  const { email, password } = member;
  const { json } = await server.browser().call("POST", "/api/sign-in", { email, password });
  expect([json.code, json.detail]).toEqual(["password_refused", expect.stringContaining("Continue with Acme.")]);
});

test("reads the provider's metadata, and checks what is saved", async () => {
  const read = (metadata: string) => owner.call("POST", "/api/saml/read-metadata", { metadata });
  const { json } = await read(metadataXml(key.cert, next_key.cert));
  expect(json).toMatchObject({ entity_id: ENTITY_ID, sign_in_url: SIGN_IN_URL });
  expect((await put({ certificates: json.certificates }, 1)).status).toBe(200);
  const codes = await Promise.all(
    [
      ...["hello", "<a/>", metadataXml(), metadataXml("AAAA"), `<!DOCTYPE a>${metadataXml(key.cert)}`],
      metadataXml(key.cert).replace("HTTP-Redirect", "SOAP"),
    ].map(async (text) => (await read(text)).json.code),
  );
  expect(new Set(codes)).toEqual(new Set(["saml_metadata_invalid"]));
  expect((await put({ certificates: ["hello"] }, 2)).json.fields[0].pointer).toBe("/certificates/0");
  expect((await put({ certificates: [signingKey(1024).cert] }, 2)).json.detail).toContain("2048 bits");
  expect((await put({}, 1)).json).toMatchObject({ code: "revision_stale", current: 2 });
  expect((await put()).json.code).toBe("revision_required");
});

test("refuses settings, metadata, and sign-ins without a public URL", async () => {
  await using local = await startTemporaryServer();
  const local_owner = await local.ownerBrowser();
  const refused = { status: 409, json: { code: "single_sign_on_off" } };
  const metadata = await local.browser().call("GET", "/api/saml/metadata");
  expect(metadata).toMatchObject(refused);
  const saved = await local_owner.call("PUT", "/api/saml", settings());
  expect(saved).toMatchObject(refused);
  for (const { json } of [metadata, saved]) expect(json.detail).toContain("Set FANFARE_PUBLIC_URL");
  expect((await local_owner.call("GET", "/api/saml")).json).toMatchObject({ provider: null, is_configured: false });
  // Stored when the server had one.
  const deps = { clock: systemClock, rng: systemRng, store: local.fanfare.store, may_be_plain: false };
  await setSamlProvider(deps, samlProviderSchema.parse(settings({ accepts_unrequested: true })), undefined, null);
  const { headers } = await local.browser().call("GET", "/api/saml/sign-in");
  expect(headers.get("Location")).toContain("/console/sign-in?problem=single_sign_on_off");
  const xml = signed(responseXml(local.origin, assertionXml({ origin: local.origin, email: OWNER.email })), key);
  expect(await answerSaml(local.origin, local.browser(), xml)).toBe(refusal("single_sign_on_off"));
  expect((await local.browser().call("GET", "/api/setup")).json.saml).toBeNull();
  expect((await local_owner.call("DELETE", "/api/saml")).status).toBe(204);
});

test("publishes metadata for the provider", async () => {
  const { status, text, headers } = await server.browser().call("GET", "/api/saml/metadata");
  expect([status, headers.get("Content-Type")]).toEqual([200, "application/samlmetadata+xml"]);
  expect(text).toContain(`entityID="${PUBLIC_URL}/api/saml/metadata"`);
  expect(text).toContain(`Location="${PUBLIC_URL}/api/saml/acs"`);
  expect(text).toContain('WantAssertionsSigned="true"');
});

test("asks for the code of two-factor authentication, unless the provider did", async () => {
  const { secret } = (await owner.call("POST", "/api/me/two-factor", { password: OWNER.password })).json;
  const code = totpCodeAt(bytesOfBase32(secret), Math.floor(Date.now() / 30_000));
  const { recovery_codes } = (await owner.call("POST", "/api/me/two-factor/confirm", { code })).json;
  const account = { name_id: "o-1", email: OWNER.email };
  const { browser, end, member } = await signIn(account);
  expect([end, member]).toEqual(["/console/sign-in?code=needed", undefined]);
  const give = (given: string) => browser.call("POST", "/api/provider-sign-in/code", { code: given });
  expect((await give("000000")).json.code).toBe("second_factor_failed");
  expect((await give(recovery_codes[0])).json.member.email).toBe(OWNER.email);
  const strong = await signIn({ ...account, context: "https://refeds.org/profile/mfa" });
  expect([strong.end, strong.member]).toEqual(["/console/", OWNER.email]);
});
