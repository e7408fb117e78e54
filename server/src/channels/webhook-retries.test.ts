import { describe, expect, test } from "bun:test";
import type { WebhookDeliveryId } from "@fanfare/contract/ids";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { answered, until, type WebhookHouse, webhookHouse } from "./webhook-testing.ts";

const WINDOW_MS = limits.webhook_batch_window_ms;
const RETRIES_MS = limits.webhook_retry_window_ms;
const channelsOf = (house: WebhookHouse) => house.calls.map(({ events }) => events[0]?.channel);
const states = async (house: WebhookHouse) => (await house.rows()).map(({ state }) => state);

test("what fails is sent again, byte for byte, with growing pauses and a time_ms that stays", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  const answers = [503, 302, 404, 201];
  house.answer = () => {
    const status = answers.shift() ?? 200;
    const nobody = { outcome: "failed", reason: "The name shop.example has no address." } as const;
    return status === 404 ? nobody : answered(status, `says ${status}`);
  };
  house.occupy("a");
  await house.pass(MINUTE_MS);
  expect(await house.rows()).toMatchObject([{ state: "delivered", attempts: 4, last_status: 201, last_error: null }]);
  expect(await house.attempts()).toMatchObject([
    { status: 503, error: null, answer: "says 503" },
    { status: 302, error: null, answer: "says 302" },
    { status: null, error: "The name shop.example has no address.", answer: "" },
    { status: 201, error: null, answer: "says 201" },
  ]);
  expect((await house.attempts()).map(({ began_at }) => began_at)).toEqual(house.calls.map(({ at_ms }) => at_ms));
  expect(new Set(house.calls.map(({ body }) => body)).size).toBe(1);
  expect(new Set(house.calls.map(({ id }) => id)).size).toBe(1);
  expect(house.calls.map(({ attempts }) => attempts)).toEqual([0, 1, 2, 3]);
  const pauses = house.calls.slice(1).map(({ at_ms }, index) => at_ms - (house.calls[index]?.at_ms ?? 0));
  // Timers of this test fire on the half second after they are due.
  for (const [index, pause_ms] of pauses.entries()) {
    const ceiling_ms = limits.webhook_retry_base_ms * 2 ** (index + 1);
    expect(pause_ms).toBeGreaterThanOrEqual(ceiling_ms / 2);
    expect(pause_ms).toBeLessThanOrEqual(ceiling_ms + 500);
  }
  expect(house.clock.pending()).toBe(0);
});

test("what fails for five minutes is dead, said in the log, and no timer is left", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  house.answer = () => answered(500);
  house.occupy("a");
  await house.pass(10 * MINUTE_MS);
  const [row] = await house.rows();
  expect(row).toMatchObject({ state: "dead", last_status: 500, last_error: "The receiver answered 500." });
  const last_ms = house.calls.at(-1)?.at_ms ?? 0;
  expect(last_ms - (row?.stamped_at ?? 0)).toBeLessThanOrEqual(RETRIES_MS);
  expect(last_ms - (row?.stamped_at ?? 0)).toBeGreaterThan(RETRIES_MS - limits.webhook_retry_cap_ms);
  expect(house.calls.length).toBeGreaterThanOrEqual(8);
  expect(house.calls.length).toBeLessThanOrEqual(16);
  expect(house.lines.filter((line) => line.includes("webhook_given_up"))).toHaveLength(1);
  expect(house.lines.filter((line) => line === "told of what was given up")).toHaveLength(1);
  expect(house.clock.pending()).toBe(0);
});

test("pauses differ by chance: receivers that came back are not met by all senders at once", async () => {
  const pauses = new Set<number | undefined>();
  for (const random of [0, 0.5, 0.999]) {
    await using house = await webhookHouse({
      rng: { next: () => random, bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    });
    await house.addWebhook();
    house.answer = () => answered(500);
    house.occupy("a");
    house.clock.advance(WINDOW_MS);
    await until(() => house.clock.pending() === 1);
    const [row] = await house.rows();
    pauses.add((row?.next_attempt_at ?? 0) - house.clock.now());
  }
  expect([...pauses]).toEqual([1_000, 1_500, 1_999]);
});

describe("order", () => {
  test("is kept: what comes later waits for what fails", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.answer = () => answered(500);
    for (const channel of ["a", "b", "c"]) {
      house.occupy(channel);
      await house.pass(SECOND_MS);
    }
    house.answer = () => answered(200);
    await house.pass(MINUTE_MS);
    expect(await states(house)).toEqual(["delivered", "delivered", "delivered"]);
    const heard = channelsOf(house);
    expect(heard.slice(heard.lastIndexOf("a"))).toEqual(["a", "b", "c"]);
    expect(heard.indexOf("b")).toBe(heard.lastIndexOf("a") + 1);
  });

  test("is kept with one call at a time, however slow the receiver", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    let in_flight = 0;
    const waiting: (() => void)[] = [];
    house.answer = async () => {
      expect(++in_flight).toBe(1);
      await new Promise<void>((resolve) => waiting.push(resolve));
      in_flight--;
      return answered(200);
    };
    for (let count = 1; count <= 3; count++) {
      house.occupy(`c-${count}`);
      await house.pass(WINDOW_MS, WINDOW_MS);
      expect(await house.rows()).toHaveLength(count);
    }
    for (let count = 1; count <= 3; count++) {
      await until(() => waiting.length === 1);
      expect(house.calls).toHaveLength(count);
      waiting.splice(0)[0]?.();
    }
    await until(async () => (await states(house)).every((state) => state === "delivered"));
    expect(channelsOf(house)).toEqual(["c-1", "c-2", "c-3"]);
  });
});

