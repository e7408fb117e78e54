import { describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { PushPayload } from "@fanfare/contract/realtime/message-push";
import type { PushKeyResponse, PushSubscriptionResponse } from "@fanfare/contract/schema/client/push";
import { liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import type { PersonPushes } from "@fanfare/contract/schema/responses/realtime/live-update";
import { type ReceivedPush, startPushService, type TestPushService } from "../../../../test/support/push-service.ts";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { createLiveUpdates } from "../../../engage/live-updates/live-updates.ts";
import { explainPersonPushes } from "../../../engage/message-pushes/explain-pushes.ts";
import { messagePushes } from "../../../engage/message-pushes/message-pushes.ts";
import { pushSubscriptionVaultContext } from "../../../engage/message-pushes/push-subscriptions.ts";
import { silentLog } from "../../../lib/log.ts";
import { createVault } from "../../../lib/vault.ts";
import { LOCAL_ADDRESSES } from "../../../outbound-http/address-guard.ts";
import { createGuardedPost, type PostBytes, systemResolve } from "../../../outbound-http/guarded-post.ts";
import { erasePerson } from "../../../people/person/erase-person.ts";
import { exportPerson } from "../../../people/person/export-person.ts";
import { deliveryCounts } from "../../../store/statements/realtime/live-update-deliveries.ts";
import type { LiveUpdateRow } from "../../../store/statements/realtime/live-updates.ts";
import { pushCounts } from "../../../store/statements/realtime/message-pushes.ts";
import type { PushSubscriptionRow } from "../../../store/statements/realtime/push-subscriptions.ts";

type Input = Record<string, unknown>;
/** As long as a P-256 point, but not on the curve. */
const NO_POINT = "A".repeat(87);
const SENT = { waiting: 0, sent: 1, failed: 0, skipped: 0, opened: 0 };

/** A push service, and processes that look once. */
async function pushWork(server: V1Server) {
  const service = await startPushService(() => server.clock.now());
  const base = { clock: server.clock, rng: systemRng, store: server.store, log: silentLog };
  const vault = createVault([new Uint8Array(32).fill(7)], systemRng);
  const sendLiveUpdate = createLiveUpdates({ ...base, publish: () => {}, groups: server.group_pages });
  const state: { postPush: PostBytes } = {
    postPush: createGuardedPost({ clock: systemClock, rules: LOCAL_ADDRESSES, resolve: systemResolve }),
  };
  const process = (public_url: string | undefined) =>
    messagePushes({
      ...{ ...base, vault, public_url, notifySoon: () => {}, apps: { all: () => server.records } },
      postPush: (request) => state.postPush(request),
    });
  return {
    ...{ service, state, base, vault },
    send: (input: Input = {}): Promise<LiveUpdateRow> =>
      sendLiveUpdate(
        server.shop.id,
        liveUpdateInputSchema.parse({
          ...{ audience: { kind: "everyone" }, push: { after_minutes: 0 } },
          body: { kind: "toast", title: "News", text: "Hello", action: { label: "Read", href: "/news" } },
          ...input,
        }),
        null,
      ),
    run: () => process("https://fanfare.example").run(),
    runWithoutUrl: () => process(undefined).run(),
    /** Names of the subscriptions that got a notification since the last call. */
    taken: () => names(service.taken()),
    counts: async ({ id }: LiveUpdateRow) => (await pushCounts(server.store.db, [id])).get(id),
    explain: (name: string): Promise<PersonPushes> => explainPersonPushes(base, server.shop, name),
    [Symbol.dispose]: () => service[Symbol.dispose](),
  };
}

const names = (received: readonly ReceivedPush[]): readonly string[] => received.map(({ name }) => name).sort();
// Cast: a wrong shape fails the test's expectations.
const payloadOf = (received: ReceivedPush | undefined) => (received?.payload ?? {}) as PushPayload;
const causeOf = ({ items: [item] }: PersonPushes) => [item?.state, item?.cause.code];

/** A verified person whose browsers subscribe. */
async function subscriber(server: V1Server, service: TestPushService, name: string, devices = [name]) {
  const browser = server.browser();
  const call = async <Body>(method: string, path: string, body?: unknown) =>
    browser.call<Body>(method, path, { body, token: await server.token(name) });
  await call("POST", "identify", { external_id: name, attributes: {}, time_zone: "UTC" });
  const { body: key } = await call<PushKeyResponse>("GET", "push-key");
  const subscriptions = devices.map((device) => service.subscribe(device, key.public_key));
  const ids: (string | null)[] = [];
  for (const subscription of subscriptions) {
    const made = await call<PushSubscriptionResponse>("POST", "push-subscriptions", { ...subscription, agreed: true });
    expect([name, made.status]).toEqual([name, 200]);
    ids.push(made.body.id);
  }
  return { call, key: key.public_key, subscriptions, ids };
}

/** Replaces what is stored of each subscription so far. */
async function replaceSealed({ store }: V1Server, sealedOf: (row: PushSubscriptionRow) => string): Promise<void> {
  const rows = await store.db.selectFrom("push_subscriptions").selectAll().execute();
  const update = (row: PushSubscriptionRow) =>
    store.db
      .updateTable("push_subscriptions")
      .set({ sealed: sealedOf(row) })
      .where("id", "=", row.id)
      .compile();
  await store.write(rows.map((row) => ({ query: update(row), expect: 1 })));
}

export function messagePushesContract(dialect: string, open: OpenStore): void {
  describe(`push notifications of live updates (${dialect})`, () => {
    whoGetsThem(open);
    whenTheyAreSent(open);
    clicks(open);
    subscriptions(open);
    pushServices(open);
  });
}

function whoGetsThem(open: OpenStore): void {
  test("go to the browsers of people who agreed and haven't seen the message, and to no one else", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna", ["anna-phone", "anna-laptop"]);
    const ben = await subscriber(server, work.service, "ben");
    await server
      .browser()
      .call("POST", "identify", { body: { external_id: "cleo" }, token: await server.token("cleo") });
    const message = await work.send({ push: { after_minutes: 5 } });
    await work.run();
    expect(work.taken()).toEqual([]);
    const events = [
      {
        ...{ id: uuidv7(server.clock, systemRng), name: "live_update_seen" },
        at: new Date(server.clock.now()).toISOString(),
        props: { live_update_id: message.id, device: "ben-laptop-1" },
      },
    ];
    await ben.call("POST", "events", { events });
    server.clock.advance(5 * MINUTE_MS);
    await work.run();
    expect(work.taken()).toEqual(["anna-laptop", "anna-phone"]);
    expect(await work.counts(message)).toEqual(SENT);
    expect(causeOf(await work.explain("anna"))).toEqual(["sent", "push_sent"]);
    expect(causeOf(await work.explain("ben"))).toEqual(["skipped", "push_seen"]);
    expect(causeOf(await work.explain("cleo"))).toEqual(["skipped", "push_no_device"]);
    await work.run();
    expect(work.taken()).toEqual([]);
  });

  test("contain the person's variant, encrypted for their browser, and say how urgent they are", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    for (let index = 0; index < 12; index++) await subscriber(server, work.service, `person-${index}`);
    const body = (text: string) => ({ kind: "toast", title: "News", text, action: { label: "Read", href: "/news" } });
    const message = await work.send({
      ...{ body: body("One"), priority: "high", collapse_key: "status" },
      experiment: { weight: 50, variants: [{ weight: 50, body: body("Two") }] },
    });
    await work.run();
    const received = work.service.taken();
    expect(received).toHaveLength(12);
    const payloads = received.map(payloadOf);
    expect(new Set(payloads.map(({ text }) => text))).toEqual(new Set(["One", "Two"]));
    expect(payloads[0]).toMatchObject({ title: "News", href: "/news", tag: "fanfare:status" });
    expect(payloads[0]?.click_url).toBe("https://fanfare.example/v1/push-clicks?app=shop-key");
    const [first] = received;
    expect(first).toMatchObject({ urgency: "high", bytes: 4_096, ttl_s: limits.live_update_ttl_s });
    expect(new Set(received.map(({ topic }) => topic)).size).toBe(1);
    expect(first?.claims).toMatchObject({ sub: "https://fanfare.example" });
    expect(await work.counts(message)).toMatchObject({ sent: 12 });
  });

  test("reach an anonymous visitor, also after they were identified", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const visitor = await server.visitor();
    const anonymous_token = visitor.anonymous_token;
    const { body: key } = await visitor.call<PushKeyResponse>("GET", "push-key");
    const subscription = work.service.subscribe("laptop", key.public_key);
    const body = { ...subscription, agreed: true, anonymous_token };
    expect((await visitor.call("POST", "push-subscriptions", { body })).status).toBe(200);
    await work.send();
    await work.run();
    expect(work.taken()).toEqual(["laptop"]);
    const identified = { external_id: "anna", anonymous_token };
    await visitor.call("POST", "identify", { body: identified, token: await server.token("anna") });
    await work.send({ audience: { kind: "people", external_ids: ["anna"] } });
    await work.run();
    expect(work.taken()).toEqual(["laptop"]);
    expect((await work.explain("anna")).subscriptions).toHaveLength(1);
  });
}

