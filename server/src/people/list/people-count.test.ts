import { expect, test } from "bun:test";
import { estimateFrom } from "./people-count.ts";

test("never estimates fewer people than were counted", () => {
  expect(estimateFrom(10_001, 0, { rows: [], rows_total: 0 })).toBe(10_001);
});
