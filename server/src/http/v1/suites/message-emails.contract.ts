import { describe, expect, test } from "bun:test";
import { newId, type PersonId, uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import type { EmailDelivery } from "@fanfare/contract/schema/responses/accounts/mail";
import type { PersonEmails } from "@fanfare/contract/schema/responses/realtime/live-update";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { createLiveUpdates } from "../../../engage/live-updates/live-updates.ts";
import { changeEmailSubscription, emailSubscription } from "../../../engage/message-emails/email-subscription.ts";
import { explainPersonEmails } from "../../../engage/message-emails/explain-emails.ts";
import { messageEmails } from "../../../engage/message-emails/message-emails.ts";
import { silentLog } from "../../../lib/log.ts";
import { createVault } from "../../../lib/vault.ts";
import type { Email } from "../../../mail/email-templates.ts";
import { erasePerson } from "../../../people/person/erase-person.ts";
import { toJson } from "../../../store/columns.ts";
import { personByExternalId } from "../../../store/statements/people/people.ts";
import type { LiveUpdateRow } from "../../../store/statements/realtime/live-updates.ts";
import { countFailingEmails, emailCounts } from "../../../store/statements/realtime/message-emails.ts";

type Input = Record<string, unknown>;
const EVERYONE = { kind: "everyone" };

/** A mail server whose answer the test chooses, and processes that look once. */
async function emailWork(server: V1Server) {
  const workspace = {
    id: 1,
    name: "Acme",
    created_at: server.clock.now(),
    installation_id: "an installation",
  } as const;
  await server.store.write([{ query: server.store.db.insertInto("workspace").values(workspace).compile() }]);
  const emails: Email[] = [];
  const state: { answer: EmailDelivery; before?: () => Promise<void> } = { answer: { state: "sent" } };
  const vault = createVault([new Uint8Array(32).fill(7)], systemRng);
  const base = { clock: server.clock, rng: systemRng, store: server.store, log: silentLog, vault };
  const deps = {
    ...base,
    publish: () => {},
    groups: server.group_pages,
    segmentPeople: async (): Promise<readonly PersonId[]> => {
      const row = await personByExternalId(server.store.db, server.shop.id, "anna");
      return row === undefined ? [] : [row.id];
    },
  };
  const sendLiveUpdate = createLiveUpdates(deps);
  const process = (public_url: string | undefined) =>
    messageEmails({
      ...{ ...base, public_url, notifySoon: () => {} },
      apps: { all: () => server.records },
      mailer: {
        async deliver(email) {
          await state.before?.();
          if (state.answer.state === "sent") emails.push(email);
          return state.answer;
        },
      },
    });
  return {
    ...{ state, vault, deps },
    send: (input: Input = {}): Promise<LiveUpdateRow> =>
      sendLiveUpdate(
        server.shop.id,
        liveUpdateInputSchema.parse({
          ...{ audience: EVERYONE, body: { kind: "toast", title: "News", text: "Hello" } },
          ...{ email: { after_hours: 4 }, ...input },
        }),
        null,
      ),
    run: () => process("https://fanfare.example").run(),
    runWithoutUrl: () => process(undefined).run(),
    /** Addresses of the emails since the last call. */
    taken: () => emails.splice(0).map(({ to }) => to),
    emails,
    counts: async ({ id }: LiveUpdateRow) => (await emailCounts(server.store.db, [id])).get(id),
    explain: (name: string): Promise<PersonEmails> => explainPersonEmails({ ...base }, server.shop, name),
    subscription: (token: string) => emailSubscription({ ...base }, token),
    choose: (token: string, subscribed: boolean) => changeEmailSubscription({ ...base }, token, subscribed),
  };
}

/** A person with an email attribute, verified or not. */
async function person(
  server: V1Server,
  name: string,
  more: { time_zone?: string; email?: string; token?: boolean } = {},
) {
  const token = more.token === false ? undefined : await server.token(name);
  const { time_zone = "UTC", email = `${name}@x.test` } = more;
  const body = { external_id: name, attributes: { email }, time_zone };
  const made = await server.browser().call("POST", "identify", { body, token });
  expect([name, made.status]).toEqual([name, 200]);
  const report = async (event: string, id: string): Promise<void> => {
    const at = new Date(server.clock.now()).toISOString();
    const props = { live_update_id: id, device: `${name}-laptop-1` };
    const events = [{ id: uuidv7(server.clock, systemRng), name: `live_update_${event}`, at, props }];
    await server.browser().call("POST", "events", { body: { events }, token: await server.token(name) });
  };
  return {
    report,
    read: async (id: string) =>
      server.browser().call("POST", "feed/read", { body: { ids: [id] }, token: await server.token(name) }),
  };
}

const tokenOf = ({ headers }: Email): string => /\/u\/([^>]+)>/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
const causeOf = ({ items: [item] }: PersonEmails) => [item?.state, item?.cause.code];

export function messageEmailsContract(dialect: string, open: OpenStore): void {
  describe(`emails of live updates (${dialect})`, () => {
    whoGetsThem(open);
    whenAndHowOften(open);
    unsubscribing(open);
    failures(open);
  });
}

function whoGetsThem(open: OpenStore): void {
  test("go to verified people with an address who haven't seen the message, and no one else", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    await person(server, "anna");
    const ben = await person(server, "ben");
    const cleo = await person(server, "cleo");
    await person(server, "dave", { token: false });
    await person(server, "eve", { email: "not an address" });
    const message = await work.send();
    server.clock.advance(HOUR_MS);
    await ben.report("seen", message.id);
    await cleo.read(message.id);
    server.clock.advance(3 * HOUR_MS - MINUTE_MS);
    await work.run();
    expect(work.taken()).toEqual([]);
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "email_waiting"]);
    server.clock.advance(MINUTE_MS);
    await work.run();
    expect(work.taken()).toEqual(["anna@x.test"]);
    expect(await work.counts(message)).toEqual({ waiting: 0, sent: 1, failed: 0, skipped: 0, unsubscribed: 0 });
    const causes = ["anna", "ben", "cleo", "dave", "eve"].map(async (name) => causeOf(await work.explain(name)));
    expect(await Promise.all(causes)).toEqual([
      ["sent", "email_sent"],
      ["skipped", "email_seen"],
      ["skipped", "email_seen"],
      ["skipped", "email_unverified"],
      ["skipped", "email_no_address"],
    ]);
  });

  test("reach people by name, segment, and group", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    for (const name of ["anna", "ben", "cleo"]) await person(server, name);
    const body = { external_id: "acme", membership: { role: "admin" } };
    await server.browser().call("POST", "group", { body, token: await server.token("cleo", { groups: ["acme"] }) });
    await work.send({ audience: { kind: "people", external_ids: ["ben", "nobody"] } });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["ben@x.test"]);
    await work.send({ audience: { kind: "segment", segment_id: "seg_1" } });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["anna@x.test"]);
    await work.send({ audience: { kind: "groups", groups: ["acme"] } });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["cleo@x.test"]);
  });

  test("contain the message, its button, and the person's variant and language", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    await person(server, "anna");
    await server.browser().call("POST", "boot", { body: { locale: "de-AT" }, token: await server.token("anna") });
    const action = { label: "Open <orders>", href: "https://shop.example/orders?a=1&b=2" };
    const body = { kind: "toast", title: "A & B", text: "First\nsecond", action };
    const experiment = { weight: 50, variants: [{ weight: 50, body: { ...body, title: "Other" } }] };
    await work.send({ body, experiment });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    const [email] = work.emails;
    expect(["A & B", "Other"]).toContain(email?.subject ?? "");
    expect(email?.text).toContain("First\nsecond");
    expect(email?.text).toContain("Open <orders>: https://shop.example/orders?a=1&b=2");
    expect(email?.text).toContain("noch nicht gesehen");
    expect(email?.html).toContain('<html lang="de" dir="ltr">');
    expect(email?.html).toContain('href="https://shop.example/orders?a=1&amp;b=2"');
    expect(email?.html).toContain("Open &lt;orders&gt;");
    expect(email?.headers).toMatchObject({
      "List-Unsubscribe": expect.stringMatching(/^<https:\/\/fanfare\.example\/u\/[\w.-]+>$/),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  test("are forgotten with their person, and queued ones aren't sent", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    for (const name of ["anna", "ben"]) await person(server, name);
    await work.send({ timing: { time_zone: "UTC", quiet_hours: { from: "15:30", to: "18:00" } } });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect([work.taken(), await server.count("live_update_emails")]).toEqual([[], 2]);
    await erasePerson({ ...work.deps }, server.shop, "anna", null);
    expect(await server.count("live_update_emails")).toBe(1);
    server.clock.advance(2 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["ben@x.test"]);
  });
}

function whenAndHowOften(open: OpenStore): void {
  test("wait for each person's local time and the end of their quiet hours", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    await person(server, "anna", { time_zone: "Europe/Zurich" });
    await person(server, "taro", { time_zone: "Asia/Tokyo" });
    // 12:00 UTC is 13:00 in Zurich and 21:00 in Tokyo, where 01:00 is within quiet hours.
    await work.send({ timing: { time_zone: "UTC", quiet_hours: { from: "22:00", to: "07:00" } } });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["anna@x.test"]);
    server.clock.advance(6 * HOUR_MS - MINUTE_MS);
    await work.run();
    expect(work.taken()).toEqual([]);
    expect((await work.explain("taro")).items[0]).toMatchObject({ state: "waiting", at: "2026-11-21T22:00:00.000Z" });
    server.clock.advance(MINUTE_MS);
    await work.run();
    expect(work.taken()).toEqual(["taro@x.test"]);
  });

  test("are sent once, by any number of processes, and not again after a crash", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    await person(server, "anna");
    const message = await work.send();
    server.clock.advance(4 * HOUR_MS);
    await Promise.all([work.run(), work.run(), work.run()]);
    await work.run();
    expect(work.taken()).toEqual(["anna@x.test"]);
    const second = await work.send();
    server.clock.advance(4 * HOUR_MS);
    work.state.before = () => Promise.reject(new Error("The server stops here."));
    await expect(work.run()).rejects.toThrow();
    delete work.state.before;
    for (let restart = 0; restart < 3; restart++) {
      server.clock.advance(limits.message_email_claim_ms);
      await work.run();
    }
    expect(work.taken()).toEqual([]);
    expect([(await work.counts(message))?.sent, (await work.counts(second))?.failed]).toEqual([1, 1]);
    expect(causeOf(await work.explain("anna"))).toEqual(["failed", "email_interrupted"]);
  });

  test("are queued in parts, so that a large audience doesn't fill the queue", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    const people = limits.message_emails_pending_max + limits.message_emails_queued_at_once + 1;
    const { store, shop, clock } = server;
    const rows = Array.from({ length: people }, (_, index) => {
      const name = `p${String(index).padStart(5, "0")}`;
      return {
        ...{ id: newId("per", clock, systemRng), app_id: shop.id, external_id: name, verified: 1 as const },
        ...{ attributes: toJson({ email: `${name}@x.test` }), search_email: `${name}@x.test` },
        ...{ first_seen_at: clock.now(), last_seen_at: clock.now() },
      };
    });
    for (let from = 0; from < people; from += 500) {
      await store.write([
        {
          query: store.db
            .insertInto("people")
            .values(rows.slice(from, from + 500))
            .compile(),
        },
      ]);
    }
    await work.send();
    clock.advance(4 * HOUR_MS);
    const runs = 4;
    for (let run = 0; run < runs; run++) await work.run();
    const sent = runs * limits.message_emails_per_run_max;
    expect(new Set(work.taken()).size).toBe(sent);
    expect(await server.count("live_update_emails")).toBe(
      limits.message_emails_pending_max + limits.message_emails_queued_at_once,
    );
    const all_sent = store.db.updateTable("live_update_emails").set({ state: "sent" });
    await store.write([{ query: all_sent.compile() }]);
    await work.run();
    expect(await server.count("live_update_emails")).toBe(people);
  }, 30_000);

  test("are left out if a newer message replaced the message, or it expired while the app was paused", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    await person(server, "anna");
    await work.send({ collapse_key: "status" });
    await work.send({ collapse_key: "status", email: null });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["skipped", "email_replaced"]);
    await work.send({});
    server.change(server.shop, { paused: true });
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "email_waiting"]);
    server.clock.advance(3 * DAY_MS);
    server.change(server.shop, { paused: false });
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["skipped", "email_expired"]);
    expect(work.taken()).toEqual([]);
  });

  test("wait while the person paused non-urgent messages", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    await person(server, "anna");
    const body = { scope: "live_updates", target: "", reason: "snoozed", days: 1 / 4 };
    const paused = await server.browser().call("POST", "suppressions", { body, token: await server.token("anna") });
    expect(paused.status).toBeLessThan(300);
    await work.send();
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual([]);
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "email_paused"]);
    server.clock.advance(2 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["anna@x.test"]);
  });
}