function whenTheyAreSent(open: OpenStore): void {
  test("wait for the end of the person's quiet hours, and for a pause they chose", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const anna = await subscriber(server, work.service, "anna");
    // The clock starts at 12:00 UTC.
    const timing = { time_zone: "UTC", quiet_hours: { from: "11:00", to: "14:00" } };
    await work.send({ timing });
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "push_waiting"]);
    server.clock.advance(HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual([]);
    server.clock.advance(HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["anna"]);
    const pause = { scope: "live_updates", target: "", reason: "snoozed", days: 1 / 24 };
    expect((await anna.call("POST", "suppressions", pause)).status).toBe(200);
    await work.send();
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "push_paused"]);
    server.clock.advance(HOUR_MS);
    await work.run();
    expect(work.taken()).toEqual(["anna"]);
  });

  test("are left out if the message was replaced, or expired while the app was paused", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna");
    await work.send({ collapse_key: "status", push: { after_minutes: 5 } });
    await work.send({ collapse_key: "status", push: null });
    server.clock.advance(5 * MINUTE_MS);
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["skipped", "push_replaced"]);
    server.change(server.shop, { paused: true });
    await work.send();
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "push_waiting"]);
    server.clock.advance(2 * DAY_MS);
    server.change(server.shop, { paused: false });
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["skipped", "push_expired"]);
    expect(work.taken()).toEqual([]);
  });

  test("are sent once by two processes at the same time", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    for (let index = 0; index < 8; index++) await subscriber(server, work.service, `person-${index}`);
    await work.send();
    await Promise.all([work.run(), work.run(), work.run()]);
    await work.run();
    expect(work.taken()).toHaveLength(8);
  });

  test("aren't repeated if the server stopped while it sent them", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna");
    const message = await work.send();
    await work.run();
    const { db } = server.store;
    await server.store.write([{ query: db.updateTable("live_update_pushes").set({ state: "claimed" }).compile() }]);
    server.clock.advance(limits.message_push_claim_ms + 1);
    await work.run();
    expect(work.taken()).toEqual(["anna"]);
    expect(await work.counts(message)).toMatchObject({ failed: 1, waiting: 0 });
    expect(causeOf(await work.explain("anna"))).toEqual(["failed", "push_interrupted"]);
  });
}

