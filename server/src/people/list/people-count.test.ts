import { expect, test } from "bun:test";
import { estimateFrom } from "./people-count.ts";

test("an estimate is never of fewer people than were counted: a database may not have looked at its table yet", () => {
  expect(estimateFrom(10_001, 0, { rows: [], rows_total: 0 })).toBe(10_001);
});
