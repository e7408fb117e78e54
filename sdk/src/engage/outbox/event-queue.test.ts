import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import type { ClientEvent } from "@fanfare/contract/schema/client/v1";
import { flushPromises } from "../../../test/support/fixtures.ts";
import type { ApiResult } from "../../net/net.ts";
import { createEventQueue } from "./event-queue.ts";
import { memoryStore } from "./memory-store.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");

/** A page whose clock is off by `off_ms`, and a server with configurable latency. */
function setUp(off_ms: number) {
  const clock = manualClock(NOON + off_ms);
  const page = { is_accepted: true, latency_ms: 0, offset_ms: -off_ms, consent: "granted" as "granted" | "pending" };
  const sent: (readonly ClientEvent[])[] = [];
  const answers: ApiResult<unknown>[] = [];
  const events = createEventQueue({
    ...{
      clock,
      rng: seededRng(7),
      store: memoryStore(),
      storage: { get: () => undefined, set() {} },
      name: "events",
      exclusive: (task) => task(),
      owners: () => [""],
    },
    ...{
      identity: { claims: () => ({}) },
      consent: () => page.consent,
      isAccepted: () => page.is_accepted,
      report() {},
      onDue() {},
    },
    now_ms: () => clock.now() + page.offset_ms + page.latency_ms,
    net: {
      async call<Body>(_: string, __: string, { json }: { json?: unknown } = {}) {
        // Events make no other request.
        sent.push((json as { events: readonly ClientEvent[] }).events);
        const ok: ApiResult<unknown> = { kind: "ok", body: { accepted: 1, rejected: [] }, etag: undefined };
        return (answers.shift() ?? ok) as ApiResult<Body>;
      },
    },
  });
  const pass = async (duration_ms: number): Promise<void> => {
    clock.advance(duration_ms);
    await flushPromises();
  };
  return { clock, page, sent, answers, events, pass };
}

describe("the time of an event", () => {
  for (const [label, off_ms] of [
    ["a year behind", -365 * DAY_MS],
    ["a year ahead", 365 * DAY_MS],
    ["an hour ahead", 60 * MINUTE_MS],
  ] as const) {
    test(`is the server's where the browser's clock is ${label}, also of what happened before the server answered`, async () => {
      const { page, sent, events, pass } = setUp(off_ms);
      page.is_accepted = false;
      void events.add("before", {});
      await pass(5_000);
      expect(sent).toEqual([]);
      page.is_accepted = true;
      void events.add("after", {});
      void events.flush();
      await pass(limits.outbox_flush_delay_ms);
      expect(sent.flat().map(({ name, at }) => [name, at])).toEqual([
        ["before", "2026-11-21T12:00:00.000Z"],
        ["after", "2026-11-21T12:00:05.000Z"],
      ]);
    });
  }

  test("keeps the browser's time if its clock is only seconds off", async () => {
    const { sent, events, pass } = setUp(20_000);
    void events.add("now", {});
    await pass(limits.outbox_flush_delay_ms);
    expect(sent.flat().map(({ at }) => at)).toEqual(["2026-11-21T12:00:20.000Z"]);
  });

  test("stays the same when an event is resent, regardless of latency", async () => {
    const { page, sent, answers, events, pass } = setUp(365 * DAY_MS);
    answers.push({ kind: "failed", retry_after_ms: 0 });
    void events.add("once", {});
    page.latency_ms = 900;
    await pass(limits.outbox_flush_delay_ms);
    page.latency_ms = -700;
    await pass(limits.retry_cap_ms);
    expect(sent.length).toBe(2);
    expect(sent[1]).toEqual(sent[0]);
  });
});
