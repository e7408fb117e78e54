import { expect, test } from "bun:test";
import { OWNER, openBrowser, startTemporaryServer, type TemporaryServer } from "../support/temporary-server.ts";
import { OPENID_CLIENT, openOpenIdProvider } from "./support/openid-provider.ts";

const CALLBACK = "/api/provider-sign-in/callback";

/** Enters an email and consents on the provider's pages. Returns the URL it redirects to. */
async function personAt(start: string, email: string, browser = openBrowser(new URL(start).origin)): Promise<URL> {
  let at = new URL(start);
  for (let page = 0; page < 12; page++) {
    const { status, headers, text } = await browser.call("GET", `${at.pathname}${at.search}`);
    const form = /<form[^>]* action="([^"]+)"/.exec(text)?.[1];
    const next = headers.get("Location") ?? (status === 200 ? await fill(at, form ?? "", text, email, browser) : "");
    at = new URL(next, at);
    if (at.pathname === CALLBACK) return at;
  }
  throw new Error(`The provider leads nowhere: ${at}`);
}

async function fill(
  at: URL,
  action: string,
  text: string,
  email: string,
  browser: ReturnType<typeof openBrowser>,
): Promise<string> {
  const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? "";
  const body = new URLSearchParams({ prompt, login: email, password: "anything" }).toString();
  const { pathname } = new URL(action, at);
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  return (await browser.call("POST", pathname, body, type)).headers.get("Location") ?? "";
}

async function setUp(fixture: TemporaryServer, issuer: string): Promise<void> {
  const owner = await fixture.ownerBrowser();
  const { status, text } = await owner.call("PUT", "/api/single-sign-on", {
    ...{ name: "Acme", issuer, client_id: OPENID_CLIENT.id, client_secret: OPENID_CLIENT.secret },
    ...{ domains: ["example.com"], newcomers: "editor", passwords: "everyone" },
  });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

test("signs in an owner and a new member with a certified provider, also again", async () => {
  await using fixture = await startTemporaryServer();
  await using provider = await openOpenIdProvider(`${fixture.origin}${CALLBACK}`);
  await setUp(fixture, provider.issuer);
  for (const [email, role] of [
    [OWNER.email, "owner"],
    ["rosalind@example.com", "editor"],
    ["rosalind@example.com", "editor"],
  ] as const) {
    const browser = fixture.browser();
    const left = await browser.call("GET", "/api/provider-sign-in?return_to=/1001/content");
    const back = await personAt(left.headers.get("Location") ?? "", email);
    const { headers } = await browser.call("GET", `${back.pathname}${back.search}`);
    expect(headers.get("Location")).toBe(`${fixture.origin}/console/1001/content`);
    expect((await browser.call("GET", "/api/me")).json.member).toMatchObject({ email, role });
  }
  const { count } = await fixture.fanfare.store.db
    .selectFrom("members")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(2);
});

test("ends the session at the provider on sign-out, and the other way around", async () => {
  await using fixture = await startTemporaryServer();
  await using provider = await openOpenIdProvider(`${fixture.origin}${CALLBACK}`);
  await setUp(fixture, provider.issuer);
  const there = openBrowser(provider.issuer);
  /** Signs in to another console with the person's existing session at the provider. */
  const enter = async () => {
    const browser = fixture.browser();
    const left = await browser.call("GET", "/api/provider-sign-in");
    const back = await personAt(left.headers.get("Location") ?? "", "rosalind@example.com", there);
    await browser.call("GET", `${back.pathname}${back.search}`);
    expect((await browser.call("GET", "/api/me")).status).toBe(200);
    return browser;
  };
  const leave = async (address: string) => {
    const { pathname, search } = new URL(address);
    const { text } = await there.call("GET", `${pathname}${search}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const body = new URLSearchParams({ xsrf, logout: "yes" }).toString();
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    return await there.call("POST", "/session/end/confirm", body, type);
  };
  const [one, other] = [await enter(), await enter()];
  const { provider_url } = (await one.call("POST", "/api/sign-out", {})).json;
  expect((await one.call("GET", "/api/me")).status).toBe(401);
  expect((await other.call("GET", "/api/me")).status).toBe(200);
  expect((await leave(provider_url)).headers.get("Location")).toBe(`${fixture.origin}/console/sign-in`);
  expect((await other.call("GET", "/api/me")).json.code).toBe("sign_in_required");
});

test("signs no one in when the provider rejects the client secret", async () => {
  await using fixture = await startTemporaryServer();
  await using provider = await openOpenIdProvider(`${fixture.origin}${CALLBACK}`);
  await setUp(fixture, provider.issuer);
  const owner = await fixture.ownerBrowser();
  const { json } = await owner.call("GET", "/api/single-sign-on");
  const { has_secret: _, revision, ...rest } = json.provider;
  const changed = { ...rest, client_secret: "not the secret" };
  expect((await owner.call("PUT", "/api/single-sign-on", changed, { "if-match": `"${revision}"` })).status).toBe(200);
  const browser = fixture.browser();
  const left = await browser.call("GET", "/api/provider-sign-in");
  const back = await personAt(left.headers.get("Location") ?? "", OWNER.email);
  const { headers } = await browser.call("GET", `${back.pathname}${back.search}`);
  expect(headers.get("Location")).toBe(`${fixture.origin}/console/sign-in?problem=provider_refused`);
});
