import type { Locator, Page } from "@playwright/test";
import { audit } from "../sdk/test/support/axe-audit.ts";
import { createBuilderLink, withText } from "../sdk/test/support/builder-page.ts";
import { AROUND, besideLink, panelOf, startAround } from "./support/builder.ts";
import { card, expect, test } from "./support/fixtures.ts";
import { DAILY, NIGHTLY } from "./support/nightly.ts";
import { APP } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet, type ThirdPartySite } from "./support/third-party-page.ts";

test.use({ serverOptions: { demo: false, contents: AROUND }, viewport: { width: 1400, height: 1500 } });

const NAMED_LINKS = { "startbootstrap-sb-admin-2": "Charts", "admin-lte/dist": "Widgets" } as const;

/**
 * What only fields have: outlines, and how browsers break and select text in them. Positions are compared as
 * rectangles.
 */
const OF_FIELDS =
  /^(?:--|outline|cursor|line-break|overflow-wrap|white-space|-webkit-|user-|inset|top$|bottom$|left$|right$|border-.*radius$)/;

/** Rectangles and computed styles of a card, its texts, and its buttons. */
async function look(shown: Locator) {
  await expect(shown).toBeVisible();
  return shown.evaluate(async (box, skipped) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // One that begins with the next frame isn't listed yet.
    do {
      await Promise.allSettled(box.getAnimations({ subtree: true }).map(({ finished }) => finished));
      await nextFrame();
      await nextFrame();
    } while (box.getAnimations({ subtree: true }).length > 0);
    const parts = [box, ...box.querySelectorAll("h2, .body, .body *, .foot button:not([hidden])")];
    return parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const style = getComputedStyle(part);
      const names = [...style].filter((name) => !new RegExp(skipped).test(name));
      return {
        rect: [x, y, width, height],
        style: [part.localName, ...names.map((name) => `${name}: ${style.getPropertyValue(name)}`)],
      };
    });
  }, OF_FIELDS.source);
}
type Look = Awaited<ReturnType<typeof look>>;

function expectSameLook(one: Look, other: Look): void {
  expect(one.map(({ style }) => style)).toEqual(other.map(({ style }) => style));
  const gaps = one.flatMap(({ rect }, at) => rect.map((px, side) => Math.abs(px - (other[at]?.rect[side] ?? 0))));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1);
}

/** A visitor's page with the published tour. */
async function visit(page: Page, site: ThirdPartySite, viewport: { width: number; height: number }): Promise<Page> {
  const visitor = await page.context().newPage();
  await visitor.setViewportSize(viewport);
  await visitor.emulateMedia({
    colorScheme: await page.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")),
  });
  await visitor.goto(site.url);
  await startAround(visitor);
  return visitor;
}

for (const [theme, colorScheme, details] of [
  ["startbootstrap-sb-admin-2", "light", NIGHTLY],
  ["admin-lte/dist", "dark", DAILY],
] as const) {
  test.describe(`${theme}, ${colorScheme}`, details, () => {
    test.use({ colorScheme });

    test(`looks while it's written, and at the width of a phone, as it does for visitors of ${theme}`, async ({
      server,
      page,
    }) => {
      await page.context().route("https://**", (route) => route.abort());
      const site = await serveThirdPartyPage(snippet(server.url, APP.key), theme);
      const link = await createBuilderLink(page, server.url, site.url, "around");
      await link.save(besideLink(NAMED_LINKS[theme]));
      await page.goto(link.url);
      const panel = panelOf(page);
      await expect(panel).toContainText("Saved");
      const written = await look(card(page));
      await page.screenshot({ path: test.info().outputPath("written.png") });
      await panel.getByRole("button", { name: "Publish changes" }).click();
      await expect(panel.getByText("Published in First app")).toBeVisible();
      const desktop = await visit(page, site, page.viewportSize() ?? { width: 0, height: 0 });
      expectSameLook(written, await look(card(desktop)));
      await desktop.close();

      await panel.getByRole("button", { name: "Play", exact: true }).click();
      const bar = page.getByRole("region", { name: "Play" });
      await bar.getByRole("combobox", { name: "Width" }).selectOption("Phone (390 px)");
      const framed = page.frameLocator("fanfare-ui iframe").locator("fanfare-ui .card");
      const in_frame = await look(framed);
      await page.screenshot({ path: test.info().outputPath("phone.png") });
      const phone = await visit(page, site, { width: 390, height: 844 });
      expectSameLook(in_frame, await look(card(phone)));
      // A sheet at the bottom.
      const [sheet] = in_frame;
      expect(sheet?.rect.map(Math.round)).toEqual([
        0,
        844 - Math.round(sheet?.rect[3] ?? 0),
        390,
        Math.round(sheet?.rect[3] ?? 0),
      ]);
      await phone.close();
      // What changes in another window appears.
      await link.save(withText("A longer title", "Another title"));
      await expect(framed.getByRole("heading")).toContainText("Another title");
      await site.stop();
    });
  });
}

