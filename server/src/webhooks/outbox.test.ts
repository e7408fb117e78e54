import { describe, expect, test } from "bun:test";
import { newId, type WebhookId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import type { ChannelName } from "@fanfare/contract/realtime/channel";
import {
  APP_ID,
  answeredOutcome,
  channelsOf,
  createWebhookFixture,
  statesOf,
  until,
  type WebhookFixture,
} from "../../test/support/webhook-fixture.ts";
import { type DeliveryRow, insertDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import { StoreError } from "../store/store.ts";

const WINDOW_MS = limits.webhook_batch_window_ms;
const vacate = (server: WebhookFixture, channel: string) =>
  server.webhooks.observe(APP_ID, { kind: "vacated", channel: channel as ChannelName }); // Cast: made-up test channel.

/** Rows as if they had been written at this time of the server's clock. */
async function plant(
  server: WebhookFixture,
  webhook_id: WebhookId,
  count: number,
  state: DeliveryRow["state"],
): Promise<void> {
  const now_ms = server.clock.now();
  let at_ms = now_ms;
  const row = (): DeliveryRow => ({
    ...{
      id: newId("whd", { now: () => at_ms++ }, systemRng),
      app_id: APP_ID,
      webhook_id,
      message_id: null,
      body: '{"time_ms":1,"events":[]}',
    },
    ...{ created_at: now_ms, stamped_at: now_ms, attempts: 1, next_attempt_at: now_ms, state },
    ...{ last_status: null, last_error: null, delivered_at: null },
  });
  for (let left = count; left > 0; left -= 1_000) {
    const rows = Array.from({ length: Math.min(left, 1_000) }, row);
    await server.store.write([{ query: insertDeliveries(server.store.db, rows) }]);
  }
  server.clock.advance(count);
}

describe("next start", () => {
  test("continues with waiting deliveries at their time, with their failures", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    server.occupy("a");
    await server.pass(10 * SECOND_MS);
    const attempts = server.calls.length;
    await server.webhooks.stop();
    const [waits] = await server.rows();
    expect(waits).toMatchObject({ state: "pending", attempts });
    await server.reopen();
    server.occupy("a");
    await server.pass((waits?.next_attempt_at ?? 0) - server.clock.now() - 1, 100);
    expect(server.calls).toHaveLength(attempts);
    await server.pass(1, 1);
    expect(server.calls).toHaveLength(attempts + 1);
    const [again] = await server.rows();
    const pause_ms = (again?.next_attempt_at ?? 0) - server.clock.now();
    expect(pause_ms).toBeGreaterThanOrEqual((limits.webhook_retry_base_ms * 2 ** (attempts + 1)) / 2);
    server.answer = () => answeredOutcome(200);
    await server.pass(2 * MINUTE_MS);
    expect(await statesOf(server)).toEqual(["delivered"]);
    expect(new Set(server.calls.map(({ body }) => body)).size).toBe(1);
  });

  test("retries days-old deliveries once before failing them", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    for (const channel of ["a", "b", "c"]) {
      server.occupy(channel);
      await server.pass(WINDOW_MS, WINDOW_MS);
    }
    await server.webhooks.stop();
    server.clock.advance(limits.webhook_retry_window_ms + SECOND_MS);
    server.calls.length = 0;
    await server.reopen();
    await server.pass(SECOND_MS);
    expect(channelsOf(server)).toEqual(["a"]);
    expect(await statesOf(server)).toEqual(["dead", "dead", "dead"]);
  });

  test("delivers hours-old events in order before new ones", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.answer = () => answeredOutcome(500);
    for (const channel of ["a", "b"]) {
      server.occupy(channel);
      await server.pass(WINDOW_MS, WINDOW_MS);
    }
    await server.webhooks.stop();
    // The new process's clock is behind, but IDs still increase.
    server.clock.advance(-2 * MINUTE_MS);
    server.calls.length = 0;
    server.answer = () => answeredOutcome(200);
    await server.reopen();
    server.occupy("a", "b", "c");
    await server.pass(4 * MINUTE_MS);
    expect(channelsOf(server)).toEqual(["a", "b", "c"]);
    expect(await statesOf(server)).toEqual(["delivered", "delivered", "delivered"]);
  });
});

