import { describe, expect, test } from "bun:test";
import type { Run } from "@fanfare/contract/schema/client/v1";
import { boot, edition, flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness as setUp, summarizeMoves, welcomeTour } from "../../../test/support/guide-harness.ts";

describe("a run on the screen", () => {
  test("resumes an open run where it stands, without telling that it started", async () => {
    const run = { run_id: "run_open", seq: 4, step_id: "two", version_id: "ver_welcome_1" };
    const { moves, noted, reevaluate, last } = setUp(
      welcomeTour({ run, edition: edition({ trigger: { kind: "manual" } }) }),
    );
    await reevaluate();
    expect(last().options.step_id).toBe("two");
    expect(noted).toEqual(["tour_step_seen"]);
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(summarizeMoves(moves)).toEqual(["end run_open 4 completed"]);
  });

  test("says only steps that the run's own version has", async () => {
    const run = { run_id: "run_open", seq: 4, step_id: "one", version_id: "ver_welcome_0" };
    const { moves, reevaluate, last } = setUp(welcomeTour({ run }));
    await reevaluate();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(summarizeMoves(moves)).toEqual(["end run_open 4 completed"]);
  });

  test("changes a running tour in place when a new version is published", async () => {
    const { state, tours, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    state.answer = welcomeTour({ version_id: "ver_welcome_2", edition: edition({ steps: ["one", "three"] }) });
    await reevaluate();
    await reevaluate();
    expect(tours).toHaveLength(1);
    expect(last().log).toEqual(["update to one,three"]);
  });

  test("ends what was unpublished", async () => {
    const { state, moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    state.answer = boot();
    await reevaluate();
    expect(last().log).toEqual(["close unpublished"]);
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "end run_1 1 unpublished"]);
  });

  test("takes away what is not for this page, and goes on with it where it is", async () => {
    const { page, tours, moves, noted, reevaluate, last } = setUp(
      welcomeTour({ edition: edition({ targeting: { urls: { include: ["/orders*"], exclude: [] } } }) }),
    );
    await reevaluate();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    page.href = "https://shop.example/help";
    await reevaluate();
    expect(last().log).toEqual(["close navigation"]);
    page.href = "https://shop.example/orders/7";
    await reevaluate();
    expect(tours).toHaveLength(2);
    expect(last().options.step_id).toBe("two");
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "step run_1 1 two"]);
    expect(noted.filter((name) => name === "tour_started")).toHaveLength(1);
    expect(noted).not.toContain("tour_dismissed");
  });

  test("takes away everything while the app is paused, without ending it", async () => {
    const { state, moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    state.answer = boot({ app: { key: "key", paused: true, config_version: 2 } });
    await reevaluate();
    expect(last().log).toEqual(["close navigation"]);
    state.answer = welcomeTour();
    await reevaluate();
    expect(summarizeMoves(moves)).toEqual(["start run_1 one"]);
  });

  test("takes away what was ended in another tab, without counting it again", async () => {
    const { state, tours, moves, noted, reevaluate } = setUp(welcomeTour());
    await reevaluate();
    state.answer = boot({ refused: [{ content_id: "cnt_welcome", slug: "welcome", gate: "frequency" }] });
    await reevaluate();
    state.answer = welcomeTour();
    await reevaluate();
    expect(tours[0]?.log).toEqual(["close navigation"]);
    expect(tours).toHaveLength(1);
    expect(summarizeMoves(moves)).toEqual(["start run_1 one"]);
    expect(noted).not.toContain("tour_dismissed");
  });

  test("ends at once what the person chose not to see, in whichever tab", async () => {
    const { state, moves, reevaluate } = setUp(welcomeTour());
    await reevaluate();
    state.suppressions = [
      { scope: "content", target: "cnt_welcome", reason: "do_not_show_again", expires_at_ms: 2_000 },
    ];
    await reevaluate();
    expect(summarizeMoves(moves).at(-1)).toBe("end run_1 1 do_not_show_again");
  });

  test("goes where the run is when another device moved it", async () => {
    const { stage, moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    const current: Run = {
      ...{ run_id: "run_other", content_id: "cnt_welcome", version_id: "ver_welcome_1" },
      ...{ seq: 6, step_id: "two", state: "active" },
    };
    stage.conflict(current);
    await flushPromises();
    expect(last().log).toEqual(["go to two"]);
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "end run_other 6 completed"]);
  });

  test("takes away a run that another device ended", async () => {
    const { stage, noted, tours, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    stage.conflict({
      ...{ run_id: "run_1", content_id: "cnt_welcome", version_id: "ver_welcome_1" },
      ...{ seq: 3, step_id: "one", state: "completed" },
    });
    await reevaluate();
    expect(last().log).toEqual(["close navigation"]);
    expect(tours).toHaveLength(1);
    expect(noted).not.toContain("tour_completed");
  });

  test("does not open again a run that it has ended, though an answer on its way calls it open", async () => {
    const { state, tours, stage, moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "ended", reason: "close_button", suppress: false });
    state.answer = welcomeTour({ run: { run_id: "run_1", seq: 1, step_id: "two", version_id: "ver_welcome_1" } });
    await reevaluate();
    expect(tours).toHaveLength(1);
    await stage.start("welcome");
    expect(last().options.step_id).toBeNull();
    expect(summarizeMoves(moves).at(-1)).toBe("start run_2 one");
  });

  test("sets aside what is shown when the page leaves, and resumes when it comes back", async () => {
    const { stage, tours, moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    stage.leave();
    await reevaluate();
    expect(tours).toHaveLength(1);
    stage.restorePage();
    await flushPromises();
    expect(last().options.step_id).toBe("two");
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "step run_1 1 two"]);
  });

  test("keeps nothing of a person when another looks at the page", async () => {
    const { stage, tours, moves, reevaluate } = setUp(welcomeTour());
    await reevaluate();
    stage.forget();
    await reevaluate();
    expect(tours).toHaveLength(2);
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "start run_2 one"]);
  });
});
