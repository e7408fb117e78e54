import { expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/content/tour";
import { type Direction, dropPlace, movePlace, placeOf } from "./place-step.ts";

const base = { id: "one", title: "One", blocks: [] };
const beside: Step = {
  ...{ ...base, kind: "anchored", target: { strategies: [] }, placement: "auto" },
  ...{ wait_ms: 0, on_missing: "skip", interaction: "allow" },
};
const corner: Step = { ...base, kind: "corner", corner: "bottom_end" };
const bar: Step = { ...base, kind: "banner", edge: "top" };

const ELEMENT = { x: 400, y: 300, width: 200, height: 40 };
const SCREEN = { x: 0, y: 0, width: 1000, height: 600 };
const BY_DIRECTION: readonly (readonly [Direction, { readonly x: number; readonly y: number }])[] = [
  ["up", { x: 450, y: 100 }],
  ["down", { x: 560, y: 500 }],
  ["left", { x: 100, y: 330 }],
  ["right", { x: 900, y: 310 }],
];

test("places a card by drag as by arrow keys, on the same side in both text directions", () => {
  for (const rtl of [false, true]) {
    const by_key = BY_DIRECTION.map(([to]) => placeOf(movePlace(beside, to, rtl)));
    const by_drag = BY_DIRECTION.map(([, point]) => placeOf(dropPlace(beside, point, ELEMENT, rtl)));
    expect(by_drag).toEqual(by_key);
    expect(by_key).toEqual(rtl ? ["top", "bottom", "end", "start"] : ["top", "bottom", "start", "end"]);
  }
});

test("moves a card between corners, and a bar between edges", () => {
  expect(placeOf(movePlace(corner, "up", false))).toBe("top_end");
  expect(placeOf(movePlace(corner, "left", false))).toBe("bottom_start");
  expect(placeOf(dropPlace(corner, { x: 100, y: 50 }, SCREEN, false))).toBe("top_start");
  expect(placeOf(dropPlace(corner, { x: 100, y: 50 }, SCREEN, true))).toBe("top_end");
  expect(placeOf(dropPlace(bar, { x: 100, y: 500 }, SCREEN, false))).toBe("bottom");
  expect(movePlace(bar, "left", false)).toBe(bar);
});