function clicks(open: OpenStore): void {
  test("count a click as acted on, once, without the person's identity", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna");
    const message = await work.send();
    await work.run();
    const [received] = work.service.taken();
    const { token } = payloadOf(received);
    const click = (given: string) => server.browser().call("POST", "push-clicks", { body: { token: given } });
    for (const given of ["", "x", `${token}x`, token, token]) expect((await click(given)).status).toBe(204);
    expect(await work.counts(message)).toMatchObject({ sent: 1, opened: 1 });
    const [counts] = await deliveryCounts(server.store.db, [message.id]);
    expect(counts).toMatchObject({ acted: 1, seen: 1, people: 1 });
    expect(causeOf(await work.explain("anna"))).toEqual(["sent", "push_opened"]);
    await erasePerson({ ...work.base, publish: () => {} }, server.shop, "anna", null);
    expect((await click(token)).status).toBe(204);
    for (const table of ["push_subscriptions", "live_update_pushes", "live_update_deliveries"] as const) {
      expect([table, await server.count(table)]).toEqual([table, 0]);
    }
  });
}

function subscriptions(open: OpenStore): void {
  test("need a verified person or an anonymous visitor", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const { key } = await subscriber(server, work.service, "anna");
    const body = { ...work.service.subscribe("x", key), agreed: true, external_id: "someone" };
    expect(await server.browser().call("POST", "push-subscriptions", { body })).toMatchObject({
      status: 401,
      body: { code: "identity_required" },
    });
    for (const keys of [
      { p256dh: "AAAA", auth: "AAAAAAAAAAAAAAAAAAAAAA" },
      { ...body.keys, auth: "AAAA" },
    ]) {
      const refused = await server.browser().call("POST", "push-subscriptions", {
        body: { ...work.service.subscribe("x", key), keys, agreed: true },
        token: await server.token("anna"),
      });
      expect([keys, refused.status]).toEqual([keys, 400]);
    }
  });

  test("need a key on the curve P-256", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const anna = await subscriber(server, work.service, "anna", []);
    const { endpoint, keys } = work.service.subscribe("x", anna.key);
    const body = { endpoint, keys: { ...keys, p256dh: NO_POINT }, agreed: true };
    expect(await anna.call("POST", "push-subscriptions", body)).toMatchObject({
      status: 400,
      body: { code: "body_invalid", fields: [{ pointer: "/keys/p256dh" }] },
    });
    expect((await work.explain("anna")).subscriptions).toEqual([]);
  });

  test("belong to the person who uses the browser now", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const anna = await subscriber(server, work.service, "anna", ["shared"]);
    const [shared] = anna.subscriptions;
    const ben = await subscriber(server, work.service, "ben", []);
    const check = { ...shared, agreed: false };
    expect((await anna.call("POST", "push-subscriptions", check)).body).toEqual({ id: anna.ids[0] ?? "" });
    expect((await ben.call("POST", "push-subscriptions", check)).body).toEqual({ id: null });
    expect((await anna.call("POST", "push-subscriptions", check)).body).toEqual({ id: null });
    await ben.call("POST", "push-subscriptions", { ...shared, agreed: true });
    expect((await work.explain("anna")).subscriptions).toEqual([]);
    await work.send();
    await work.run();
    expect(work.taken()).toEqual(["shared"]);
    expect(causeOf(await work.explain("ben"))).toEqual(["sent", "push_sent"]);
  });

  test("end when the person unsubscribes, and no one else can end them", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const anna = await subscriber(server, work.service, "anna");
    const ben = await subscriber(server, work.service, "ben");
    await ben.call("DELETE", `push-subscriptions/${anna.ids[0]}`);
    expect((await work.explain("anna")).subscriptions).toHaveLength(1);
    for (let again = 0; again < 2; again++) {
      expect((await anna.call("DELETE", `push-subscriptions/${anna.ids[0]}`)).status).toBe(204);
    }
    await work.send();
    await work.run();
    expect(work.taken()).toEqual(["ben"]);
  });

  test("are limited per person: a new browser replaces the one confirmed longest ago", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const devices = Array.from({ length: limits.push_subscriptions_max + 2 }, (_, index) => `device-${index}`);
    for (const device of devices) {
      await subscriber(server, work.service, "anna", [device]);
      server.clock.advance(1);
    }
    await work.send();
    await work.run();
    expect(work.taken()).toEqual(devices.slice(2).sort());
  });

  test("leave the server only as host and dates, and rest encrypted", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const {
      subscriptions: [subscription],
    } = await subscriber(server, work.service, "anna");
    const rows = JSON.stringify(await server.store.db.selectFrom("push_subscriptions").selectAll().execute());
    const exported = JSON.stringify(await exportPerson(work.base, server.shop, "anna"));
    for (const secret of [subscription?.endpoint, subscription?.keys.auth, subscription?.keys.p256dh]) {
      expect(secret).toBeString();
      expect(rows).not.toContain(secret ?? "");
      expect(exported).not.toContain(secret ?? "");
    }
    expect(exported).toContain("push_subscriptions");
  });
}

