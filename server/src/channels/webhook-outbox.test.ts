import { describe, expect, test } from "bun:test";
import type { ChannelName } from "@fanfare/contract/channel";
import { newId, type WebhookId } from "@fanfare/contract/ids";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { systemRng } from "@fanfare/contract/rng";
import { StoreError } from "../store/store.ts";
import { type DeliveryRow, insertDeliveries } from "../store/webhook-deliveries.ts";
import { APP_ID, answered, type WebhookHouse, webhookHouse } from "./webhook-testing.ts";

const WINDOW_MS = limits.webhook_batch_window_ms;
const channelsOf = (house: WebhookHouse) => house.calls.map(({ events }) => events[0]?.channel);
const states = async (house: WebhookHouse) => (await house.rows()).map(({ state }) => state);
const vacate = (house: WebhookHouse, channel: string) =>
  house.webhooks.observe(APP_ID, { kind: "vacated", channel: channel as ChannelName }); // A channel made by hand.

/** Rows as if they had been written at this time of the house's clock. */
async function plant(
  house: WebhookHouse,
  webhook_id: WebhookId,
  count: number,
  state: DeliveryRow["state"],
): Promise<void> {
  const now_ms = house.clock.now();
  let at_ms = now_ms;
  const row = (): DeliveryRow => ({
    ...{
      id: newId("whd", { now: () => at_ms++ }, systemRng),
      app_id: APP_ID,
      webhook_id,
      body: '{"time_ms":1,"events":[]}',
    },
    ...{ created_at: now_ms, stamped_at: now_ms, attempts: 1, next_attempt_at: now_ms, state },
    ...{ last_status: null, last_error: null, delivered_at: null },
  });
  for (let left = count; left > 0; left -= 1_000) {
    const rows = Array.from({ length: Math.min(left, 1_000) }, row);
    await house.store.write([{ query: insertDeliveries(house.store.db, rows) }]);
  }
  house.clock.advance(count);
}

describe("the next start", () => {
  test("goes on with what waited, at its time, with the failures that it had", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.answer = () => answered(500);
    house.occupy("a");
    await house.pass(10 * SECOND_MS);
    const attempts = house.calls.length;
    await house.webhooks.stop();
    const [waits] = await house.rows();
    expect(waits).toMatchObject({ state: "pending", attempts });
    await house.reopen();
    await house.pass((waits?.next_attempt_at ?? 0) - house.clock.now() - 1, 100);
    expect(house.calls).toHaveLength(attempts);
    await house.pass(1, 1);
    expect(house.calls).toHaveLength(attempts + 1);
    const [again] = await house.rows();
    const pause_ms = (again?.next_attempt_at ?? 0) - house.clock.now();
    expect(pause_ms).toBeGreaterThanOrEqual((limits.webhook_retry_base_ms * 2 ** (attempts + 1)) / 2);
    house.answer = () => answered(200);
    await house.pass(MINUTE_MS);
    expect(await states(house)).toEqual(["delivered"]);
    expect(new Set(house.calls.map(({ body }) => body)).size).toBe(1);
  });

  test("sends what is hours old once more before it is given up, and the rest with it", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.answer = () => answered(500);
    for (const channel of ["a", "b", "c"]) {
      house.occupy(channel);
      await house.pass(WINDOW_MS, WINDOW_MS);
    }
    await house.webhooks.stop();
    house.clock.advance(5 * 60 * MINUTE_MS);
    house.calls.length = 0;
    await house.reopen();
    await house.pass(SECOND_MS);
    expect(channelsOf(house)).toEqual(["a"]);
    expect(await states(house)).toEqual(["dead", "dead", "dead"]);
  });

  test("delivers what is hours old when the receiver is there, in order, before what is new", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.answer = () => answered(500);
    for (const channel of ["a", "b"]) {
      house.occupy(channel);
      await house.pass(WINDOW_MS, WINDOW_MS);
    }
    await house.webhooks.stop();
    // The clock of the new process is behind: ids go on all the same.
    house.clock.advance(-2 * MINUTE_MS);
    house.calls.length = 0;
    house.answer = () => answered(200);
    await house.reopen();
    house.occupy("c");
    await house.pass(2 * MINUTE_MS);
    expect(channelsOf(house)).toEqual(["a", "b", "c"]);
    expect(await states(house)).toEqual(["delivered", "delivered", "delivered"]);
  });
});

