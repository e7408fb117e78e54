import { expect, test } from "bun:test";
import { flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness as setUp, welcomeTour } from "../../../test/support/guide-harness.ts";

test("what happens before the code that tells of it is there is told in its order, and acted on at once", async () => {
  const { stage, noted, chosen, tours } = setUp(welcomeTour());
  stage.reevaluate();
  while (tours.length === 0) await Promise.resolve();
  tours[0]?.tell({ kind: "step_completed", step_id: "one" });
  tours[0]?.tell({ kind: "ended", reason: "do_not_show_again", suppress: true });
  expect(chosen).toHaveLength(1);
  await flushPromises();
  expect(noted).toEqual(["tour_step_completed", "tour_dismissed", "tour_suppressed"]);
});

test("what cannot be told, because that code cannot be loaded, is told with the next thing that happens", async () => {
  const { state, moves, noted, chosen, reported, reevaluate, last } = setUp(welcomeTour());
  state.untellable = true;
  await reevaluate();
  expect(reported).toEqual(["telling failed"]);
  state.untellable = false;
  last().tell({ kind: "step_completed", step_id: "one" });
  last().tell({ kind: "step_shown", step_id: "two", index: 1 });
  last().tell({ kind: "ended", reason: "do_not_show_again", suppress: true });
  // The run, and what the person chose, do not wait for it.
  expect([moves.length, chosen.length]).toEqual([3, 1]);
  await flushPromises();
  expect(noted).toEqual(["tour_step_completed", "tour_dismissed", "tour_suppressed"]);
});

test("a run that a page began and left before that code was there counts as begun in the next page, once", async () => {
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
