import { expect, test } from "bun:test";
import { flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness as setUp, welcomeTour } from "../../../test/support/guide-harness.ts";

/** People who advance from a step have seen it. */
const SEEN = ["tour_started", "tour_step_seen"];

test("reports events before the events code loads in order, and acts immediately", async () => {
  const { stage, noted, chosen, tours } = setUp(welcomeTour());
  stage.reevaluate();
  while (tours.length === 0) await Promise.resolve();
  tours[0]?.tell({ kind: "step_completed", step_id: "one" });
  tours[0]?.tell({ kind: "ended", reason: "do_not_show_again", suppress: true });
  expect(chosen).toHaveLength(1);
  await flushPromises();
  expect(noted).toEqual([...SEEN, "tour_step_completed", "tour_dismissed", "tour_suppressed"]);
});

test("reports events with the next one when the events code couldn't load", async () => {
  const { state, moves, noted, chosen, reported, reevaluate, last } = setUp(welcomeTour());
  state.untellable = true;
  await reevaluate();
  expect(reported).toEqual(["telling failed"]);
  state.untellable = false;
  last().tell({ kind: "step_completed", step_id: "one" });
  last().tell({ kind: "step_shown", step_id: "two", index: 1 });
  last().tell({ kind: "ended", reason: "do_not_show_again", suppress: true });
  // The run and the choice don't wait for the events' code.
  expect([moves.length, chosen.length]).toEqual([3, 1]);
  await flushPromises();
  expect(noted).toEqual([...[...SEEN, "tour_step_completed", "tour_step_seen", "tour_dismissed", "tour_suppressed"]]);
});

test("reports the error that ended content", async () => {
  const { noted, reported, reevaluate, last } = setUp(welcomeTour());
  await reevaluate();
  last().tell({ kind: "ended", reason: "error", suppress: false, error: "TypeError: It is broken." });
  expect([noted.at(-1), reported]).toEqual(["tour_dismissed", ["welcome failed"]]);
});

test("counts a run once on the next page when the first left before reporting", async () => {
  const first = setUp(welcomeTour());
  first.state.untellable = true;
  await first.reevaluate();
  expect([first.noted, [...first.sight.stored]]).toEqual([[], [["fanfare:unseen:cnt_welcome", "run_1"]]]);
  const next = setUp(welcomeTour({ run: { run_id: "run_1", version_id: "ver_welcome_1", seq: 1, step_id: "two" } }));
  next.sight.stored.set("fanfare:unseen:cnt_welcome", "run_1");
  await next.reevaluate();
  expect(next.noted).toEqual(["tour_started", "tour_step_seen"]);
  expect([...next.sight.stored]).toEqual([]);
});
