import type { Locator, Page } from "@playwright/test";
import { createBuilderLink } from "../sdk/test/support/builder-page.ts";
import { AROUND, besideLink, openEditor, panelOf, recordAnnouncements } from "./support/builder.ts";
import { card, expect, stepTitle, test } from "./support/fixtures.ts";
import { DAILY, NIGHTLY } from "./support/nightly.ts";
import { APP } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

test.use({ serverOptions: { demo: false, contents: AROUND }, viewport: { width: 1400, height: 1500 } });

/** Uses the keyboard alone. After each key, the focus must be visible on the screen. */
function keyboardOf(page: Page) {
  const focus = () =>
    page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      if (at === null || at === document.body) return { name: "", seen: false, at: "the page" };
      const { outlineStyle, boxShadow } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const is_on_screen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      const has_ring = outlineStyle !== "none" || boxShadow !== "none";
      // A heading that takes the focus is no control.
      const is_control = at.getAttribute("tabindex") !== "-1";
      const seen = is_on_screen && (!is_control || (at.matches(":focus-visible") && has_ring));
      return { name: (at.ariaLabel ?? at.textContent ?? "").trim(), seen, at: at.outerHTML.slice(0, 100) };
    });
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    const unseen = async (): Promise<string> => {
      const { seen, at } = await focus();
      return seen ? "" : at;
    };
    await expect.poll(unseen, `focus after ${key}`).toBe("");
  };
  return {
    press,
    focused: async () => (await focus()).name,
    /** Goes to a control and presses it. Before what has the focus with `key` Shift+Tab. */
    async enter(name: string, key = "Tab"): Promise<void> {
      for (let at = 0; at < 60 && (await focus()).name !== name; at++) await press(key);
      expect((await focus()).name).toBe(name);
      await page.keyboard.press("Enter");
    },
  };
}

