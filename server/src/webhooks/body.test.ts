import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { WebhookEvent } from "@fanfare/contract/realtime/webhook";
import { encodeEvent, restamp, webhookBodies } from "./body.ts";

const occupied = (index: number): WebhookEvent => ({ name: "channel_occupied", channel: `c-${index}` });
const encoded = (...events: WebhookEvent[]) => events.map(encodeEvent);
const eventsIn = (body: string): WebhookEvent[] => JSON.parse(body).events;

test("matches the example of the protocol byte for byte", () => {
  expect(
    webhookBodies(encoded({ name: "channel_occupied", channel: "test_channel" }), "all", 1_327_078_148_132),
  ).toEqual(['{"time_ms":1327078148132,"events":[{"name":"channel_occupied","channel":"test_channel"}]}']);
});

test("includes only subscribed events and builds no empty body", () => {
  const events = encoded(occupied(1), { name: "channel_vacated", channel: "c-1" }, occupied(2));
  const [body = "", ...others] = webhookBodies(events, ["channel_occupied"], 1);
  expect(eventsIn(body)).toEqual([occupied(1), occupied(2)]);
  expect(others).toEqual([]);
  expect(webhookBodies(events, ["cache_miss"], 1)).toEqual([]);
  expect(webhookBodies([], "all", 1)).toEqual([]);
});

test("splits many events into several bodies in order, without loss", () => {
  const events = Array.from({ length: 2 * limits.webhook_batch_events_max + 1 }, (_, index) => occupied(index));
  const bodies = webhookBodies(encoded(...events), "all", 7);
  expect(bodies.map((body) => eventsIn(body).length)).toEqual([50, 50, 1]);
  expect(bodies.flatMap(eventsIn)).toEqual(events);
});

test("splits large events into bodies that common receivers accept", () => {
  const clientEvent = (index: number): WebhookEvent => ({
    ...{ name: "client_event", channel: "private-a", event: `client-${index}`, socket_id: "1.1" },
    data: "ü\n".repeat(limits.event_data_bytes_max / 3),
  });
  const events = Array.from({ length: 40 }, (_, index) => clientEvent(index));
  const bodies = webhookBodies(encoded(...events), "all", 7);
  expect(bodies.flatMap(eventsIn)).toEqual(events);
  for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThan(limits.webhook_batch_bytes_max + 200);
});

test("sends an event larger than a body alone", () => {
  const clientEvent = { name: "client_event", channel: "private-a", event: "client-a", socket_id: "1.1" } as const;
  const large: WebhookEvent = { ...clientEvent, data: "\u0001".repeat(limits.webhook_batch_bytes_max) };
  const bodies = webhookBodies(encoded(occupied(1), large, occupied(2)), "all", 7);
  expect(bodies.map((body) => eventsIn(body))).toEqual([[occupied(1)], [large], [occupied(2)]]);
});

test("changes only the time when resending", () => {
  const [body = ""] = webhookBodies(encoded(occupied(1), { name: "cache_miss", channel: "a,b" }), "all", 7);
  expect(restamp(body, 1_800_000_000_000)).toBe(body.replace('"time_ms":7', '"time_ms":1800000000000'));
});
