import { expect, test } from "bun:test";
// Loaded before, so that it is there within the turns that a test waits.
import "./wrapped-player.ts";
import { boot, decision, edition } from "../../../test/support/fixtures.ts";
import { createGuideHarness, summarizeMoves, welcomeTour } from "../../../test/support/guide-harness.ts";

const exposed = (notices: readonly { readonly variant?: unknown }[], noted: readonly string[]) =>
  notices.filter((_, index) => noted[index] === "experiment_exposed").map(({ variant }) => variant);

test("a page tells that a person meets an experiment when it shows it, before it looks for anything, and names the variant", async () => {
  const { tours, notices, noted, moves, reevaluate } = createGuideHarness(welcomeTour({ variant: "b" }));
  await reevaluate();
  expect(tours).toHaveLength(1);
  expect(noted).toEqual(["experiment_exposed", "tour_started", "tour_step_seen"]);
  expect(notices.map(({ variant }) => variant)).toEqual(["b", "b", "b"]);
  expect(moves).toMatchObject([{ action: "start", variant: "b" }]);
});

test("who is held out sees nothing, is told of at the same moment, and nothing else happens", async () => {
  const { tours, notices, noted, moves, stage, reevaluate } = createGuideHarness(welcomeTour({ variant: "holdout" }));
  await reevaluate();
  await reevaluate();
  expect(tours).toEqual([]);
  expect([noted, exposed(notices, noted)]).toEqual([["experiment_exposed"], ["holdout"]]);
  expect(summarizeMoves(moves)).toEqual([]);
  expect(await stage.start("welcome")).toEqual({ status: "refused", gate: "holdout" });
});

test("who is held out is not told of while it would not be shown", async () => {
  const trigger = { kind: "event", event: "order" } as const;
  const { noted, stage, events, reevaluate } = createGuideHarness(
    welcomeTour({ variant: "holdout", edition: edition({ trigger }) }),
  );
  await reevaluate();
  expect(noted).toEqual([]);
  events.add("order");
  stage.onEvent("order");
  await reevaluate();
  expect(noted).toEqual(["experiment_exposed"]);
});

test("what is held out leaves the screen to what comes next", async () => {
  const first = decision("first", { variant: "holdout", edition: edition({ priority: 9 }) });
  const { tours, noted, reevaluate } = createGuideHarness(boot({ decisions: [first, decision("second")] }));
  await reevaluate();
  await reevaluate();
  expect(tours).toHaveLength(1);
  expect(noted).toEqual(["experiment_exposed", "tour_started", "tour_step_seen"]);
});

test("what goes on in another page was met before", async () => {
  const run = { run_id: "run_open", seq: 4, step_id: "two", version_id: "ver_welcome_1" };
  const { noted, reevaluate } = createGuideHarness(welcomeTour({ run, variant: "a" }));
  await reevaluate();
  expect(noted).not.toContain("experiment_exposed");
});