function pushServices(open: OpenStore): void {
  test("end a subscription that the push service no longer has", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna", ["gone", "kept"]);
    work.service.answer("gone", { status: 410 });
    const message = await work.send();
    await work.run();
    expect(work.taken()).toEqual(["kept"]);
    expect(await work.counts(message)).toEqual(SENT);
    expect((await work.explain("anna")).subscriptions).toHaveLength(1);
    work.service.answer("kept", { status: 404 });
    const next = await work.send();
    await work.run();
    expect(await work.counts(next)).toMatchObject({ sent: 0, skipped: 1 });
    expect(causeOf(await work.explain("anna"))).toEqual(["skipped", "push_no_device"]);
  });

  test("hold up no one with a stored key that isn't on the curve, and lose that subscription", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    const { subscriptions } = await subscriber(server, work.service, "anna");
    const target = { ...subscriptions[0], keys: { ...subscriptions[0]?.keys, p256dh: NO_POINT } };
    await replaceSealed(server, (row) => work.vault.seal(JSON.stringify(target), pushSubscriptionVaultContext(row)));
    await subscriber(server, work.service, "ben");
    const message = await work.send();
    await work.run();
    expect(work.taken()).toEqual(["ben"]);
    expect(await work.counts(message)).toMatchObject({ sent: 1, skipped: 1 });
    expect(await work.explain("anna")).toMatchObject({ subscriptions: [], items: [{ state: "skipped" }] });
  });

  test("get the other notifications if one fails unexpectedly", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna");
    await replaceSealed(server, () => "unreadable");
    await subscriber(server, work.service, "ben");
    const message = await work.send();
    await work.run();
    expect(work.taken()).toEqual(["ben"]);
    server.clock.advance(limits.message_push_claim_ms + 1);
    await work.run();
    expect(await work.counts(message)).toMatchObject({ sent: 1, failed: 1 });
  });

  test("are asked again as late as they want, and a limited number of times", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna");
    const message = await work.send();
    const wait_s = (10 * limits.message_push_retry_ms) / 1_000;
    work.service.answer("anna", { status: 429, headers: { "Retry-After": String(wait_s) } });
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "push_busy"]);
    server.clock.advance(wait_s * 1_000 - 1);
    await work.run();
    expect(work.service.requests()).toBe(1);
    work.service.answer("anna", { status: 503 });
    server.clock.advance(1);
    await work.run();
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "push_unreachable"]);
    const down = Array.from({ length: limits.message_push_attempts_max }, () => ({ status: 500 }));
    work.service.answer("anna", ...down);
    for (let round = 0; round < 20; round++) {
      server.clock.advance(limits.message_push_retry_ms * 4);
      await work.run();
    }
    expect(work.service.requests()).toBe(limits.message_push_attempts_max);
    expect(await work.counts(message)).toMatchObject({ failed: 1, sent: 0 });
    expect(causeOf(await work.explain("anna"))).toEqual(["failed", "push_unreachable"]);
  });

  test("that never answer don't hold up other people, and are asked again", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    for (const name of ["anna", "ben"]) await subscriber(server, work.service, name);
    const { postPush } = work.state;
    // Ends as the timeout does, without waiting for it.
    work.state.postPush = (request) =>
      request.url.endsWith("anna")
        ? Promise.resolve({ outcome: "failed", reason: "No response in time." })
        : postPush(request);
    await work.send();
    await work.run();
    expect(work.taken()).toEqual(["ben"]);
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "push_unreachable"]);
    work.state.postPush = postPush;
    server.clock.advance(limits.message_push_retry_ms);
    await work.run();
    expect(work.taken()).toEqual(["anna"]);
  });

  test("that refuse a notification aren't asked again", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna");
    work.service.answer("anna", { status: 413 });
    await work.send();
    await work.run();
    server.clock.advance(HOUR_MS);
    await work.run();
    expect(work.service.requests()).toBe(1);
    expect(causeOf(await work.explain("anna"))).toEqual(["failed", "push_refused"]);
  });

  test("aren't asked while the server has no URL to be contacted at", async () => {
    await using server = await startV1Server(open);
    using work = await pushWork(server);
    await subscriber(server, work.service, "anna");
    await work.send();
    await work.runWithoutUrl();
    expect(work.service.requests()).toBe(0);
    expect(causeOf(await work.explain("anna"))).toEqual(["waiting", "push_no_public_url"]);
  });
}
