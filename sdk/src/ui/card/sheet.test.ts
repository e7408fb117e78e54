import { expect, test } from "bun:test";
import { SHEET_HEIGHT_MIN_PX } from "../limits.ts";
import { placeSheet, sheetHeightMax } from "./sheet.ts";

const phone = { x: 0, y: 0, width: 320, height: 640 };
const sheet = { width: 320, height: 240 };
const above = { x: 20, y: 80, width: 90, height: 40 };
const below = { x: 20, y: 560, width: 90, height: 40 };

test("places a sheet at the bottom, or at the top to keep its target visible", () => {
  expect(placeSheet(null, sheet, phone)).toEqual({ x: 0, y: 400, ...sheet });
  expect(placeSheet(above, sheet, phone).y).toBe(400);
  expect(placeSheet(below, sheet, phone).y).toBe(0);
});

test("limits the height of a sheet for its target, down to a readable minimum", () => {
  expect(sheetHeightMax(null, phone)).toBe(640);
  expect(sheetHeightMax(above, phone)).toBe(520);
  expect(sheetHeightMax(below, phone)).toBe(560);
  expect(sheetHeightMax({ x: 0, y: 10, width: 320, height: 620 }, phone)).toBe(SHEET_HEIGHT_MIN_PX);
});
