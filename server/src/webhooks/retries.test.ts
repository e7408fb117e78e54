import { describe, expect, test } from "bun:test";
import type { WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import {
  APP_ID,
  answeredOutcome,
  channelsOf,
  createWebhookFixture,
  statesOf,
  until,
  type WebhookFixture,
} from "../../test/support/webhook-fixture.ts";
import { setFailingSince } from "../store/statements/realtime/webhooks.ts";

const WINDOW_MS = limits.webhook_batch_window_ms;
const RETRIES_MS = limits.webhook_retry_window_ms;
/** Lets the retries of all deliveries end. */
const giveUp = (server: WebhookFixture) => server.pass(RETRIES_MS + 2 * limits.webhook_retry_cap_ms, 10 * MINUTE_MS);

test("retries the same bytes with growing delays and the same time_ms", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  const answers = [503, 302, 404, 201];
  server.answer = () => {
    const status = answers.shift() ?? 200;
    const unresolved = { outcome: "failed", reason: "The name shop.example has no address." } as const;
    return status === 404 ? unresolved : answeredOutcome(status, `says ${status}`);
  };
  server.occupy("a");
  await server.pass(MINUTE_MS);
  expect(await server.rows()).toMatchObject([{ state: "delivered", attempts: 4, last_status: 201, last_error: null }]);
  expect(await server.attempts()).toMatchObject([
    { status: 503, error: null, answer: "says 503" },
    { status: 302, error: null, answer: "says 302" },
    { status: null, error: "The name shop.example has no address.", answer: "" },
    { status: 201, error: null, answer: "says 201" },
  ]);
  expect((await server.attempts()).map(({ began_at }) => began_at)).toEqual(server.calls.map(({ at_ms }) => at_ms));
  expect(new Set(server.calls.map(({ body }) => body)).size).toBe(1);
  expect(new Set(server.calls.map(({ id }) => id)).size).toBe(1);
  expect(server.calls.map(({ attempts }) => attempts)).toEqual([0, 1, 2, 3]);
  const pauses = server.calls.slice(1).map(({ at_ms }, index) => at_ms - (server.calls[index]?.at_ms ?? 0));
  // Timers in this test fire at the next half second.
  for (const [index, pause_ms] of pauses.entries()) {
    const ceiling_ms = limits.webhook_retry_base_ms * 2 ** (index + 1);
    expect(pause_ms).toBeGreaterThanOrEqual(ceiling_ms / 2);
    expect(pause_ms).toBeLessThanOrEqual(ceiling_ms + 500);
  }
  expect(server.clock.pending()).toBe(0);
});

test("fails after 3 days with a log entry and no timer left", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  server.answer = () => answeredOutcome(500);
  server.occupy("a");
  await giveUp(server);
  const [row] = await server.rows();
  expect(row).toMatchObject({ state: "dead", last_status: 500, last_error: "The receiver returned 500." });
  const last_ms = server.calls.at(-1)?.at_ms ?? 0;
  expect(last_ms - (row?.stamped_at ?? 0)).toBeLessThanOrEqual(RETRIES_MS);
  expect(last_ms - (row?.stamped_at ?? 0)).toBeGreaterThan(RETRIES_MS - 2 * limits.webhook_retry_cap_ms);
  expect(server.calls.length).toBeGreaterThan(120);
  expect(server.calls.length).toBeLessThan(300);
  // Receivers reject times older than 5 minutes.
  for (const { at_ms, time_ms } of server.calls) expect(at_ms - time_ms).toBeLessThanOrEqual(5 * MINUTE_MS);
  expect(server.lines.filter((line) => line.includes("webhook_given_up"))).toHaveLength(1);
  expect(server.lines.filter((line) => line === "told of what was given up")).toHaveLength(1);
  expect(server.clock.pending()).toBe(0);
});

