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
  emails: null,
  pushes: null,
};
const counted = (counts: Partial<LiveUpdateCounts>) =>
  Object.fromEntries(
    messageReach({ ...NONE, ...counts })
      .filter(({ count }) => count > 0)
      .map(({ id, count }) => [id, count]),
  );

test("counts each delivery in exactly one state", () => {
  expect(counted({ people: 10, waiting: 2, sent: 8, delivered: 7, seen: 5, acted: 2, dismissed: 1 })).toEqual({
    ...{ queued: 2, sent: 1, delivered: 2, seen: 2, acted: 2, dismissed: 1 },
  });
});

test("counts replaced and expired deliveries, whether claimed or not", () => {
  expect(counted({ sent: 4, delivered: 2, collapsed: 1, expired: 1 })).toEqual({ sent: 2, collapsed: 1, expired: 1 });
  expect(counted({ sent: 2, delivered: 0, expired: 2 })).toEqual({ expired: 2 });
});

test("has no waiting people in messages to everyone", () => {
  expect(counted({ people: null, sent: 1, delivered: 1, seen: 1 })).toEqual({ seen: 1 });
});

test("shows people who can't get a message, or didn't before it expired, apart from those it waits for", () => {
  expect(counted({ people: 3, waiting: 1, undeliverable: 2 })).toEqual({ queued: 1, undeliverable: 2 });
  expect(counted({ people: 3, sent: 1, missed: 2, expired: 1 })).toEqual({ expired: 3 });
});

test("adds up to the deliveries and the people without one, however far they came", () => {
  const counts = { people: 12, waiting: 2, undeliverable: 1, missed: 1, sent: 8, delivered: 7, seen: 5, acted: 2 };
  const total = (more: Partial<LiveUpdateCounts>) =>
    messageReach({ ...NONE, ...counts, ...more }).reduce((sum, { count }) => sum + count, 0);
  expect([total({}), total({ dismissed: 1, expired: 1 }), total({ expired: 2, collapsed: 1 })]).toEqual([12, 12, 12]);
});
