import { afterAll, beforeAll, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { HOUR_MS } from "@fanfare/contract/limits";
import { openSmtpInbox, type SmtpInbox } from "../../../../test/support/smtp-inbox.ts";
import {
  OWNER,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";

const PUBLIC_URL = "https://tours.example.com";
const clock = manualClock(Date.UTC(2026, 10, 21));
let mailbox: SmtpInbox;
let server: TemporaryServer;
let owner: TestBrowser;
beforeAll(async () => {
  mailbox = await openSmtpInbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
  server = await startTemporaryServer({ clock, environment: { FANFARE_PUBLIC_URL: PUBLIC_URL } });
  owner = page();
  expect((await owner.call("POST", "/api/sign-in", OWNER)).status).toBe(200);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

/** A browser that uses the server's public URL. */
function page(): TestBrowser {
  const { cookies, call } = server.browser();
  return {
    cookies,
    call: (method, path, body, more = {}) => call(method, path, body, { Origin: PUBLIC_URL, ...more }),
  };
}

const mailServer = (fields: object = {}) => ({
  ...{ host: "127.0.0.1", port: mailbox.port, security: "none", user: null, from: "tours@x.test", from_name: "Tours" },
  ...fields,
});
const put = (body: object, revision?: number) =>
  owner.call("PUT", "/api/mail", body, revision === undefined ? {} : { "if-match": `"${revision}"` });
const arrived = async (count: number): Promise<string> => {
  while (mailbox.emails.length < count) await Bun.sleep(1);
  return mailbox.emails.at(-1)?.raw ?? "";
};

test("returns links and offers no reset without a mail server", async () => {
  expect((await owner.call("GET", "/api/mail")).json).toEqual({ server: null, offers_reset: false });
  expect((await page().call("GET", "/api/setup")).json).toEqual({
    needed: false,
    offers_reset: false,
    signed_in: false,
    provider: null,
    saml: null,
  });
  const { json } = await owner.call("POST", "/api/invites", { email: "off@x.test", role: "viewer" });
  expect([json.mail, json.url]).toEqual([{ state: "off" }, expect.stringContaining(PUBLIC_URL)]);
  expect((await owner.call("POST", "/api/mail/test", { to: "a@x.test" })).json.code).toBe("mail_off");
});

test("encrypts and hides the mail password, and requires the current revision", async () => {
  expect((await put(mailServer({ host: "smtp://x" }))).json.fields).toMatchObject([{ pointer: "/host" }]);
  expect((await put(mailServer({ user: "u", password: "p" }))).json.fields).toMatchObject([{ pointer: "/security" }]);
  const set = await put(mailServer({ security: "tls", user: "u", password: "very-secret-words" }));
  expect([set.status, set.headers.get("ETag"), set.json.offers_reset]).toEqual([200, '"1"', true]);
  expect(set.json.server).toMatchObject({ host: "127.0.0.1", has_password: true, revision: 1 });
  expect(set.text).not.toContain("very-secret-words");
  const rows = await server.fanfare.store.db.selectFrom("mail_server").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(rows)).not.toContain("very-secret-words");

  expect((await put(mailServer())).status).toBe(428);
  expect((await put(mailServer({ security: "starttls", user: "u" }), 1)).json.server.has_password).toBe(true);
  const elsewhere = { host: "smtp.evil.example", security: "tls", user: "u" };
  expect((await put(mailServer(elsewhere), 2)).json).toMatchObject({
    code: "body_invalid",
    fields: [{ pointer: "/password" }],
  });
  expect((await put(mailServer({ ...elsewhere, user: "v", host: "127.0.0.1" }), 2)).json.code).toBe("body_invalid");
  expect((await put(mailServer(), 1)).json).toMatchObject({ code: "revision_stale", current: 2 });
  expect((await put(mailServer(), 2)).json.server).toMatchObject({ has_password: false, revision: 3 });
  expect((await owner.call("POST", "/api/mail/test", { to: "Ops@x.test" })).status).toBe(204);
  expect(await arrived(1)).toContain("To: ops@x.test");
});

test("emails and also returns an invitation and a reset link", async () => {
  const { json } = await owner.call("POST", "/api/invites", { email: "bea@x.test", role: "editor" });
  expect(json.mail).toEqual({ state: "sent" });
  const raw = (await arrived(2)).replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(raw).toContain(json.url);
  const token = new URL(json.url).searchParams.get("token");
  const joined = await page().call("POST", "/api/invites/accept", {
    token,
    name: "Bea",
    password: "a long pass phrase",
  });
  const reset = await owner.call("POST", `/api/members/${joined.json.member.id}/reset-link`);
  expect(reset.json.mail).toEqual({ state: "sent" });
  expect(await arrived(3)).toContain("To: bea@x.test");
});

test("emails a reset link to the configured URL without revealing accounts", async () => {
  const requestReset = (email: string, headers: Record<string, string> = {}) =>
    page().call("POST", "/api/password-reset/ask", { email }, headers);
  const [known, unknown] = [
    await requestReset(OWNER.email, { "x-forwarded-host": "evil.example" }),
    await requestReset("no@x.test"),
  ];
  expect([known.status, known.text]).toEqual([204, ""]);
  expect([unknown.status, unknown.text]).toEqual([204, ""]);
  const raw = (await arrived(4)).replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(raw).toContain(`To: ${OWNER.email}`);
  const token = /https:\/\/tours\.example\.com\/console\/reset\?token=(\S+)/.exec(raw)?.[1];
  expect((await page().call("POST", "/api/password-reset", { token, password: "another long phrase" })).status).toBe(
    204,
  );

  expect([(await requestReset(OWNER.email)).status, (await requestReset(OWNER.email)).status]).toEqual([204, 204]);
  const { status, json, headers } = await requestReset(OWNER.email);
  expect([status, json.code, Number(headers.get("Retry-After")) > 0]).toEqual([429, "rate_limited", true]);
  clock.advance(HOUR_MS);
  expect((await requestReset(OWNER.email)).status).toBe(204);
  expect(mailbox.emails.filter(({ to }) => to.includes("no@x.test"))).toEqual([]);
});
