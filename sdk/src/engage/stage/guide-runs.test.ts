import { describe, expect, test } from "bun:test";
import type { Run } from "@fanfare/contract/schema/client/v1";
import { boot, decision, edition, flushPromises } from "../../../test/support/fixtures.ts";
import { createGuideHarness as setUp, summarizeMoves, welcomeTour } from "../../../test/support/guide-harness.ts";

describe("run on the screen", () => {
  test("resumes an open run at its step without reporting a start", async () => {
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

  test("resumes a run that left the page before anything else starts", async () => {
    const here = edition({ targeting: { urls: { include: ["/orders*"], exclude: [] } } });
    const { page, state, tours, reevaluate, last } = setUp(welcomeTour({ edition: here }));
    await reevaluate();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    page.href = "https://shop.example/help";
    await reevaluate();
    const welcome = state.answer?.decisions ?? [];
    state.answer = boot({ decisions: [decision("first", { edition: here }), ...welcome] });
    page.href = "https://shop.example/orders/7";
    await reevaluate();
    expect(tours.map(({ options }) => options.name)).toEqual(["welcome", "welcome"]);
    expect(last().options.step_id).toBe("two");
  });

  test("continues behind a completed step on a page that loads before the next one is found", async () => {
    const { moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "step_completed", step_id: "one" });
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "step run_1 1 two"]);
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "step_completed", step_id: "two" });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "step run_1 1 two", "end run_1 2 completed"]);
  });

  test("shows content again once a member made it new to the person", async () => {
    const { clock, state, tours, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    const before_ms = state.now_ms - 1;
    state.answer = welcomeTour({ history: { completed: false, ended: false, reset_ms: before_ms } });
    await reevaluate();
    clock.advance(10_000);
    await reevaluate();
    expect(tours).toHaveLength(1);
    state.answer = welcomeTour({ history: { completed: false, ended: false, reset_ms: state.now_ms + 1 } });
    await reevaluate();
    expect(tours).toHaveLength(2);
  });

  test("keeps thanks on the screen after their run ended, until they are closed", async () => {
    const { state, tours, moves, noted, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    last().tell({ kind: "ended", reason: "completed", suppress: false, stays: true });
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "end run_1 1 completed"]);
    state.answer = boot({ refused: [{ content_id: "welcome", slug: "welcome", gate: "frequency" }] });
    await reevaluate();
    expect(last().log).toEqual([]);
    // One item per lane, also while it thanks.
    state.answer = boot({ decisions: [decision("next")] });
    await reevaluate();
    expect(tours).toHaveLength(1);
    last().tell({ kind: "removed" });
    await flushPromises();
    expect(tours).toHaveLength(2);
    expect(noted.filter((name) => name === "tour_completed")).toHaveLength(1);
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "end run_1 1 completed", "start run_2 one"]);
  });

  test("reports only steps of the run's own version", async () => {
    const run = { run_id: "run_open", seq: 4, step_id: "one", version_id: "ver_welcome_0" };
    const { moves, reevaluate, last } = setUp(welcomeTour({ run }));
    await reevaluate();
    last().tell({ kind: "step_shown", step_id: "two", index: 1 });
    last().tell({ kind: "ended", reason: "completed", suppress: false });
    expect(summarizeMoves(moves)).toEqual(["end run_open 4 completed"]);
  });

  test("updates a running tour in place when a new version is published", async () => {
    const { state, tours, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    state.answer = welcomeTour({ version_id: "ver_welcome_2", edition: edition({ steps: ["one", "three"] }) });
    await reevaluate();
    await reevaluate();
    expect(tours).toHaveLength(1);
    expect(last().log).toEqual(["update to one,three"]);
  });

  test("ends a run when its content is unpublished", async () => {
    const { state, moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    state.answer = boot();
    await reevaluate();
    expect(last().log).toEqual(["close unpublished"]);
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "end run_1 1 unpublished"]);
  });

  test("closes content not for this page and resumes on the right page", async () => {
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

  test("closes everything while the app is paused, without ending runs", async () => {
    const { state, moves, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    state.answer = boot({ app: { key: "key", paused: true, config_version: 2 } });
    await reevaluate();
    expect(last().log).toEqual(["close navigation"]);
    state.answer = welcomeTour();
    await reevaluate();
    expect(summarizeMoves(moves)).toEqual(["start run_1 one"]);
  });

  test("closes a run that ended in another tab without counting again", async () => {
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

  test("ends immediately when the person hides the content in any tab", async () => {
    const { state, moves, reevaluate } = setUp(welcomeTour());
    await reevaluate();
    state.suppressions = [
      { scope: "content", target: "cnt_welcome", reason: "do_not_show_again", expires_at_ms: 2_000 },
    ];
    await reevaluate();
    expect(summarizeMoves(moves).at(-1)).toBe("end run_1 1 do_not_show_again");
  });

  test("moves to the position set on another device", async () => {
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

  test("closes a run that ended on another device", async () => {
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

  test("doesn't reopen an ended run because of an older response", async () => {
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

  test("suspends on page leave and resumes when the page is restored", async () => {
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

  test("takes nothing off the screen on page leave if the page won't return", async () => {
    const { stage, reevaluate, last } = setUp(welcomeTour());
    await reevaluate();
    stage.leave({ persisted: false });
    expect(last().log).not.toContain("close navigation");
    stage.restorePage();
    stage.leave({ persisted: true });
    expect(last().log).toContain("close navigation");
  });

  test("keeps nothing of a person for another person", async () => {
    const { stage, tours, moves, reevaluate } = setUp(welcomeTour());
    await reevaluate();
    stage.forget();
    await reevaluate();
    expect(tours).toHaveLength(2);
    expect(summarizeMoves(moves)).toEqual(["start run_1 one", "start run_2 one"]);
  });
});