function unsubscribing(open: OpenStore): void {
  test("stop for all messages of the app when the person unsubscribes, until they subscribe again", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    for (const name of ["anna", "ben"]) await person(server, name);
    const first = await work.send();
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    const token = tokenOf(work.emails.find(({ to }) => to === "anna@x.test") ?? neverSent());
    work.taken();
    expect(await work.subscription(token)).toMatchObject({ subscribed: true });
    for (let again = 0; again < 2; again++)
      expect(await work.choose(token, false)).toMatchObject({ subscribed: false });
    expect([await work.counts(first), (await work.explain("anna")).unsubscribed_at]).toEqual([
      { waiting: 0, sent: 2, failed: 0, skipped: 0, unsubscribed: 1 },
      "2026-11-21T16:00:00.000Z",
    ]);
    const second = await work.send();
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["ben@x.test"]);
    expect(causeOf(await work.explain("anna"))).toEqual(["skipped", "email_unsubscribed"]);
    expect(await work.counts(second)).toMatchObject({ sent: 1, skipped: 1 });
    expect(await work.choose(token, true)).toMatchObject({ subscribed: true });
    await work.send();
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    expect(work.taken().sort()).toEqual(["anna@x.test", "ben@x.test"]);
  });

  test("have links that no one else can make, and that end with their person", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    await person(server, "anna");
    await work.send();
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    const token = tokenOf(work.emails[0] ?? neverSent());
    const [header, payload] = token.split(".");
    for (const forged of ["", "x", `${header}.${payload}.`, `${header}.${payload}.AAAA`]) {
      expect([forged, await work.choose(forged, false)]).toEqual([forged, undefined]);
    }
    await erasePerson({ ...work.deps }, server.shop, "anna", null);
    expect(await work.choose(token, false)).toBeUndefined();
    expect(await server.count("email_unsubscribes")).toBe(0);
  });
}

