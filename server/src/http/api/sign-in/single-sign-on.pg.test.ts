import { expect, test } from "bun:test";
import {
  CLIENT,
  openProvider,
  returnFromProvider,
  signInThroughProvider,
} from "../../../../test/support/identity-provider.ts";
import { OWNER, startTemporaryServer, type TestBrowser } from "../../../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../../../test/support/temporary-store.ts";

test("runs single sign-on on PostgreSQL from settings to sign-out and linking", async () => {
  await using postgres = await temporaryPostgresStore();
  await using provider = await openProvider();
  await using server = await startTemporaryServer({ environment: { FANFARE_DATABASE_URL: postgres.url } });
  const owner = await server.ownerBrowser();
  const input = {
    ...{ name: "Acme", issuer: provider.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret },
    ...{ domains: ["example.com"], newcomers: "viewer", passwords: "everyone", in_private_network: true },
  };
  const end_session_endpoint = `${provider.issuer}/logout`;
  provider.faults = { metadata: { end_session_endpoint } };
  const put = (seen: Readonly<Record<string, string>> = {}) => owner.call("PUT", "/api/single-sign-on", input, seen);
  const set = await Promise.all([put(), put()]);
  // One of two concurrent writes succeeds. The other fails as stale (412) or without a revision (428).
  const [stored, refused] = set.map(({ status }) => status).toSorted();
  expect(stored).toBe(200);
  expect([412, 428]).toContain(refused ?? 0);
  expect((await put({ "if-match": '"1"' })).json.provider).toMatchObject({ revision: 2, in_private_network: true });

  const come = async (claims: object) => {
    provider.faults = { ...provider.faults, claims: { ...claims } };
    const browser = server.browser();
    expect(await signInThroughProvider(browser)).toBe("/console/");
    return browser;
  };
  const is_in = async (browser: TestBrowser) => (await browser.call("GET", "/api/me")).status === 200;
  const ada = { sub: "sub-ada", email: "ada@example.com", sid: "session-1" };
  // Concurrent callbacks create only one member.
  const pages = await Promise.all(Array.from({ length: 8 }, () => come(ada)));
  const members = (await owner.call("GET", "/api/members")).json.items;
  expect(members.map(({ email }: { email: string }) => email)).toEqual([OWNER.email, ada.email]);
  expect(members[1]).toMatchObject({ role: "viewer", has_password: false, has_provider: true });

  const [first, ...rest] = pages;
  const left = (await first?.call("POST", "/api/sign-out", {}))?.json.provider_url;
  expect(left).toStartWith(`${end_session_endpoint}?`);
  const other = await come({ ...ada, sid: "session-2" });
  const logOut = async (claims: object) =>
    server
      .browser()
      .call("POST", "/api/provider-sign-out", `logout_token=${await provider.logoutToken({ ...claims })}`);
  expect((await logOut({ sub: ada.sub, sid: ada.sid })).status).toBe(200);
  expect(await Promise.all([...rest, other].map(is_in))).toEqual([...rest.map(() => false), true]);
  expect((await logOut({ sub: ada.sub })).status).toBe(200);
  expect(await is_in(other)).toBe(false);

  const link = { password: OWNER.password, return_to: "/1001/settings/account" };
  provider.faults = { ...provider.faults, claims: { sub: "sub-boss", email: "boss@example.com" } };
  const { url } = (await owner.call("POST", "/api/me/identities", link)).json;
  const to = new URL((await fetch(url, { redirect: "manual" })).headers.get("Location") ?? "");
  expect((await returnFromProvider(owner, to)).headers.get("Location")).toEndWith("/console/1001/settings/account");
  expect((await owner.call("GET", "/api/me/identities")).json.items).toMatchObject([{ current: true }]);
  const boss = await come({ sub: "sub-boss", email: "boss@example.com" });
  expect((await boss.call("GET", "/api/me")).json.member.email).toBe(OWNER.email);
  expect((await owner.call("POST", "/api/me/identities/end", { password: OWNER.password })).status).toBe(204);
  expect([await is_in(boss), await is_in(owner)]).toEqual([false, true]);
  expect((await owner.call("DELETE", "/api/single-sign-on")).status).toBe(204);
  expect((await owner.call("GET", "/api/audit/verify")).json).toMatchObject({ intact: true });
});
