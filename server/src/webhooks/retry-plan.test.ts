import { describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import {
  answeredOutcome,
  createWebhookFixture,
  statesOf,
  type WebhookFixture,
} from "../../test/support/webhook-fixture.ts";
import type { PostOutcome } from "../outbound-http/guarded-post.ts";

/** As Standard Webhooks recommends: the pause before each of the ten attempts. */
const PAUSES_MS = [0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS)];
/** Timers in these tests fire at the next step. */
const STEP_MS = 500;
const LONG_STEP_MS = 30 * SECOND_MS;

const pausesOf = ({ calls }: WebhookFixture) =>
  calls.map(({ at_ms }, index) => at_ms - (calls[index - 1]?.at_ms ?? at_ms));
const busy = (status: number, retry_after: string): PostOutcome => ({
  outcome: "answered",
  ...{ status, retry_after, excerpt: "" },
});

async function engagement(answer: () => PostOutcome) {
  const server = await createWebhookFixture();
  await server.addWebhook({ kind: "engagement" });
  server.answer = answer;
  await server.message();
  await server.pass(MINUTE_MS, STEP_MS);
  return server;
}

describe("an engagement webhook that fails", () => {
  test("gets a message at the ten times of Standard Webhooks, each within 10%, with the same ID", async () => {
    await using server = await engagement(() => answeredOutcome(500));
    await server.pass(5 * DAY_MS, LONG_STEP_MS);
    const pauses = pausesOf(server);
    expect(pauses).toHaveLength(PAUSES_MS.length);
    for (const [index, pause_ms] of pauses.entries()) {
      const wanted_ms = PAUSES_MS[index] ?? 0;
      expect(pause_ms).toBeGreaterThanOrEqual(wanted_ms * 0.9);
      expect(pause_ms).toBeLessThanOrEqual(wanted_ms * 1.1 + (wanted_ms > MINUTE_MS ? LONG_STEP_MS : STEP_MS));
    }
    // Senders don't retry together.
    expect(pauses).not.toEqual(PAUSES_MS);
    expect(new Set(server.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await statesOf(server)).toEqual(["dead"]);
    expect(server.clock.pending()).toBe(0);
  });

  test.each([[302], [404], [500]])("counts status %d as a failure", async (status) => {
    await using server = await engagement(() => answeredOutcome(status));
    expect(server.calls).toHaveLength(2);
    expect(await server.rows()).toMatchObject([{ state: "pending", last_status: status }]);
  });

  test.each([[429], [503]])("waits for Retry-After of a %d, at most 12 hours", async (status) => {
    for (const [retry_after, wait_ms] of [
      ["7200", 2 * HOUR_MS],
      ["86400", limits.webhook_retry_after_ms_max],
      [new Date(Date.UTC(2026, 10, 21, 15)).toUTCString(), 3 * HOUR_MS],
      // Shorter than the schedule.
      ["1", 0],
    ] as const) {
      await using server = await engagement(() => busy(status, retry_after));
      const [row] = await server.rows();
      const [first] = await server.attempts();
      const waited_ms = (row?.next_attempt_at ?? 0) - (first?.began_at ?? 0);
      // A date counts from the first attempt, which is one step after the message.
      if (wait_ms > 0) expect(Math.abs(waited_ms - wait_ms)).toBeLessThanOrEqual(STEP_MS);
      else expect(waited_ms).toBeGreaterThan(MINUTE_MS);
    }
  });

  test("is turned off at once by a 410, and keeps what waits", async () => {
    await using server = await engagement(() => answeredOutcome(410));
    await server.pass(DAY_MS, HOUR_MS);
    expect(server.calls).toHaveLength(1);
    const { db } = server.store;
    expect(await db.selectFrom("webhooks").select(["enabled"]).execute()).toEqual([{ enabled: 0 }]);
    expect(await db.selectFrom("audit_entries").select(["action"]).execute()).toEqual([{ action: "webhook.stop" }]);
    expect(await statesOf(server)).toEqual(["pending"]);
    expect(server.clock.pending()).toBe(0);
  });

  test("is turned off after five days, and not before", async () => {
    await using server = await engagement(() => answeredOutcome(503));
    const began_ms = server.calls[0]?.at_ms ?? 0;
    const stopped_at = async () => (await server.store.db.selectFrom("webhooks").select("stopped_at").execute())[0];
    // Something happens twice a day.
    for (let half_days = 0; half_days < 9; half_days++) {
      await server.pass(12 * HOUR_MS, MINUTE_MS);
      await server.message();
    }
    expect(await stopped_at()).toEqual({ stopped_at: null });
    for (let half_days = 0; half_days < 5; half_days++) {
      await server.pass(12 * HOUR_MS, MINUTE_MS);
      await server.message();
    }
    const { stopped_at: at_ms } = (await stopped_at()) ?? {};
    expect((at_ms ?? 0) - began_ms).toBeGreaterThanOrEqual(5 * DAY_MS);
    expect((at_ms ?? 0) - began_ms).toBeLessThanOrEqual(5 * DAY_MS + 27 * HOUR_MS);
    expect(server.lines.filter((line) => line === "told of what was given up").length).toBeGreaterThan(0);
    expect(server.clock.pending()).toBe(0);
  });
});

describe("something new during a long pause", () => {
  const messages = async (server: WebhookFixture, count: number) => {
    for (let sent = 0; sent < count; sent++) {
      await server.message();
      await server.pass(10 * MINUTE_MS, LONG_STEP_MS);
    }
  };

  test("tries the receiver again, and its success releases everything that waits", async () => {
    await using server = await engagement(() => answeredOutcome(500));
    await messages(server, 6);
    const during = server.calls.length;
    // At 0 s, 5 s, 5 min, and 35 min, and again with each message that comes more than five minutes later.
    expect([during, (await statesOf(server)).filter((state) => state === "pending").length]).toEqual([8, 7]);
    server.answer = () => answeredOutcome(200);
    await server.pass(10 * MINUTE_MS, LONG_STEP_MS);
    expect(server.calls).toHaveLength(during);
    await server.message();
    await server.pass(MINUTE_MS, STEP_MS);
    expect(await statesOf(server)).toEqual(Array.from({ length: 8 }, () => "delivered"));
    expect(server.calls).toHaveLength(during + 8);
    expect(server.clock.pending()).toBe(0);
  });

  test("doesn't change when the next attempts come, even after a restart", async () => {
    await using server = await engagement(() => answeredOutcome(500));
    await messages(server, 18);
    expect(server.calls.length).toBeGreaterThan(12);
    const began_ms = server.calls[0]?.at_ms ?? 0;
    const [first] = await server.rows();
    // The fifth attempt was after 2 h 35 min, so the sixth is after 7 h 35 min.
    const sixth_ms = 7 * HOUR_MS + 35 * MINUTE_MS;
    expect(Math.abs((first?.next_attempt_at ?? 0) - began_ms - sixth_ms)).toBeLessThan(sixth_ms / 10);
    await server.webhooks.stop();
    await server.reopen();
    const before = server.calls.length;
    await server.pass(6 * HOUR_MS, LONG_STEP_MS);
    expect(server.calls).toHaveLength(before + 1);
    const [later] = await server.rows();
    const pause_ms = (later?.next_attempt_at ?? 0) - (first?.next_attempt_at ?? 0);
    expect(Math.abs(pause_ms - 10 * HOUR_MS)).toBeLessThan(HOUR_MS + LONG_STEP_MS);
  });

  test("doesn't disturb a receiver that asked for the pause", async () => {
    await using server = await engagement(() => busy(503, "7200"));
    await messages(server, 6);
    expect(server.calls).toHaveLength(1);
  });
});

test("the success of a resent message releases what waits for its time", async () => {
  await using server = await engagement(() => answeredOutcome(200));
  const [first] = await server.rows();
  if (first === undefined) throw new Error("The message has no delivery.");
  const { db } = server.store;
  await server.store.write([{ query: db.updateTable("webhook_deliveries").set({ state: "dead" }).compile() }]);
  server.answer = () => answeredOutcome(500);
  await server.message();
  await server.pass(10 * MINUTE_MS, LONG_STEP_MS);
  expect(await statesOf(server)).toEqual(["dead", "pending"]);
  server.answer = () => answeredOutcome(200);
  await server.webhooks.replay(first.id);
  await server.pass(MINUTE_MS, STEP_MS);
  expect(await statesOf(server)).toEqual(["delivered", "delivered"]);
});

test("a long pause continues after a restart", async () => {
  await using server = await engagement(() => answeredOutcome(500));
  await server.pass(3 * HOUR_MS, LONG_STEP_MS);
  const attempts = server.calls.length;
  await server.webhooks.stop();
  await server.reopen();
  await server.pass(3 * HOUR_MS, LONG_STEP_MS);
  expect(server.calls).toHaveLength(attempts);
  await server.pass(3 * HOUR_MS, LONG_STEP_MS);
  expect(server.calls).toHaveLength(attempts + 1);
});