test("turns off a webhook that failed for 5 days, with an audit entry, and sends nothing more", async () => {
  await using server = await createWebhookFixture();
  const id = await server.addWebhook();
  const { store, clock } = server;
  server.answer = () => answeredOutcome(500);
  server.occupy("a");
  await server.pass(WINDOW_MS, WINDOW_MS);
  const failing_since = clock.now() + HOUR_MS - limits.webhook_failing_ms_max;
  await server.webhooks.stop();
  await store.write([{ query: setFailingSince(store.db, id, failing_since) }]);
  await server.reopen();
  await server.pass(HOUR_MS - MINUTE_MS, MINUTE_MS);
  expect(server.lines.some((line) => line.includes("webhook_stopped"))).toBe(false);

  await server.pass(limits.webhook_retry_cap_ms, MINUTE_MS);
  expect(await store.db.selectFrom("webhooks").selectAll().execute()).toMatchObject([
    { enabled: 0, failing_since, stopped_at: expect.any(Number) },
  ]);
  expect(await store.db.selectFrom("audit_entries").selectAll().execute()).toMatchObject([
    { action: "webhook.stop", resource_id: id, member_id: null },
  ]);
  const calls = server.calls.length;
  await server.pass(2 * HOUR_MS, HOUR_MS);
  expect(server.calls).toHaveLength(calls);
  expect(clock.pending()).toBe(0);
});

test("a successful attempt ends the time that a webhook fails", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  server.answer = () => answeredOutcome(500);
  const since = async () => (await server.store.db.selectFrom("webhooks").select("failing_since").execute())[0];
  server.occupy("a");
  await server.pass(WINDOW_MS, WINDOW_MS);
  expect(await since()).toEqual({ failing_since: server.clock.now() });
  server.answer = () => answeredOutcome(200);
  await server.pass(MINUTE_MS);
  expect(await since()).toEqual({ failing_since: null });
});

test("randomizes delays so that senders don't retry at the same time", async () => {
  const pauses = new Set<number | undefined>();
  for (const random of [0, 0.5, 0.999]) {
    await using server = await createWebhookFixture({
      rng: { next: () => random, bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    });
    await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    server.occupy("a");
    server.clock.advance(WINDOW_MS);
    await until(() => server.clock.pending() === 1);
    const [row] = await server.rows();
    pauses.add((row?.next_attempt_at ?? 0) - server.clock.now());
  }
  expect([...pauses]).toEqual([1_000, 1_500, 1_999]);
});

describe("delivery order", () => {
  test("keeps later deliveries waiting for a failing one", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    for (const channel of ["a", "b", "c"]) {
      server.occupy(channel);
      await server.pass(SECOND_MS);
    }
    server.answer = () => answeredOutcome(200);
    await server.pass(MINUTE_MS);
    expect(await statesOf(server)).toEqual(["delivered", "delivered", "delivered"]);
    const received = channelsOf(server);
    expect(received.slice(received.lastIndexOf("a"))).toEqual(["a", "b", "c"]);
    expect(received.indexOf("b")).toBe(received.lastIndexOf("a") + 1);
  });

  test("makes one call at a time, even with a slow receiver", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    let in_flight = 0;
    const waiting: (() => void)[] = [];
    server.answer = async () => {
      expect(++in_flight).toBe(1);
      await new Promise<void>((resolve) => waiting.push(resolve));
      in_flight--;
      return answeredOutcome(200);
    };
    for (let count = 1; count <= 3; count++) {
      server.occupy(`c-${count}`);
      await server.pass(WINDOW_MS, WINDOW_MS);
      expect(await server.rows()).toHaveLength(count);
    }
    for (let count = 1; count <= 3; count++) {
      await until(() => waiting.length === 1);
      expect(server.calls).toHaveLength(count);
      waiting.splice(0)[0]?.();
    }
    await until(async () => (await statesOf(server)).every((state) => state === "delivered"));
    expect(channelsOf(server)).toEqual(["c-1", "c-2", "c-3"]);
  });
});

