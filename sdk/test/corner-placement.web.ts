import type { Body } from "@fanfare/contract/content/body";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/app-page.ts";
import { announcement, scene, show, shown } from "./support/stack-page.ts";

const endLauncher = (): Body => {
  const body = scene("resource center");
  return body.type === "resource_center" ? { ...body, launcher: { kind: "button", side: "end" } } : body;
};

/** Everything that can be on a page at the same time without being opened by the person. */
const STANDING: readonly (() => Body)[] = [
  () => announcement("banner", "b"),
  endLauncher,
  () => scene("checklist"),
  () => announcement("toast", "t"),
  () => scene("survey, nps"),
  () => scene("hotspot"),
];

/** Pairs of boxes that overlap, by the name of their part. */
const overlaps = (app: Page): Promise<readonly string[]> =>
  app.evaluate(() => {
    const boxes = [...document.querySelectorAll("fanfare-ui")].flatMap(({ shadowRoot }) => {
      const found = shadowRoot?.querySelector(".notice,.card:not([hidden]),.launcher:not([hidden]),.mark");
      if (!found) return [];
      const { left, right, top, bottom } = found.getBoundingClientRect();
      return [{ name: found.className, left, right, top, bottom }];
    });
    const outside = boxes.filter(({ top, bottom, left, right, name }) => {
      const inside = top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
      return !(inside || name === "mark");
    });
    return [
      ...outside.map(({ name }) => `${name} outside`),
      ...boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom)
          .map((two) => `${one.name} over ${two.name}`),
      ),
    ];
  });

for (const [name, order] of [
  ["in one order", STANDING],
  ["in the opposite order", STANDING.toReversed()],
] as const) {
  test(`everything on a page makes room for everything else, shown ${name}`, async ({ app }) => {
    for (const [index, body] of order.entries()) {
      await show(app, body());
      await shown(app, index + 1);
      await expect.poll(() => overlaps(app)).toEqual([]);
    }
    await app.setViewportSize({ width: 1000, height: 900 });
    await expect.poll(() => overlaps(app)).toEqual([]);
  });
}

test("returns to its own corner once that is free", async ({ app }) => {
  const left = async () => Math.round((await app.locator("fanfare-ui .corner .card").last().boundingBox())?.x ?? 0);
  await show(app, scene("survey, nps"));
  await shown(app, 1);
  const own = await left();
  await app.evaluate(() => window.driver.tour?.close("api"));
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
  await show(app, scene("checklist"));
  await shown(app, 2);
  await show(app, scene("survey, nps"));
  await shown(app, 3);
  await expect.poll(left).toBeLessThan(own);
  await app.getByRole("region", { name: "First steps" }).getByRole("button", { name: "Close" }).click();
  await expect.poll(left).toBe(own);
});
