import type { Page } from "@playwright/test";
import { expectNoAxeFindings } from "./axe.ts";
import { expect } from "./harness.ts";

export type Viewport = readonly ["light" | "dark", width: number, height: number];

export const DESK = [1_440, 900] as const;
export const RAIL = [800, 700] as const;
const PHONE = [320, 640] as const;

/** Nightly: every theme at every size. Otherwise each state in both themes and sizes, with their pairs in turn. */
export function viewportsOf(state: number): readonly Viewport[] {
  if (process.env["NIGHTLY"] !== undefined) {
    return [DESK, RAIL, PHONE].flatMap((size) => [["light", ...size] as const, ["dark", ...size] as const]);
  }
  const [desk, phone] = state % 2 === 0 ? (["light", "dark"] as const) : (["dark", "light"] as const);
  return [
    [desk, ...DESK],
    [phone, ...PHONE],
  ];
}

/** Also checks dialogs, which scroll separately. 320 px equals a 1280 px window at 400% zoom. */
export async function expectNoHorizontalScroll(page: Page, where: string): Promise<void> {
  // Width-dependent scripts need a moment.
  const over = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const boxes = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].map((each) =>
        each.getBoundingClientRect(),
      );
      return Math.max(scrollWidth - clientWidth, ...boxes.flatMap(({ left, right }) => [-left, right - clientWidth]));
    });
  await expect.poll(over, where).toBeLessThanOrEqual(0);
}

let states = 0;

export async function setViewport(page: Page, [colorScheme, width, height]: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
}

/** Checks the current state in its viewports and restores the desktop size. */
export async function check(page: Page, where: string): Promise<void> {
  for (const viewport of viewportsOf(states++)) {
    await setViewport(page, viewport);
    await expectNoAxeFindings(page, `${where}, ${viewport[0]}, ${viewport[1]} px`);
    await expectNoHorizontalScroll(page, `${where}, ${viewport[1]} px`);
  }
  await setViewport(page, ["light", ...DESK]);
}

let pages = 0;

/**
 * Checks a page that has nothing but the kit's components, each of which is checked in both themes and sizes there: axe
 * in one viewport, in turn, and the width in all. Nightly runs check everything in all.
 */
export async function checkInTurn(page: Page, where: string): Promise<void> {
  const viewports = viewportsOf(0);
  const turn = pages++ % viewports.length;
  for (const [index, viewport] of viewports.entries()) {
    await setViewport(page, viewport);
    if (index === turn || process.env["NIGHTLY"] !== undefined) {
      await expectNoAxeFindings(page, `${where}, ${viewport[0]}, ${viewport[1]} px`);
    }
    await expectNoHorizontalScroll(page, `${where}, ${viewport[1]} px`);
  }
  await setViewport(page, ["light", ...DESK]);
}
