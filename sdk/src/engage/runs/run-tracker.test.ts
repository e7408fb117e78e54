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

describe("tour run", () => {
  test("starts with the first visible step", () => {
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

  test("doesn't exist if nothing was ever visible", () => {
    const { moves, run } = setUp();
    run.end("target_missing");
    expect(moves).toEqual([]);
  });

  test("reports nothing for the current step", () => {
    const { moves, run } = setUp({ run: OPEN });
    run.step("two");
    expect(moves).toEqual([]);
  });

  test("follows the server's position, but never back to an older one", () => {
    const { run } = setUp({ run: OPEN });
    expect(adoptRun(run, { ...OPEN, seq: 3, step_id: "one" })).toBe(false);
    expect(run.position()).toEqual(OPEN);
    expect(adoptRun(run, { ...OPEN, seq: 5 })).toBe(false);
    expect(adoptRun(run, { ...OPEN, seq: 6, step_id: "one" })).toBe(true);
    expect(run.position()).toEqual({ ...OPEN, seq: 6, step_id: "one" });
  });
});