function failures(open: OpenStore): void {
  const cases = [
    ["no mail server is set up", { state: "off" }, "run", "email_mail_off"],
    ["the mail server is down", { state: "failed", says: "Try later" }, "run", "email_mail_refused"],
    ["links have no host", { state: "sent" }, "runWithoutUrl", "email_no_public_url"],
  ] as const;
  for (const [name, answer, run, code] of cases) {
    test(`are tried again a limited number of times while ${name}`, async () => {
      await using server = await startV1Server(open);
      const work = await emailWork(server);
      const names = ["anna", "ben", "cleo", "dora", "emil"];
      for (const each of names) await person(server, each);
      const message = await work.send();
      work.state.answer = answer;
      server.clock.advance(4 * HOUR_MS);
      await work[run]();
      expect(await tries(server)).toBe(limits.message_email_failures_in_a_row_max);
      const causes = await Promise.all(names.map(async (each) => causeOf(await work.explain(each))[1]));
      expect(causes.filter((cause) => cause === code)).toHaveLength(limits.message_email_failures_in_a_row_max);
      for (let rounds = 0; rounds < 40; rounds++) {
        server.clock.advance(limits.message_email_retry_ms);
        await work[run]();
      }
      expect(await work.counts(message)).toMatchObject({ waiting: 0, sent: 0, failed: names.length });
      expect(await tries(server)).toBe(names.length * limits.message_email_attempts_max);
      expect(causeOf(await work.explain("anna"))).toEqual(["failed", code]);
      const { db } = server.store;
      expect(await countFailingEmails(db, server.clock.now() - DAY_MS)).toBe(names.length);
      expect(await countFailingEmails(db, server.clock.now())).toBe(0);
    });
  }

  test("arrive once the mail server works again", async () => {
    await using server = await startV1Server(open);
    const work = await emailWork(server);
    const anna = await person(server, "anna");
    await person(server, "ben");
    const message = await work.send();
    work.state.answer = { state: "failed", says: "Try later" };
    server.clock.advance(4 * HOUR_MS);
    await work.run();
    await anna.report("seen", message.id);
    work.state.answer = { state: "sent" };
    server.clock.advance(limits.message_email_retry_ms);
    await work.run();
    expect(work.taken()).toEqual(["ben@x.test"]);
    expect(await work.counts(message)).toMatchObject({ sent: 1, skipped: 1, failed: 0 });
  });
}

async function tries(server: V1Server): Promise<number> {
  const rows = await server.store.db.selectFrom("live_update_emails").select("attempts").execute();
  return rows.reduce((sum, { attempts }) => sum + attempts, 0);
}

function neverSent(): never {
  throw new Error("No email was sent.");
}
