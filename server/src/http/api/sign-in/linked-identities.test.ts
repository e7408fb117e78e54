import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  CLIENT,
  openProvider,
  returnFromProvider,
  signInThroughProvider,
} from "../../../../test/support/identity-provider.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { OWNER, type TestBrowser } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();
const provider = await openProvider();
afterAll(() => provider[Symbol.asyncDispose]());
let revision: number | undefined;

beforeAll(() => put());

const put = async (fields: object = {}) => {
  const input = {
    ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, domains: ["example.com", "example.org"] },
    ...{ newcomers: "invited", passwords: "everyone", client_secret: CLIENT.secret, ...fields },
  };
  const seen = revision === undefined ? {} : { "if-match": `"${revision}"` };
  revision = (await owner.call("PUT", "/api/single-sign-on", input, seen)).json.provider.revision;
};
const PASSWORD = "a long pass phrase";

let people = 0;
/** A member with a password, and a provider account with another email address. */
const newPerson = async () => {
  people++;
  const email = `member-${people}@example.com`;
  const { json } = await owner.call("POST", "/api/invites", { email, role: "editor" });
  const browser = server.browser();
  const token = new URL(json.url).searchParams.get("token");
  const joined = await browser.call("POST", "/api/invites/accept", { token, name: "Bea", password: PASSWORD });
  expect(joined.status).toBe(201);
  return { browser, email, there: { sub: `sub-${people}`, email: `private-${people}@example.org` } };
};
const identities = async (browser: TestBrowser) => (await browser.call("GET", "/api/me/identities")).json;
const ACCOUNT = "/1001/settings/account";
const begin = (browser: TestBrowser, password = PASSWORD) =>
  browser.call("POST", "/api/me/identities", { password, return_to: ACCOUNT });
/** Simulates the provider's page and returns its redirect. */
const answerTo = async (url: string) =>
  new URL((await fetch(url, { redirect: "manual" })).headers.get("Location") ?? "");
/** Links the provider account `there` and returns the browser's final URL. */
const link = async (browser: TestBrowser, there: { readonly sub: string; readonly email: string }) => {
  provider.faults = { claims: there };
  const to = await answerTo((await begin(browser)).json.url);
  const end = new URL((await returnFromProvider(browser, to)).headers.get("Location") ?? "");
  return `${end.pathname}${end.search}`;
};
const refused = (code: string) => `/console${ACCOUNT}?problem=${code}`;

test("links a member's provider account with any email for sign-in", async () => {
  const { browser, email, there } = await newPerson();
  expect(await identities(browser)).toEqual({ provider: { name: "Acme" }, items: [] });
  expect((await begin(browser, "not the password")).json.code).toBe("password_wrong");
  expect(await link(browser, there)).toBe(`/console${ACCOUNT}`);
  const { items } = await identities(browser);
  expect(items.map(({ issuer, current }: { issuer: string; current: boolean }) => [issuer, current])).toEqual([
    [provider.issuer, true],
  ]);
  expect(JSON.stringify(items)).not.toContain(there.sub);
  const other = server.browser();
  expect(await signInThroughProvider(other)).toBe("/console/");
  expect((await other.call("GET", "/api/me")).json.member.email).toBe(email);
  // Linking again is allowed and adds no second identity.
  expect(await link(browser, there)).toBe(`/console${ACCOUNT}`);
  expect((await identities(browser)).items.length).toBe(1);
});

test("rejects linking a second, foreign, or out-of-domain account with a reason", async () => {
  const [one, two] = [await newPerson(), await newPerson()];
  await link(one.browser, one.there);
  expect(await link(two.browser, one.there)).toBe(refused("provider_account_other"));
  expect(await link(one.browser, two.there)).toBe(refused("provider_account_other"));
  expect(await link(two.browser, { ...two.there, email: "eve@evil.test" })).toBe(refused("provider_domain_refused"));
  expect((await identities(two.browser)).items).toEqual([]);
});

test("links nothing when the returning member is signed out or someone else", async () => {
  const [one, two] = [await newPerson(), await newPerson()];
  provider.faults = { claims: one.there };
  const left = await answerTo((await begin(one.browser)).json.url);
  const flow = one.browser.cookies.get("fanfare_provider") ?? "";
  // An attacker makes another member's browser return with the attacker's account.
  two.browser.cookies.set("fanfare_provider", flow);
  expect((await returnFromProvider(two.browser, left)).headers.get("Location")).toEndWith(
    refused("provider_sign_in_over"),
  );
  await one.browser.call("POST", "/api/sign-out", {});
  one.browser.cookies.set("fanfare_provider", flow);
  expect((await returnFromProvider(one.browser, left)).headers.get("Location")).toEndWith(
    refused("provider_sign_in_over"),
  );
  expect((await one.browser.call("GET", "/api/me")).json.code).toBe("sign_in_required");
  expect((await identities(two.browser)).items).toEqual([]);
});

test("unlinks by password and ends other sessions, unless that locks out the member", async () => {
  const { browser, there } = await newPerson();
  await link(browser, there);
  const other = server.browser();
  await signInThroughProvider(other);
  const end = (page: TestBrowser, password = PASSWORD) => page.call("POST", "/api/me/identities/end", { password });
  expect((await end(browser, "not the password")).json.code).toBe("password_wrong");
  await put({ passwords: "owners" });
  expect((await end(browser)).json.code).toBe("password_refused");
  await put();
  expect((await end(browser)).status).toBe(204);
  expect((await identities(browser)).items).toEqual([]);
  expect((await other.call("GET", "/api/me")).json.code).toBe("sign_in_required");
  expect(await signInThroughProvider(server.browser())).toBe("/console/sign-in?problem=provider_member_unknown");
  const { json } = await owner.call("GET", "/api/audit?limit=1&action=member.unlink_identity");
  expect(json.items).toHaveLength(1);
  // Owners can always use their password.
  await put({ passwords: "owners" });
  expect((await end(owner, OWNER.password)).status).toBe(204);
  await put();
});