describe("server stop", () => {
  test("stores collected events for the next start", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.occupy("a");
    await server.pass(WINDOW_MS, WINDOW_MS);
    server.occupy("b");
    await server.webhooks.stop();
    expect(server.clock.pending()).toBe(0);
    expect(server.calls).toHaveLength(1);
    server.occupy("unheard");
    await server.reopen();
    await server.pass(SECOND_MS);
    expect(server.calls[1]?.events).toEqual([{ name: "channel_occupied", channel: "b" }]);
    expect(await statesOf(server)).toEqual(["delivered", "delivered"]);
  });

  test("reports channels and members that don't return within 30 seconds of the next start", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    server.occupy("stays", "goes");
    await server.pass(WINDOW_MS, WINDOW_MS);
    vacate(server, "stays");
    vacate(server, "goes");
    await server.webhooks.stop();
    await server.reopen();
    server.occupy("stays");
    await server.pass(limits.webhook_return_ms + SECOND_MS);
    expect(server.calls.slice(1).flatMap(({ events }) => events)).toEqual([
      { name: "channel_vacated", channel: "goes" },
    ]);
  });

  test("waits for the current call and starts no other", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.answer = async () => {
      await promise;
      return answeredOutcome(200);
    };
    for (const channel of ["a", "b"]) {
      server.occupy(channel);
      await server.pass(WINDOW_MS, WINDOW_MS);
    }
    const stopped = server.webhooks.stop();
    await server.pass(SECOND_MS);
    expect(Bun.peek.status(stopped)).toBe("pending");
    resolve();
    await stopped;
    expect(await statesOf(server)).toEqual(["delivered", "pending"]);
    expect(server.calls).toHaveLength(1);
  });
});

describe("killed server", () => {
  const memory = async ({ store: { db } }: WebhookFixture) => ({
    journal: await db.selectFrom("webhook_journal").select("events").execute(),
    present: await db.selectFrom("webhook_occupancy").select(["channel", "user_id"]).execute(),
  });

  test("loses no event that waited to be sent with others, and forgets it once its delivery is stored", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    const killed = server.webhooks;
    server.occupy("a", "b");
    await until(async () => (await memory(server)).journal.length > 0);
    expect(await server.rows()).toEqual([]);
    await server.reopen();
    expect(server.calls.flatMap(({ events }) => events.map(({ channel }) => channel))).toEqual(["a", "b"]);
    expect(await memory(server)).toEqual({
      journal: [],
      present: [
        { channel: "a", user_id: "" },
        { channel: "b", user_id: "" },
      ],
    });
    await killed.stop();
  });

  test("stores no second delivery of an event after dying right after the first", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    const { write } = server.store;
    let is_killed = false;
    Object.assign(server.store, {
      async write(batch: Parameters<typeof write>[0]) {
        if (is_killed) return new Promise(() => {});
        const written = await write(batch);
        is_killed = (await server.rows()).length > 0;
        return written;
      },
    });
    server.occupy("a");
    await until(async () => (await memory(server)).journal.length > 0);
    await server.pass(WINDOW_MS, WINDOW_MS);
    await until(() => is_killed);
    // The old process reaches its next write, which never ends.
    await server.pass(SECOND_MS);
    Object.assign(server.store, { write });
    await server.reopen();
    await server.pass(SECOND_MS);
    expect(await statesOf(server)).toEqual(["delivered"]);
  });

  test("reports who was present and doesn't return, including those whose absence was just beginning", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    const channel = "presence-room" as ChannelName; // Cast: made-up test channel.
    server.occupy(channel);
    for (const user_id of ["1", "2"]) server.webhooks.observe(APP_ID, { kind: "member_added", channel, user_id });
    await server.pass(WINDOW_MS, WINDOW_MS);
    server.webhooks.observe(APP_ID, { kind: "member_removed", channel, user_id: "2" });
    const killed = server.webhooks;
    await server.reopen();
    const is_told = server.calls.length;
    await server.pass(limits.webhook_return_ms + SECOND_MS);
    await killed.stop();
    const told = server.calls.slice(is_told).flatMap(({ events }) => events);
    expect(told.slice(-3)).toEqual([
      { name: "member_removed", channel, user_id: "2" },
      { name: "member_removed", channel, user_id: "1" },
      { name: "channel_vacated", channel },
    ]);
    expect((await memory(server)).present).toEqual([]);
  });
});