test("calls an unavailable receiver only now and then, not per delivery", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  server.answer = () => answeredOutcome(500);
  for (let index = 0; index < 30; index++) {
    server.occupy(`c-${index}`);
    await server.pass(3 * HOUR_MS, 30 * MINUTE_MS);
  }
  // 30 deliveries and 90 hours, but attempts are soon up to 30 minutes apart.
  expect(server.calls.length).toBeLessThan(200);
  for (const row of (await server.rows()).filter(({ state }) => state === "pending")) {
    expect(server.clock.now() - row.stamped_at).toBeLessThanOrEqual(RETRIES_MS + HOUR_MS);
  }
  server.answer = () => answeredOutcome(200);
  await server.pass(HOUR_MS, 10 * MINUTE_MS);
  const found = await statesOf(server);
  expect(found).toHaveLength(30);
  // Deliveries that waited less than 3 days were sent.
  expect(found.slice(-23)).toEqual(Array.from({ length: 23 }, () => "delivered"));
  expect(found.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => "dead"));
  expect(server.clock.pending()).toBe(0);
});

describe("resent delivery", () => {
  test("sends a failed delivery again with the same events and the current time", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    server.occupy("a");
    await giveUp(server);
    const [dead] = await server.rows();
    if (dead === undefined) throw new Error("Nothing was written.");
    server.answer = () => answeredOutcome(200);
    server.calls.length = 0;
    expect(await server.webhooks.replay(dead.id)).toBe("replayed");
    await until(() => server.calls.length === 1);
    const events = [{ name: "channel_occupied", channel: "a" } as const];
    expect(server.calls).toMatchObject([{ id: dead.id, time_ms: server.clock.now(), events, attempts: 0 }]);
    expect(server.clock.now()).toBeGreaterThan(dead.stamped_at + RETRIES_MS);
    await until(async () => (await statesOf(server))[0] === "delivered");
    expect(server.clock.pending()).toBe(0);
  });

  test("gets the whole time again", async () => {
    await using server = await createWebhookFixture();
    const id = await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    server.occupy("a");
    await giveUp(server);
    const [dead] = await server.rows();
    const before = server.calls.length;
    // As if another delivery had succeeded, so that the webhook isn't turned off.
    await server.store.write([{ query: setFailingSince(server.store.db, id, null) }]);
    await server.webhooks.refresh(APP_ID);
    await server.webhooks.replay(dead?.id ?? ("" as WebhookDeliveryId));
    await giveUp(server);
    expect(await statesOf(server)).toEqual(["dead"]);
    expect(server.calls.length - before).toBeGreaterThan(120);
    // The newest attempts of both series, up to the stored maximum.
    const newest = server.calls.slice(-limits.webhook_attempts_kept_max).map(({ at_ms }) => at_ms);
    expect(server.calls.length).toBeGreaterThan(limits.webhook_attempts_kept_max);
    expect((await server.attempts()).map(({ began_at }) => began_at)).toEqual(newest);
  });

  test("requires a failed delivery", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    server.occupy("a");
    server.clock.advance(WINDOW_MS);
    await until(() => server.clock.pending() === 1);
    const [row] = await server.rows();
    const id = row?.id ?? ("" as WebhookDeliveryId);
    expect(await server.webhooks.replay(id)).toBe("not_dead");
    // Cast: an ID that doesn't exist.
    expect(await server.webhooks.replay("whd_none" as WebhookDeliveryId)).toBe("not_found");
    expect(server.calls).toHaveLength(1);
  });
});

test("fails without a secret instead of sending unsigned, and retries with one", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  const { signer } = server;
  server.signer = { key: "shop-key", secrets: [] };
  server.occupy("a");
  await server.pass(2 * SECOND_MS);
  expect(server.calls).toEqual([]);
  expect((await server.rows())[0]?.last_error).toBe("The app has no secret to sign with. Create one.");
  server.signer = signer;
  await server.pass(MINUTE_MS);
  expect(await statesOf(server)).toEqual(["delivered"]);
});

test("retries after a post that rejects unexpectedly", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  server.answer = () => Promise.reject(new Error("planted"));
  server.occupy("a");
  await server.pass(SECOND_MS);
  expect(server.lines.filter((line) => line.includes("planted"))).toHaveLength(1);
  server.answer = () => answeredOutcome(200);
  await server.pass(2 * MINUTE_MS);
  expect(await statesOf(server)).toEqual(["delivered"]);
});
