import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../limits.ts";
import {
  type DeliveryTiming,
  deliveryWindow,
  firstDeliveryMs,
  isDeliverable,
  lastExpiryMs,
} from "./delivery-timing.ts";

const SENT_MS = Date.UTC(2026, 11, 1, 22, 30);
const sent = { sent_ms: SENT_MS, ttl_s: 3_600 };
const timing = (fields: Partial<DeliveryTiming>): DeliveryTiming => ({
  ...{ time_zone: "Europe/Zurich", send_at: null, zone: "fixed", quiet_hours: null },
  ...fields,
});
const NIGHT = { from: "22:00", to: "08:00" };

test("reaches each person at the local time, and people without a zone at the author's", () => {
  const local = timing({ send_at: "2026-12-03T09:00", zone: "person" });
  const from = (zone: string | undefined) => new Date(deliveryWindow(local, sent, zone).from_ms).toISOString();
  expect([from("Asia/Tokyo"), from("America/New_York"), from(undefined), from("Mars/Base")]).toEqual([
    "2026-12-03T00:00:00.000Z",
    "2026-12-03T14:00:00.000Z",
    "2026-12-03T08:00:00.000Z",
    "2026-12-03T08:00:00.000Z",
  ]);
  expect(firstDeliveryMs(local)).toBe(Date.UTC(2026, 11, 2, 19));
  expect(firstDeliveryMs({ ...local, zone: "fixed" })).toBe(Date.UTC(2026, 11, 3, 8));
  // The last zone is 12 hours behind UTC.
  expect(lastExpiryMs(local, sent)).toBe(Date.UTC(2026, 11, 3, 22));
});

test("waits for the end of quiet hours, and counts its lifetime from then", () => {
  const night = timing({ quiet_hours: NIGHT });
  // 23:30 in Zurich, 17:30 in New York
  expect(deliveryWindow(night, sent, "Europe/Zurich")).toEqual({
    from_ms: Date.UTC(2026, 11, 2, 7),
    until_ms: Date.UTC(2026, 11, 2, 8),
  });
  expect(deliveryWindow(night, sent, "America/New_York").from_ms).toBe(SENT_MS);
  // 02:30 in Zurich: they end the same day.
  const early = { ...sent, sent_ms: Date.UTC(2026, 11, 2, 1, 30) };
  expect(deliveryWindow(night, early, "Europe/Zurich").from_ms).toBe(Date.UTC(2026, 11, 2, 7));
  expect(lastExpiryMs(night, sent)).toBe(SENT_MS + DAY_MS + HOUR_MS);
});

test("pauses a lifetime of days in every night", () => {
  const night = timing({ quiet_hours: NIGHT });
  const long = { sent_ms: SENT_MS - 12 * HOUR_MS, ttl_s: 3 * 24 * 3_600 };
  const at = (ms: number) => isDeliverable(night, long, "Europe/Zurich", ms);
  const evening = Date.UTC(2026, 11, 1, 21);
  expect([at(evening - MINUTE_MS), at(evening), at(evening + 10 * HOUR_MS - 1), at(evening + 10 * HOUR_MS)]).toEqual([
    ...[true, false, false, true],
  ]);
});

test("finds local times on the days of a clock change", () => {
  const from = (send_at: string) =>
    new Date(deliveryWindow(timing({ send_at, zone: "person" }), { ...sent, sent_ms: 0 }, "Europe/Zurich").from_ms);
  // 02:30 doesn't exist on March 28, and exists twice on October 31.
  expect(from("2027-03-28T02:30").toISOString()).toBe("2027-03-28T01:30:00.000Z");
  expect(from("2027-10-31T02:30").toISOString()).toBe("2027-10-31T01:30:00.000Z");
  expect(from("2027-10-31T03:00").toISOString()).toBe("2027-10-31T02:00:00.000Z");
});
