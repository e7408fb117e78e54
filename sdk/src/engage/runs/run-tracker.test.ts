import { describe, expect, test } from "bun:test";
import { decision } from "../../../test/support/fixtures.ts";
import { adoptRun } from "../stage/reconcile.ts";
import { type ProgressMove, trackRun } from "./run-tracker.ts";

function setUp(change: Parameters<typeof decision>[1] = {}) {
  const said: ProgressMove[] = [];
  const deps = { newRunId: () => "run_1", saveMove: (move: ProgressMove) => void said.push(move) };
  return { said, run: trackRun(deps, decision("welcome", change), "rule") };
}

const OPEN = { run_id: "run_open", seq: 4, step_id: "two", version_id: "ver_welcome_1" };

describe("a run", () => {
  test("begins with the first step that appears", () => {
    const { said, run } = setUp();
    expect(said).toEqual([]);
    run.step("one");
    expect(said).toEqual([
      {
        ...{ action: "start", run_id: "run_1", content_id: "cnt_welcome", version_id: "ver_welcome_1" },
        ...{ step_id: "one", reason: "rule" },
      },
    ]);
  });

  test("of which nothing ever appeared is none", () => {
    const { said, run } = setUp();
    run.end("target_missing");
    expect(said).toEqual([]);
  });

  test("says nothing of a step that it is on already", () => {
    const { said, run } = setUp({ run: OPEN });
    run.step("two");
    expect(said).toEqual([]);
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