for (const [theme, name, details] of [
  ["startbootstrap-sb-admin-2", "Generate Report", NIGHTLY],
  ["admin-lte/dist", "Widgets", DAILY],
] as const) {
  test(
    `opens, picks, writes, orders, plays, publishes, and leaves with the keyboard alone on ${theme}`,
    details,
    async ({ server, page }) => {
      await page.context().route("https://**", (route) => route.abort());
      const site = await openEditor(page, server, theme);
      // The console's focus is its own tests'.
      const edit = page.getByRole("button", { name: "Edit on your page" });
      for (let at = 0; at < 60 && !(await edit.evaluate((it) => it === document.activeElement)); at++) {
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      const url = page.getByRole("dialog", { name: "Edit on your page" }).getByRole("textbox", { name: "Page URL" });
      await expect(url).toBeVisible();
      for (let at = 0; at < 10 && !(await url.evaluate((it) => it === document.activeElement)); at++) {
        await page.keyboard.press("Tab");
      }
      await expect(url).toBeFocused();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(site.url);
      const opening = page.context().waitForEvent("page");
      await page.keyboard.press("Enter");
      const shop = await opening;
      const panel = panelOf(shop);
      await expect(panel).toContainText("Saved");
      await expect(stepTitle(shop)).toBeVisible();
      const takeSaid = await recordAnnouncements(shop);
      const { press, enter, focused } = keyboardOf(shop);
      await press("F6");
      await expect(panel).toBeFocused();
      await enter("Add step by picking an element");
      await expect.poll(focused).toBe("Choose from list");
      await press("Enter");
      await expect(shop.getByRole("textbox", { name: "Search elements by role or name" })).toBeFocused();
      await shop.keyboard.type(`${name} lin`);
      await expect(shop.locator("fanfare-ui .sr-only[role=status]")).toHaveText("Elements: 1");
      // The same number isn't announced again.
      await shop.keyboard.type("k");
      await enter(`link “${name}”`);
      await expect(panel.getByText(`Found: link “${name}”`)).toBeVisible();
      await expect(panel.getByRole("textbox", { name: "Title" })).toBeFocused();
      await shop.keyboard.type("By keyboard");
      await enter("Move up", "Shift+Tab");
      await expect(panel.getByRole("list", { name: "Steps" })).toContainText(/By keyboard.*Hello/);
      await press("Control+Shift+5");
      const bar = shop.getByRole("region", { name: "Play" });
      await expect(bar).toBeVisible();
      await expect(stepTitle(shop)).toHaveText("By keyboard");
      // It takes the focus, as it does for visitors.
      await expect(stepTitle(shop)).toBeFocused();
      await press("F6");
      await enter("Stop");
      await expect(bar).toHaveCount(0);
      await enter("Publish changes");
      await expect(panel.getByText("Published in First app")).toBeVisible();
      // The button can't be pressed again, so its panel has the focus.
      await expect(panel).toBeFocused();
      await enter("Leave");
      await expect(panel).toHaveCount(0);
      const said = await takeSaid();
      expect(said).toEqual(expect.arrayContaining(["Elements: 1", "Published in First app"]));
      expect(said).toEqual([...new Set(said)]);
      await site.stop();
    },
  );
}

test("moves a card by drag, by arrow keys, and by the form to the same draft, and announces it once", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url, "around");
  await link.save(besideLink("Generate Report"));
  await page.goto(link.url);
  const panel = panelOf(page);
  await expect(panel).toContainText("Saved");
  const takeSaid = await recordAnnouncements(page);
  const target = page.getByRole("link", { name: "Generate Report" });
  const position = panel.getByRole("combobox", { name: "Card position" });
  const handle = card(page).getByRole("button", { name: "Move card" });
  const saved = async () => {
    await expect(panel.getByText("Saved", { exact: true })).toBeVisible();
    return (await link.read()).draft;
  };
  const places = [
    { value: "bottom", key: "ArrowDown", said: "Card: below", x: 0, y: 200 },
    { value: "start", key: "ArrowLeft", said: "Card: before the element", x: -250, y: 0 },
    { value: "top", key: "ArrowUp", said: "Card: above", x: 0, y: -40 },
  ] as const;
  for (const { value, key, said, x, y } of places) {
    const restart = async (): Promise<void> => {
      await position.selectOption("end");
      await saved();
      await takeSaid();
    };
    await restart();
    await position.selectOption(value);
    const by_form = await saved();
    await restart();
    await handle.focus();
    await page.keyboard.press(key);
    await expect(position).toHaveValue(value);
    expect(await saved()).toEqual(by_form);
    expect(await takeSaid()).toEqual([said]);
    await restart();
    const grip = await handle.boundingBox();
    const around = await target.boundingBox();
    if (grip === null || around === null) throw new Error("The card isn't beside its element.");
    await page.mouse.move(grip.x + 9, grip.y + 9);
    await page.mouse.down();
    await page.mouse.move(around.x + around.width / 2 + x, around.y + around.height / 2 + y, { steps: 5 });
    await page.mouse.up();
    await expect(position).toHaveValue(value);
    expect(await saved()).toEqual(by_form);
    expect(await takeSaid()).toEqual([said]);
  }
  await site.stop();
});

/** Which links and buttons of the page the builder covers, each scrolled to the middle. */
const coveredBy = (region: Locator): Promise<readonly number[]> =>
  region.evaluate((box) => {
    const targets = [...document.querySelectorAll<HTMLElement>("a[href], button")];
    return targets.flatMap((target, index) => {
      target.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = target.getBoundingClientRect();
      const own = box.getBoundingClientRect();
      const is_clear =
        width === 0 ||
        height === 0 ||
        x >= own.right ||
        x + width <= own.left ||
        y >= own.bottom ||
        y + height <= own.top;
      return is_clear ? [] : [index];
    });
  });