describe("a stop", () => {
  test("writes down what is gathered, and whoever is missing as gone; the next start tells it", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.occupy("a");
    await house.pass(WINDOW_MS, WINDOW_MS);
    vacate(house, "a");
    house.occupy("b");
    await house.webhooks.stop();
    expect(house.clock.pending()).toBe(0);
    expect(house.calls).toHaveLength(1);
    house.occupy("unheard");
    await house.reopen();
    await house.pass(SECOND_MS);
    expect(house.calls[1]?.events).toEqual([
      { name: "channel_occupied", channel: "b" },
      { name: "channel_vacated", channel: "a" },
    ]);
    expect(await states(house)).toEqual(["delivered", "delivered"]);
  });

  test("waits for the call that is under way, and makes no other", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    const { promise, resolve } = Promise.withResolvers<void>();
    house.answer = async () => {
      await promise;
      return answered(200);
    };
    for (const channel of ["a", "b"]) {
      house.occupy(channel);
      await house.pass(WINDOW_MS, WINDOW_MS);
    }
    const stopped = house.webhooks.stop();
    await house.pass(SECOND_MS);
    expect(Bun.peek.status(stopped)).toBe("pending");
    resolve();
    await stopped;
    expect(await states(house)).toEqual(["delivered", "pending"]);
    expect(house.calls).toHaveLength(1);
  });
});

describe("while the database does not answer", () => {
  /** Lets writes fail as a full disk does. */
  const sick = (house: WebhookHouse) => {
    const { write } = house.store;
    let is_sick = true;
    Object.assign(house.store, {
      write: (batch: Parameters<typeof write>[0]) =>
        is_sick ? Promise.reject(new StoreError("unavailable", "The disk is full.")) : write(batch),
    });
    return {
      heal: () => {
        is_sick = false;
      },
    };
  };

  test("events wait in memory, and are told in order when it is back", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    const disk = sick(house);
    house.occupy("a");
    await house.pass(5 * SECOND_MS);
    house.occupy("b");
    await house.pass(5 * SECOND_MS);
    expect(house.calls).toEqual([]);
    disk.heal();
    await house.pass(5 * SECOND_MS);
    expect(channelsOf(house)).toEqual(["a", "b"]);
    expect(house.clock.pending()).toBe(0);
  });

  test("what exceeds the bound is lost, and the log says how much", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    const disk = sick(house);
    const many = Array.from(
      { length: limits.webhook_batch_events_max + limits.webhook_events_waiting_max + 7 },
      (_, index) => `c-${index}`,
    );
    house.occupy(...many);
    await house.pass(SECOND_MS);
    disk.heal();
    await house.pass(5 * SECOND_MS);
    const lost = house.lines
      .filter((line) => line.includes("webhook_events_lost"))
      .map((line) => JSON.parse(line).lost);
    expect(lost).toEqual([7]);
    expect(house.calls.flatMap(({ events }) => events)).toHaveLength(many.length - 7);
  });

  test("an answer that cannot be written down is not asked for again", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    let disk: ReturnType<typeof sick> | undefined;
    house.answer = () => {
      disk = sick(house);
      return answered(200);
    };
    house.occupy("a");
    await house.pass(10 * SECOND_MS);
    disk?.heal();
    await house.pass(5 * SECOND_MS);
    expect(house.calls).toHaveLength(1);
    expect(await states(house)).toEqual(["delivered"]);
  });

  test("a stop does not wait for it, and the log says what is lost", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    sick(house);
    house.occupy("a");
    await house.pass(SECOND_MS);
    await house.webhooks.stop();
    expect(house.lines.some((line) => line.includes("webhook_deliveries_lost"))).toBe(true);
    expect(house.clock.pending()).toBe(0);
  });
});

describe("the table stays bounded", () => {
  test("of what was delivered and what is dead the newest are kept", async () => {
    await using house = await webhookHouse();
    const id = await house.addWebhook();
    await plant(house, id, limits.webhook_delivered_kept_max + 5, "delivered");
    await plant(house, id, limits.webhook_dead_kept_max + 5, "dead");
    await house.reopen();
    const oldest = (await house.rows()).map((row) => row.id);
    house.occupy("a");
    await house.pass(WINDOW_MS, WINDOW_MS);
    house.answer = () => answered(500);
    house.occupy("b");
    await house.pass(WINDOW_MS, WINDOW_MS);
    const rows = await house.rows();
    const count = (state: DeliveryRow["state"]) => rows.filter((row) => row.state === state).length;
    expect([count("delivered"), count("dead"), count("pending")]).toEqual([
      limits.webhook_delivered_kept_max,
      limits.webhook_dead_kept_max,
      1,
    ]);
    expect(rows[0]?.id).toBe(oldest[6]);
  });

  test("what more than ten thousand deliveries wait before is dead at once, and can be replayed", async () => {
    await using house = await webhookHouse();
    const id = await house.addWebhook();
    await house.webhooks.stop();
    await plant(house, id, limits.webhook_pending_max, "pending");
    house.answer = () => answered(500);
    await house.reopen();
    house.occupy("a");
    await house.pass(WINDOW_MS, WINDOW_MS);
    const last = (await house.rows()).at(-1);
    expect(last).toMatchObject({ state: "dead", last_error: expect.stringContaining("10000 deliveries were waiting") });
    expect(house.lines.filter((line) => line.includes("webhook_queue_full"))).toHaveLength(1);
    expect(house.lines).toContain("told of what was given up");
  });
});
