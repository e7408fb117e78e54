import { describe, expect, test } from "bun:test";
import { decision } from "../../../test/support/fixtures.ts";
import { adoptRun } from "../stage/reconcile.ts";
import { type ProgressMove, trackRun } from "./run-tracker.ts";

function setUp(change: Parameters<typeof decision>[1] = {}) {
  const moves: ProgressMove[] = [];
  const deps = { newRunId: () => "run_1", saveMove: (move: ProgressMove) => void moves.push(move) };
  return { moves, run: trackRun(deps, decision("welcome", change), "rule") };
}

const OPEN = { run_id: "run_open", seq: 4, step_id: "two", version_id: "ver_welcome_1" };

describe("a run", () => {
  test("begins with the first step that appears", () => {
    const { moves, run } = setUp();
    expect(moves).toEqual([]);
    run.step("one");
    expect(moves).toEqual([
      {
        ...{ action: "start", run_id: "run_1", content_id: "cnt_welcome", version_id: "ver_welcome_1" },
        ...{ step_id: "one", reason: "rule" },
      },
    ]);
  });

  test("of which nothing ever appeared is none", () => {
    const { moves, run } = setUp();
    run.end("target_missing");
    expect(moves).toEqual([]);
  });

  test("says nothing of a step that it is on already", () => {
    const { moves, run } = setUp({ run: OPEN });
    run.step("two");
    expect(moves).toEqual([]);
  });

  test("goes where the server says that it is, and no further back", () => {
    const { run } = setUp({ run: OPEN });
    expect(adoptRun(run, { ...OPEN, seq: 3, step_id: "one" })).toBe(false);
    expect(run.position()).toEqual(OPEN);
    expect(adoptRun(run, { ...OPEN, seq: 5 })).toBe(false);
    expect(adoptRun(run, { ...OPEN, seq: 6, step_id: "one" })).toBe(true);
    expect(run.position()).toEqual({ ...OPEN, seq: 6, step_id: "one" });
  });
});
