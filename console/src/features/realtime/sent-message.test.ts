import { expect, test } from "bun:test";
import type { LiveUpdateCounts } from "@fanfare/contract/schema/realtime/live-update";
import { messageReach } from "./sent-message.tsx";

const NONE: LiveUpdateCounts = {
  people: null,
  sent: 0,
  delivered: 0,
  seen: 0,
  acted: 0,
  dismissed: 0,
  collapsed: 0,
  expired: 0,
};
const here = (counts: Partial<LiveUpdateCounts>) =>
  Object.fromEntries(
    messageReach({ ...NONE, ...counts })
      .filter((each) => each.here > 0)
      .map((each) => [each.id, each.here]),
  );

test("each delivery stands at one state: what was acted on is not counted as merely seen", () => {
  expect(here({ people: 10, sent: 8, delivered: 7, seen: 5, acted: 2, dismissed: 1 })).toEqual({
    ...{ queued: 2, sent: 1, delivered: 2, seen: 2, acted: 2, dismissed: 1 },
  });
});

test("what was replaced or ran out stands there, whether or not a page had taken it", () => {
  expect(here({ sent: 4, delivered: 2, collapsed: 1, expired: 1 })).toEqual({ sent: 2, collapsed: 1, expired: 1 });
  expect(here({ sent: 2, delivered: 0, expired: 2 })).toEqual({ expired: 2 });
});

test("to everyone, nobody waits whom we could name", () => {
  expect(here({ people: null, sent: 1, delivered: 1, seen: 1 })).toEqual({ seen: 1 });
});
