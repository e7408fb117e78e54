import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS } from "@fanfare/contract/limits";
import { openSmtpInbox } from "../../../test/support/smtp-inbox.ts";
import { APP, OWNER, startTemporaryServer } from "../../../test/support/temporary-server.ts";
import { messageEmails } from "../../engage/message-emails/message-emails.ts";
import { openVault } from "../../lib/key-file.ts";
import { silentLog } from "../../lib/log.ts";
import { createMailer } from "../../mail/mailer.ts";

const PUBLIC_URL = "https://fanfare.example/base";
const query = `?app_id=${APP.id}`;
const MESSAGE = {
  audience: { kind: "people", external_ids: ["ada"] },
  body: { kind: "toast", title: "Maintenance", text: "Tonight at 10" },
  email: { after_hours: 4 },
};

test("a person unsubscribes and subscribes again on the page of their email, without a sign-in", async () => {
  await using inbox = await openSmtpInbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await using server = await startTemporaryServer({ environment: { FANFARE_PUBLIC_URL: PUBLIC_URL } });
  const browser = server.browser();
  const owner = {
    call: (method: string, to: string, body?: unknown) =>
      browser.call(method, to, body, { Origin: new URL(PUBLIC_URL).origin }),
  };
  expect((await owner.call("POST", "/api/sign-in", OWNER)).status).toBe(200);
  expect((await owner.call("GET", `/api/live-updates/email${query}`)).json).toEqual({ state: "mail_off" });
  const refused = await owner.call("POST", `/api/live-updates${query}`, MESSAGE);
  expect([refused.status, refused.json.code, refused.json.fields[0].pointer]).toEqual([409, "mail_off", "/email"]);
  const sender = { security: "none", user: null, from: "tours@x.test", from_name: "Tours" };
  await owner.call("PUT", "/api/mail", { host: "127.0.0.1", port: inbox.port, ...sender });
  expect((await owner.call("GET", `/api/live-updates/email${query}`)).json).toEqual({ state: "ready" });
  await owner.call("PUT", `/api/people/ada${query}`, { attributes: { email: "ada@x.test" } });
  const { store, apps } = server.fanfare;
  await store.write([{ query: store.db.updateTable("people").set({ verified: 1 }).compile() }]);
  const { json: sent } = await owner.call("POST", `/api/live-updates${query}`, MESSAGE);

  const vault = await openVault(server.config, systemRng);
  const mailer = createMailer({ store, vault, log: silentLog });
  const clock = { now: () => systemClock.now() + 5 * HOUR_MS };
  const deps = { clock, log: silentLog, store, apps, vault, mailer, notifySoon: () => {} };
  await messageEmails({ ...deps, public_url: PUBLIC_URL }).run();
  const raw = inbox.emails[0]?.raw.replaceAll("=\r\n", "").replaceAll(/\r\n[ \t]/g, " ") ?? "";
  const [, path = ""] = /^List-Unsubscribe: <https:\/\/fanfare\.example\/base(\/u\/[^>]+)>/m.exec(raw) ?? [];
  expect([inbox.emails.length, inbox.emails[0]?.to, raw.includes("Subject: Maintenance")]).toEqual([
    1,
    ["ada@x.test"],
    true,
  ]);

  const page = async (method: string, to: string, language = "en") => {
    const answer = await fetch(server.origin + to, { method, headers: { "Accept-Language": language } });
    return { status: answer.status, policy: answer.headers.get("Content-Security-Policy"), html: await answer.text() };
  };
  const of_person = async () => (await owner.call("GET", `/api/people/ada/emails${query}`)).json;
  // Programs that check links open them.
  const opened = await page("GET", path);
  expect([opened.status, opened.policy?.includes("unsafe")]).toEqual([200, false]);
  expect(opened.html).toContain("You’re subscribed");
  expect(opened.html).toContain(`action="/base${path}"`);
  expect(await of_person()).toMatchObject({
    unsubscribed_at: null,
    items: [{ live_update_id: sent.id, state: "sent" }],
  });
  // One click in a mail program: no cookie, no token of a form.
  expect((await page("POST", path)).html).toContain("You’re unsubscribed");
  expect((await of_person()).unsubscribed_at).not.toBeNull();
  const counted = await owner.call("GET", `/api/live-updates/${sent.id}${query}`);
  expect(counted.json.counts.emails).toEqual({ waiting: 0, sent: 1, failed: 0, skipped: 0, unsubscribed: 1 });
  expect((await page("GET", path, "ar")).html).toContain('<html lang="ar" dir="rtl">');
  expect((await page("POST", `${path}/subscribe`)).html).toContain("You’re subscribed");
  expect((await of_person()).unsubscribed_at).toBeNull();
  for (const wrong of ["/u/x", `${path}x`, `${path}/other`]) expect((await page("POST", wrong)).status).toBe(404);
  const exported = (await owner.call("GET", `/api/people/ada/export${query}`)).json;
  expect(exported.live_update_emails).toMatchObject([{ live_update_id: sent.id, state: "sent" }]);
});

test("an email needs a notice, full URLs, and a message that is valid for longer", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const wrong = async (more: object) => {
    const { json } = await owner.call("POST", `/api/live-updates${query}`, { ...MESSAGE, ...more });
    return [json.code, json.fields?.[0]?.pointer];
  };
  const action = { label: "Open", href: "/orders" };
  expect(await wrong({ body: { kind: "badge", badge: "inbox", count: 1 } })).toEqual(["body_invalid", "/email"]);
  expect(await wrong({ body: { ...MESSAGE.body, action } })).toEqual(["body_invalid", "/body/action/href"]);
  expect(await wrong({ ttl_s: 4 * 3_600 })).toEqual(["body_invalid", "/email/after_hours"]);
  expect(await wrong({ email: { after_hours: 0 } })).toEqual(["body_invalid", "/email/after_hours"]);
});