test("a receiver that is away for half an hour is called now and then, not for each of the many deliveries", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  house.answer = () => answered(500);
  const step_ms = 20 * SECOND_MS;
  for (let index = 0; index < 90; index++) {
    house.occupy(`c-${index}`);
    await house.pass(step_ms, step_ms);
  }
  // 90 deliveries; attempts are half a minute to a minute apart before long.
  expect(house.calls.length).toBeLessThan(60);
  for (const row of (await house.rows()).filter(({ state }) => state === "pending")) {
    expect(house.clock.now() - row.stamped_at).toBeLessThanOrEqual(RETRIES_MS + limits.webhook_retry_cap_ms + step_ms);
  }
  house.answer = () => answered(200);
  await house.pass(2 * MINUTE_MS, step_ms);
  const found = await states(house);
  expect(found).toHaveLength(90);
  expect(found).not.toContain("pending");
  // Whatever waited less than five minutes arrived.
  expect(found.slice(-14)).toEqual(Array.from({ length: 14 }, () => "delivered"));
  expect(found.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => "dead"));
  expect(house.clock.pending()).toBe(0);
});

describe("a replay", () => {
  test("sends a dead delivery once more: the same events, the present time", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.answer = () => answered(500);
    house.occupy("a");
    await house.pass(10 * MINUTE_MS);
    const [dead] = await house.rows();
    if (dead === undefined) throw new Error("Nothing was written.");
    house.answer = () => answered(200);
    house.calls.length = 0;
    expect(await house.webhooks.replay(dead.id)).toBe("replayed");
    await until(() => house.calls.length === 1);
    const events = [{ name: "channel_occupied", channel: "a" } as const];
    expect(house.calls).toMatchObject([{ id: dead.id, time_ms: house.clock.now(), events, attempts: 0 }]);
    expect(house.clock.now()).toBeGreaterThan(dead.stamped_at + RETRIES_MS);
    await until(async () => (await states(house))[0] === "delivered");
    expect(house.clock.pending()).toBe(0);
  });

  test("has five minutes of its own", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.answer = () => answered(500);
    house.occupy("a");
    await house.pass(10 * MINUTE_MS);
    const [dead] = await house.rows();
    const before = house.calls.length;
    await house.webhooks.replay(dead?.id ?? ("" as WebhookDeliveryId));
    await house.pass(10 * MINUTE_MS);
    expect(await states(house)).toEqual(["dead"]);
    expect(house.calls.length - before).toBeGreaterThanOrEqual(8);
    // The newest attempts of both series, as many as are kept.
    await house.webhooks.replay(dead?.id ?? ("" as WebhookDeliveryId));
    await house.pass(10 * MINUTE_MS);
    const newest = house.calls.slice(-limits.webhook_attempts_kept_max).map(({ at_ms }) => at_ms);
    expect(house.calls.length).toBeGreaterThan(limits.webhook_attempts_kept_max);
    expect((await house.attempts()).map(({ began_at }) => began_at)).toEqual(newest);
  });

  test("is only for what is dead", async () => {
    await using house = await webhookHouse();
    await house.addWebhook();
    house.answer = () => answered(500);
    house.occupy("a");
    house.clock.advance(WINDOW_MS);
    await until(() => house.clock.pending() === 1);
    const [row] = await house.rows();
    const id = row?.id ?? ("" as WebhookDeliveryId);
    expect(await house.webhooks.replay(id)).toBe("not_dead");
    // An id that nothing has.
    expect(await house.webhooks.replay("whd_none" as WebhookDeliveryId)).toBe("not_found");
    expect(house.calls).toHaveLength(1);
  });
});

test("without a secret nothing is sent unsigned: it fails, and goes out when there is one", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  const { signer } = house;
  house.signer = { key: "shop-key", secrets: [] };
  house.occupy("a");
  await house.pass(2 * SECOND_MS);
  expect(house.calls).toEqual([]);
  expect((await house.rows())[0]?.last_error).toBe("The app has no secret to sign with. Make one.");
  house.signer = signer;
  await house.pass(MINUTE_MS);
  expect(await states(house)).toEqual(["delivered"]);
});

test("a post that breaks its promise not to reject stops nothing: it is tried again later", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  house.answer = () => Promise.reject(new Error("planted"));
  house.occupy("a");
  await house.pass(SECOND_MS);
  expect(house.lines.filter((line) => line.includes("planted"))).toHaveLength(1);
  house.answer = () => answered(200);
  await house.pass(2 * MINUTE_MS);
  expect(await states(house)).toEqual(["delivered"]);
});
