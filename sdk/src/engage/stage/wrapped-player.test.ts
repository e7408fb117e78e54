import { expect, test } from "bun:test";
// Preloaded, so that it's ready within the test's turns.
import "./wrapped-player.ts";
import { boot, decision, edition } from "../../../test/support/fixtures.ts";
import { createGuideHarness, summarizeMoves, welcomeTour } from "../../../test/support/guide-harness.ts";

const exposed = (notices: readonly { readonly variant?: unknown }[], noted: readonly string[]) =>
  notices.filter((_, index) => noted[index] === "experiment_exposed").map(({ variant }) => variant);

test("reports the exposure with the variant when content is shown", async () => {
  const { tours, notices, noted, moves, reevaluate } = createGuideHarness(welcomeTour({ variant: "b" }));
  await reevaluate();
  expect(tours).toHaveLength(1);
  expect(noted).toEqual(["experiment_exposed", "tour_started", "tour_step_seen"]);
  expect(notices.map(({ variant }) => variant)).toEqual(["b", "b", "b"]);
  expect(moves).toMatchObject([{ action: "start", variant: "b" }]);
});

test("reports the exposure of the holdout and shows nothing", async () => {
  const { tours, notices, noted, moves, stage, reevaluate } = createGuideHarness(welcomeTour({ variant: "holdout" }));
  await reevaluate();
  await reevaluate();
  expect(tours).toEqual([]);
  expect([noted, exposed(notices, noted)]).toEqual([["experiment_exposed"], ["holdout"]]);
  expect(summarizeMoves(moves)).toEqual([]);
  expect(await stage.start("welcome")).toEqual({ status: "refused", gate: "holdout" });
});

test("doesn't report the holdout for content that isn't due", async () => {
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

test("leaves the screen to the next content for the holdout", async () => {
  const first = decision("first", { variant: "holdout", edition: edition({ priority: 9 }) });
  const { tours, noted, reevaluate } = createGuideHarness(boot({ decisions: [first, decision("second")] }));
  await reevaluate();
  await reevaluate();
  expect(tours).toHaveLength(1);
  expect(noted).toEqual(["experiment_exposed", "tour_started", "tour_step_seen"]);
});

test("reports no second exposure for a run continued on another page", async () => {
  const run = { run_id: "run_open", seq: 4, step_id: "two", version_id: "ver_welcome_1" };
  const { noted, reevaluate } = createGuideHarness(welcomeTour({ run, variant: "a" }));
  await reevaluate();
  expect(noted).not.toContain("experiment_exposed");
});