/** Names and roles, as screen readers get them. */
const PANEL = `
- region "Around the dashboard":
  - heading "Around the dashboard" [level=2]
  - button "Move panel to other side"
  - button "Collapse"
  - button "Leave"
  - text: Saved owner in First app
  - button "Undo"
  - button "Redo"
  - button "Play"
  - button "Record"
  - button "Track event"
  - button "Keep open"
  - combobox "Language"
  - list "Steps":
    - listitem:
      - button "1 Hello"
      - button "Move up" [disabled]
      - button "Move down" [disabled]
      - button "Delete “Hello”" [disabled]
  - button "Add step by picking an element"
  - textbox "Title": Hello
  - heading "Text" [level=3]
  - group "Formatting":
    - button "Bold"
    - button "Italic"
    - button "Heading"
    - button "Quote"
    - button "List"
    - button "Numbered list"
    - button "Link"
    - button "Variable"
    - button "Emoji"
  - textbox "Text"
  - heading "Buttons" [level=3]
  - textbox "Button label"
  - button "Use own buttons"
  - heading "Element on the page" [level=3]
  - paragraph: No element. The card is in the middle of the page.
  - button "Pick element"
  - button "In 3 seconds"
  - button "Published" [disabled]
  - button "Hide card"
  - link "Open in console"
`;
const BARS = {
  "Pick element": `
- region "Pick element":
  - paragraph: /Select an element on the page/
  - button "Choose from list"
  - button "Move bar"
  - button "Cancel"
`,
  Record: `
- region "Record":
  - paragraph: /Your clicks are real/
  - button "Remove last"
  - button "Move bar"
  - button "Stop recording"
`,
  Play: `
- region "Play":
  - paragraph: Playing the draft. Nothing is counted.
  - combobox "Evaluate for":
    - option "For a new visitor" [selected]
  - button "Another person"
  - combobox "Width":
    - option "This window" [selected]
  - button "Play again"
  - button "Move bar"
  - button "Stop"
  - group:
    - text: Would be shown if the page allows it
    - list:
      - listitem:
        - strong: App
`,
} as const;

test("has no accessibility violations in any look, and names all of its controls", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await page.goto((await createBuilderLink(page, server.url, site.url, "around")).url);
  const panel = panelOf(page);
  await expect(card(page)).toBeVisible();
  const still = () =>
    page.waitForFunction(() =>
      [...document.querySelectorAll("fanfare-ui")].every(({ shadowRoot }) => shadowRoot?.getAnimations().length === 0),
    );
  const looks: readonly (readonly [name: string, () => Promise<unknown>])[] = [
    ["light", () => page.emulateMedia({ colorScheme: "light", forcedColors: "none" })],
    ["dark", () => page.emulateMedia({ colorScheme: "dark" })],
    ["forced colors", () => page.emulateMedia({ colorScheme: "light", forcedColors: "active" })],
    [
      "right to left, 320 px",
      async () => {
        await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
        await page.setViewportSize({ width: 320, height: 700 });
        await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
      },
    ],
  ];
  const check = async (part: string): Promise<void> => {
    for (const [look, apply] of looks) {
      await apply();
      await still();
      const { violations, undecided } = await audit(page, look !== "light");
      const own = [...violations, ...undecided].filter(({ where }) => where.includes("fanfare-ui"));
      expect(own, `${part}, ${look}`).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`${part}-${look}.png`.replaceAll(" ", "-")) });
    }
    await page.setViewportSize({ width: 1400, height: 1500 });
    await page.evaluate(() => document.documentElement.removeAttribute("dir"));
  };
  await expect(panel).toMatchAriaSnapshot(PANEL);
  await check("panel");
  await panel.getByRole("button", { name: "Emoji", exact: true }).click();
  await expect(panel.getByRole("listbox", { name: "Emoji" })).toBeVisible();
  await check("popup");
  await page.keyboard.press("Escape");
  for (const [code, name, end] of [
    ["Digit2", "Pick element", "Cancel"],
    ["Digit4", "Record", "Stop recording"],
    ["Digit5", "Play", "Stop"],
  ] as const) {
    await page.keyboard.press(`Control+Shift+${code}`);
    const bar = page.getByRole("region", { name });
    await expect(bar).toBeVisible();
    if (name === "Play") await bar.locator("summary").click();
    await expect(bar).toMatchAriaSnapshot(BARS[name]);
    await check(name);
    await bar.getByRole("button", { name: end, exact: true }).click();
    await expect(panel).toBeVisible();
  }
  await site.stop();
});
