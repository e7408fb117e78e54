import { expect, test } from "bun:test";
import { SHEET_HEIGHT_MIN_PX } from "../limits.ts";
import { placeSheet, sheetHeightMax } from "./sheet.ts";

const phone = { x: 0, y: 0, width: 320, height: 640 };
const sheet = { width: 320, height: 240 };
const above = { x: 20, y: 80, width: 90, height: 40 };
const below = { x: 20, y: 560, width: 90, height: 40 };

test("a sheet lies at the bottom, and at the top where it would hide its target", () => {
  expect(placeSheet(null, sheet, phone)).toEqual({ x: 0, y: 400, ...sheet });
  expect(placeSheet(above, sheet, phone).y).toBe(400);
  expect(placeSheet(below, sheet, phone).y).toBe(0);
});

test("a sheet gets as low as its target asks for, and stays high enough to be read", () => {
  expect(sheetHeightMax(null, phone)).toBe(640);
  expect(sheetHeightMax(above, phone)).toBe(520);
  expect(sheetHeightMax(below, phone)).toBe(560);
  expect(sheetHeightMax({ x: 0, y: 10, width: 320, height: 620 }, phone)).toBe(SHEET_HEIGHT_MIN_PX);
});