describe("unavailable database", () => {
  /** Makes writes fail like a full disk. */
  const sick = (server: WebhookFixture) => {
    const { write } = server.store;
    let is_sick = true;
    Object.assign(server.store, {
      write: (batch: Parameters<typeof write>[0]) =>
        is_sick ? Promise.reject(new StoreError("unavailable", "The disk is full.")) : write(batch),
    });
    return {
      heal: () => {
        is_sick = false;
      },
    };
  };

  test("delivers queued events in order after an outage", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    const disk = sick(server);
    server.occupy("a");
    await server.pass(5 * SECOND_MS);
    server.occupy("b");
    await server.pass(5 * SECOND_MS);
    expect(server.calls).toEqual([]);
    disk.heal();
    await server.pass(5 * SECOND_MS);
    expect(channelsOf(server)).toEqual(["a", "b"]);
    expect(server.clock.pending()).toBe(0);
  });

  test("drops events over the limit and logs how many", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    const disk = sick(server);
    const many = Array.from(
      { length: limits.webhook_batch_events_max + limits.webhook_events_waiting_max + 7 },
      (_, index) => `c-${index}`,
    );
    server.occupy(...many);
    await server.pass(SECOND_MS);
    disk.heal();
    await server.pass(5 * SECOND_MS);
    const lost = server.lines
      .filter((line) => line.includes("webhook_events_lost"))
      .map((line) => JSON.parse(line).lost);
    expect(lost).toEqual([7]);
    expect(server.calls.flatMap(({ events }) => events)).toHaveLength(many.length - 7);
  });

  test("doesn't repeat a call whose response couldn't be stored", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    let disk: ReturnType<typeof sick> | undefined;
    server.answer = () => {
      disk = sick(server);
      return answeredOutcome(200);
    };
    server.occupy("a");
    await server.pass(10 * SECOND_MS);
    disk?.heal();
    await server.pass(5 * SECOND_MS);
    expect(server.calls).toHaveLength(1);
    expect(await statesOf(server)).toEqual(["delivered"]);
  });

  test("stops without waiting and logs what is lost", async () => {
    await using server = await createWebhookFixture();
    await server.addWebhook();
    sick(server);
    server.occupy("a");
    await server.pass(SECOND_MS);
    await server.webhooks.stop();
    expect(server.lines.some((line) => line.includes("webhook_deliveries_lost"))).toBe(true);
    expect(server.clock.pending()).toBe(0);
  });
});

describe("limits of the deliveries table", () => {
  test("keeps the newest delivered and failed deliveries", async () => {
    await using server = await createWebhookFixture();
    const id = await server.addWebhook();
    await plant(server, id, limits.webhook_delivered_kept_max + 5, "delivered");
    await plant(server, id, limits.webhook_dead_kept_max + 5, "dead");
    await server.reopen();
    const oldest = (await server.rows()).map((row) => row.id);
    server.occupy("a");
    await server.pass(WINDOW_MS, WINDOW_MS);
    server.answer = () => answeredOutcome(500);
    server.occupy("b");
    await server.pass(WINDOW_MS, WINDOW_MS);
    const rows = await server.rows();
    const count = (state: DeliveryRow["state"]) => rows.filter((row) => row.state === state).length;
    expect([count("delivered"), count("dead"), count("pending")]).toEqual([
      limits.webhook_delivered_kept_max,
      limits.webhook_dead_kept_max,
      1,
    ]);
    expect(rows[0]?.id).toBe(oldest[6]);
  });

  test("fails deliveries behind 10,000 pending ones immediately, for resending", async () => {
    await using server = await createWebhookFixture();
    const id = await server.addWebhook();
    await server.webhooks.stop();
    await plant(server, id, limits.webhook_pending_max, "pending");
    server.answer = () => answeredOutcome(500);
    await server.reopen();
    server.occupy("a");
    await server.pass(WINDOW_MS, WINDOW_MS);
    const last = (await server.rows()).at(-1);
    expect(last).toMatchObject({ state: "dead", last_error: expect.stringContaining("10000 deliveries were pending") });
    expect(server.lines.filter((line) => line.includes("webhook_queue_full"))).toHaveLength(1);
    expect(server.lines).toContain("told of what was given up");
  });
});
