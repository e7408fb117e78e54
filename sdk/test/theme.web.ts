import type { Body } from "@fanfare/contract/content/body";
import { deriveTheme, pageTheme } from "@fanfare/contract/theme/derive-theme";
import { BUILT_IN_THEME, type PageTheme } from "@fanfare/contract/theme/theme";
import { anchored, card, centered, expect, settled, test } from "./support/app-page.ts";
import { audit } from "./support/axe-audit.ts";

const ROSE = { ...deriveTheme("#b5123e"), radius_px: 4 };
const suppression = { offered: true, days: 365 } as const;
const panels = [{ id: "a", title: "Spring", blocks: [{ kind: "paragraph", spans: [{ text: "News" }] }] }] as const;
const blocks = [
  { kind: "paragraph", spans: [{ text: "Read " }, { text: "the notes", href: "/notes" }, { text: "." }] },
] as const;
const TOUR: Body = { type: "tour", steps: [centered("a", { blocks }), centered("b")], suppression };
const MODAL: Body = { type: "announcement", form: "modal", panels, tone: "error", feed: false, suppression };

const HINT: Body = {
  ...{ type: "hint", form: "popover", panel: { id: "p", title: "Filters", blocks }, placement: "auto", wait_ms: 2_000 },
  target: { strategies: [{ kind: "css", value: "#new-order" }] },
  suppression,
};
const SURVEY: Body = {
  ...{ type: "survey", form: "corner", title: "One question", blocks: [], suppression },
  questions: [{ id: "why", kind: "text", title: "Why?", required: false, long: false }],
};

const rgb = (color: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(", ")})`;
const themeWith = (theme: PageTheme["mode"], more: Partial<PageTheme> = {}) =>
  pageTheme({ ...ROSE, mode: theme, ...more });

test("applies the theme in light, dark, and more contrast, and follows changes", async ({ app }) => {
  const surface = () => card(app).evaluate((element) => getComputedStyle(element).backgroundColor);
  const button = () =>
    card(app)
      .getByRole("button", { name: "Next" })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await app.emulateMedia({ colorScheme: "light" });
  const theme = themeWith("auto", { host_attribute: { name: "data-skin", dark: "night" } });
  const before = await app.evaluate(() => document.documentElement.outerHTML.length);
  await app.evaluate(([body, theme]) => window.driver.show(body, { theme: theme }), [TOUR, theme] as const);
  await settled(app);
  expect([await surface(), await button()]).toEqual(["rgb(255, 255, 255)", rgb(ROSE.light.accent)]);
  expect(await card(app).evaluate((element) => getComputedStyle(element).borderRadius)).toBe("4px");

  await app.evaluate(() => document.documentElement.setAttribute("data-skin", "dim night"));
  await expect.poll(surface).toBe(rgb(ROSE.dark.surface));
  await app.evaluate(() => document.documentElement.setAttribute("data-skin", "day"));
  await expect.poll(surface).toBe("rgb(255, 255, 255)");
  await app.evaluate(() => document.documentElement.removeAttribute("data-skin"));

  await app.emulateMedia({ colorScheme: "light", contrast: "more" });
  await expect.poll(button).toBe(rgb({ ...ROSE.light, ...theme.more.light }.accent));
  await app.emulateMedia({ contrast: "no-preference" });
  const sea = pageTheme({ ...deriveTheme("#0e7490"), mode: "dark" });
  await app.evaluate((next) => window.driver.tour?.setTheme?.(next), sea);
  await expect.poll(surface).toBe(rgb(sea.dark.surface));
  await app.evaluate(() => window.driver.tour?.close("api"));
  expect(await app.evaluate(() => document.documentElement.outerHTML.length)).toBe(before);
});

test.describe("theme derived from one color", () => {
  test.use({ bypassCSP: true });
  test("has no contrast that axe rejects or can't decide in any mode", async ({ app }) => {
    const settings = [
      { colorScheme: "light", contrast: "no-preference" },
      { colorScheme: "dark", contrast: "no-preference" },
      { colorScheme: "dark", contrast: "more" },
    ] as const;
    for (const [index, media] of settings.entries()) {
      await app.emulateMedia(media);
      const body = index === 0 ? MODAL : TOUR;
      await app.evaluate(([shown, theme]) => window.driver.show(shown, { theme }), [
        body,
        themeWith("system", { density: "compact" }),
      ] as const);
      await settled(app);
      expect(await audit(app)).toEqual({ violations: [], undecided: [] });
      await app.evaluate(() => window.driver.tour?.close("api"));
    }
  });
});

test("applies the theme's colors to every type of content", async ({ app }) => {
  const loud = pageTheme({ ...BUILT_IN_THEME, mode: "light", light: { ...ROSE.light, surface: "#fff7f9" } });
  const ground = rgb("#fff7f9");
  const task = { id: "t", title: "Check", blocks: [], done_when: { kind: "person" } } as const;
  const bodies: readonly (readonly [string, Body])[] = [
    [".card", { ...TOUR, steps: [anchored("a", "#new-order")] }],
    [".card", MODAL],
    [".notice", { ...MODAL, form: "banner" }],
    [".notice", { ...MODAL, form: "toast" }],
    [".card", HINT],
    [".card", SURVEY],
    [".card", { type: "checklist", title: "Begin", blocks: [], tasks: [task], opens: "open", suppression }],
  ];
  for (const [selector, body] of bodies) {
    await app.evaluate(([shown, theme]) => window.driver.show(shown, { theme }), [body, loud] as const);
    const box = app.locator(`fanfare-ui ${selector}`);
    await expect(box).toBeVisible();
    expect(await box.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(ground);
    await app.evaluate(() => window.driver.tour?.close("api"));
    await expect(box).toHaveCount(0);
  }
});