test("moves off every link and button of the page, by pointer and by key, so that it can be picked", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await page.goto((await createBuilderLink(page, server.url, site.url, "around")).url);
  const panel = panelOf(page);
  await panel.getByRole("button", { name: "Hide card" }).click();
  const both = (one: readonly number[], other: readonly number[]) => one.filter((each) => other.includes(each));
  const side = panel.getByRole("button", { name: "Move panel to other side" });
  const docked = await coveredBy(panel);
  expect(docked.length).toBeGreaterThan(3);
  await side.press("Enter");
  expect(both(docked, await coveredBy(panel))).toEqual([]);
  await side.click();
  // Its button to the top appears after scrolling.
  expect(await coveredBy(panel)).toEqual(expect.arrayContaining([...docked]));
  // By drag, to where it covers none of these.
  const head = await panel.getByRole("heading", { name: "Around the dashboard" }).boundingBox();
  if (head === null) throw new Error("The panel has no head.");
  await page.mouse.move(head.x + 5, head.y + 5);
  await page.mouse.down();
  await page.mouse.move(head.x - 700, head.y + 5, { steps: 5 });
  await page.mouse.up();
  expect(both(docked, await coveredBy(panel))).toEqual([]);
  await side.click();

  const bars = [
    ["Digit4", "Record", "Stop recording"],
    ["Digit5", "Play", "Stop"],
    ["Digit2", "Pick element", "Cancel"],
  ] as const;
  let under: readonly number[] = [];
  for (const [code, name, end] of bars) {
    await page.keyboard.press(`Control+Shift+${code}`);
    const bar = page.getByRole("region", { name });
    await expect(bar).toBeVisible();
    const move = bar.getByRole("button", { name: "Move bar" });
    under = await coveredBy(bar);
    await move.press("Enter");
    expect(both(under, await coveredBy(bar)), name).toEqual([]);
    await move.click();
    expect(await coveredBy(bar), name).toEqual(expect.arrayContaining([...under]));
    await bar.getByRole("button", { name: end, exact: true }).click();
    await expect(panel).toBeVisible();
  }
  // What was under the panel and the bar is picked.
  for (const index of [...docked.slice(0, 3), ...under.slice(0, 3)]) {
    const target = page.locator("a[href], button").nth(index);
    await page.keyboard.press("Control+Shift+Digit2");
    const bar = page.getByRole("region", { name: "Pick element" });
    await expect(bar).toBeVisible();
    await target.evaluate((it) => it.scrollIntoView({ block: "center", behavior: "instant" }));
    if ((await coveredBy(bar)).includes(index)) await bar.getByRole("button", { name: "Move bar" }).click();
    await target.evaluate((it) => it.scrollIntoView({ block: "center", behavior: "instant" }));
    await target.click();
    await expect(panel.getByText(/^Found: |no reliable locator/)).toBeVisible();
    await panel.getByRole("button", { name: "Undo" }).click();
  }
  await site.stop();
});

test("keeps the focus while the card that is played isn't there yet, also after F6", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url);
  await link.save(besideLink("Later"));
  await page.goto(link.url);
  const panel = panelOf(page);
  await expect(panel).toContainText("Saved");
  await expect(stepTitle(page)).toBeVisible();
  const play = panel.getByRole("button", { name: "Play", exact: true });
  const bar = page.getByRole("region", { name: "Play" });
  const holds = (part: Locator) => part.evaluate((it) => it.matches(":focus-within"));
  const { press } = keyboardOf(page);
  // The last one comes back from the card that is written, which is gone then.
  for (const [from, ...keys] of [["panel"], ["panel", "F6"], ["panel", "F6", "F6"], ["card", "F6"]]) {
    if (from === "card") {
      await stepTitle(page).focus();
      await press("F6");
      await expect(panel).toBeFocused();
    }
    await play.focus();
    await press("Enter");
    await expect(bar).toBeVisible();
    await expect(panel).toBeHidden();
    expect(await holds(bar)).toBe(true);
    for (const key of keys) await page.keyboard.press(key);
    if (from === "card") expect(await holds(bar)).toBe(true);
    await page.evaluate(() => {
      const later = Object.assign(document.createElement("a"), { href: "#", id: "later", textContent: "Later" });
      document.querySelector("h1")?.append(later);
    });
    await expect(stepTitle(page)).toBeVisible();
    await expect(stepTitle(page)).toBeFocused();
    await press("F6");
    expect(await holds(bar)).toBe(true);
    await bar.getByRole("button", { name: "Stop" }).press("Enter");
    await expect(bar).toHaveCount(0);
    await expect(play).toBeFocused();
    await page.evaluate(() => document.querySelector("#later")?.remove());
    await expect(stepTitle(page)).toBeVisible();
  }
  await site.stop();
});
