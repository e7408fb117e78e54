import type { Page } from "@playwright/test";
import { expectNoAxeFindings } from "./axe.ts";
import { expect } from "./harness.ts";

export type Look = readonly ["light" | "dark", width: number, height: number];

export const DESK = [1_440, 900] as const;
export const RAIL = [800, 700] as const;
const PHONE = [320, 640] as const;

/** Every theme with every size in the long run; else each state in both themes, both sizes, and all their pairs in turn. */
export function looksOf(state: number): readonly Look[] {
  if (process.env["NIGHTLY"] !== undefined) {
    return [DESK, RAIL, PHONE].flatMap((size) => [["light", ...size] as const, ["dark", ...size] as const]);
  }
  const [desk, phone] = state % 2 === 0 ? (["light", "dark"] as const) : (["dark", "light"] as const);
  return [
    [desk, ...DESK],
    [phone, ...PHONE],
  ];
}

/** Nothing runs out of the window sideways, dialogs, which scroll by themselves, included: 320 px is a window of 1280 at 400 %. */
export async function expectNoSideways(page: Page, where: string): Promise<void> {
  // What follows the width by script follows it a moment later.
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

export async function take(page: Page, [colorScheme, width, height]: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
}

/** Looks at the state that the page is in, in the looks whose turn it is, and leaves the page as wide as a desk. */
export async function check(page: Page, where: string): Promise<void> {
  for (const look of looksOf(states++)) {
    await take(page, look);
    await expectNoAxeFindings(page, `${where}, ${look[0]}, ${look[1]} px`);
    await expectNoSideways(page, `${where}, ${look[1]} px`);
  }
  await take(page, ["light", ...DESK]);
}

/**
 * Looks at a page in both themes at each size: with all rules once a size, then, as nothing else changes with the theme, at its
 * colours. In the long run with all rules each time.
 */
export async function checkInEveryLook(page: Page, where: string): Promise<void> {
  const nightly = process.env["NIGHTLY"] !== undefined;
  for (const [themes, size] of [
    [["light", "dark"], DESK],
    ...(nightly ? ([[["light", "dark"], RAIL]] as const) : []),
    [["dark", "light"], PHONE],
  ] as const) {
    for (const theme of themes) {
      await take(page, [theme, ...size]);
      const again = nightly || theme === themes[0] ? undefined : { colours_of: "body" };
      await expectNoAxeFindings(page, `${where}, ${theme}, ${size[0]} px`, again);
    }
    await expectNoSideways(page, `${where}, ${size[0]} px`);
  }
}
