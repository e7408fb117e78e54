import { expect, test } from "bun:test";
import type { DashboardChart } from "@fanfare/contract/schema/analytics/dashboard";
import { type ChartEdit, editCharts } from "./chart-edits.ts";

const chartOf = (title: string): DashboardChart => ({ id: title.toLowerCase(), kind: "cohorts", title });
const [one, two, three] = [chartOf("One"), chartOf("Two"), chartOf("Three")] as const;

test("moves, removes, and inserts a chart, and changes nothing the second time", () => {
  const cases: readonly (readonly [ChartEdit, readonly string[]])[] = [
    [{ kind: "move", id: "one", to: 1 }, ["two", "one"]],
    [{ kind: "move", id: "two", to: 0 }, ["two", "one"]],
    [{ kind: "remove", id: "one" }, ["two"]],
    [{ kind: "insert", chart: three, at: 1 }, ["one", "three", "two"]],
    [{ kind: "move", id: "three", to: 0 }, ["one", "two"]],
    [{ kind: "remove", id: "three" }, ["one", "two"]],
  ];
  for (const [edit, ids] of cases) {
    const once = editCharts([one, two], edit);
    expect(once.map(({ id }) => id)).toEqual([...ids]);
    expect(editCharts(once, edit)).toEqual(once);
  }
});
