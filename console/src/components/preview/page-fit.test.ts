import { expect, test } from "bun:test";
import { fit, fitFilling, fitLegibly } from "./page-fit.ts";
import { DEVICES } from "./preview-options.ts";

test("draws the whole page of a device, at most in its real size", () => {
  expect(fit(DEVICES.desktop, { width: 300, height: 900 })).toEqual({ width: 600, height: 460, scale: 0.5 });
  expect(fit(DEVICES.desktop, { width: 1_200, height: 920 }).scale).toBe(1);
  expect(fit(DEVICES.phone, { width: 360, height: 320 }).scale).toBe(0.5);
  expect(fitLegibly(DEVICES.desktop, { width: 540, height: 500 })).toEqual({ width: 600, height: 460, scale: 0.9 });
});

test("draws a smaller page rather than less than three quarters of the real size", () => {
  expect(fitLegibly(DEVICES.desktop, { width: 390, height: 300 })).toEqual({ width: 520, height: 400, scale: 0.75 });
  expect(fitLegibly(DEVICES.desktop, { width: 900, height: 300 })).toEqual({ width: 600, height: 400, scale: 0.75 });
  expect(fitLegibly(DEVICES.phone, { width: 390, height: 300 })).toEqual({ width: 360, height: 400, scale: 0.75 });
});

test("never draws a desktop page so narrow that dialogs look as on a phone", () => {
  const { width, scale } = fitLegibly(DEVICES.desktop, { width: 300, height: 300 });
  expect([width, scale]).toEqual([500, 0.6]);
});

test("fills a large room with a desktop page in its real size, but never enlarges a phone", () => {
  expect(fitFilling(DEVICES.desktop, { width: 1_000.5, height: 700 })).toEqual({ width: 1_000, height: 700, scale: 1 });
  expect(fitFilling(DEVICES.desktop, { width: 2_000, height: 1_200 })).toEqual({ width: 1_280, height: 800, scale: 1 });
  expect(fitFilling(DEVICES.desktop, { width: 540, height: 500 }).scale).toBe(0.9);
  expect(fitFilling(DEVICES.phone, { width: 1_000, height: 700 })).toEqual({ width: 360, height: 640, scale: 1 });
});
