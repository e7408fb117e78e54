import { expect, test } from "bun:test";
import { holePath } from "./spotlight.ts";

test("cuts a rounded rectangle by the even-odd rule", () => {
  const path = holePath({ x: 10, y: 20, width: 100, height: 40 }, 9);
  expect(path).toStartWith('path(evenodd,"M-1e5');
  expect(path).toContain("M19 20h82a9 9 0 0 1 9 9v22");
});

test("limits the radius to half of the hole", () => {
  expect(holePath({ x: 0, y: 0, width: 8, height: 100 }, 9)).toContain("M4 0h0a4 4 0 0 1 4 4");
});

test("uses the same path commands with and without a hole for transitions", () => {
  const commands = (path: string): string => path.replace(/1e5/g, "").replace(/[^A-Za-z]/g, "");
  expect(commands(holePath(null, 9))).toBe(commands(holePath({ x: 1, y: 2, width: 30, height: 40 }, 9)));
});
