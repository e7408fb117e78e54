import { expect, test } from "bun:test";
import type { LiveUpdateCounts } from "@fanfare/contract/schema/responses/realtime/live-update";
import { messageReach } from "./message-results.tsx";

const NONE: LiveUpdateCounts = {
  people: null,
  sent: 0,
  delivered: 0,
  seen: 0,
  acted: 0,
  dismissed: 0,
  collapsed: 0,
  expired: 0,
  reached: 0,
  waiting: 0,
  undeliverable: 0,
  missed: 0,
  furthest: { sent: 0, delivered: 0, expired: 0, collapsed: 0, seen: 0, dismissed: 0, acted: 0 },
  emails: null,
  pushes: null,
};
const counted = ({ furthest, ...counts }: Partial<Omit<LiveUpdateCounts, "furthest">> & { furthest?: Furthest }) =>
  Object.fromEntries(
    messageReach({ ...NONE, ...counts, furthest: { ...NONE.furthest, ...furthest } })
      .filter(({ count }) => count > 0)
      .map(({ id, count }) => [id, count]),
  );
type Furthest = Partial<LiveUpdateCounts["furthest"]>;

test("counts each person once, however many deliveries they have", () => {
  const deliveries = { people: 1, reached: 1, sent: 2, delivered: 2, seen: 1 };
  expect(counted({ ...deliveries, furthest: { seen: 1 } })).toEqual({ seen: 1 });
});

test("adds people without a delivery to those with one", () => {
  const furthest = { sent: 1, delivered: 2, seen: 2, acted: 2, dismissed: 1, collapsed: 3 };
  expect(counted({ people: 14, waiting: 2, undeliverable: 1, furthest })).toEqual({
    ...{ queued: 2, sent: 1, delivered: 2, seen: 2, acted: 2, dismissed: 1, collapsed: 3, undeliverable: 1 },
  });
});

test("counts people whom it didn't reach before it expired with those who didn't see it", () => {
  expect(counted({ people: 3, sent: 1, missed: 2, furthest: { expired: 1 } })).toEqual({ expired: 3 });
});
