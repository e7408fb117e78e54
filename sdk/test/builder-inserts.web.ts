import type { Block } from "@fanfare/contract/content/block";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Locator, Page } from "@playwright/test";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, type Serve, test } from "./support/host-test.ts";

const suppression = { offered: false, days: 30 };
const blocks: readonly Block[] = [{ kind: "paragraph", spans: [{ text: "Hello" }] }];
const steps = [{ id: "a", kind: "centered", title: "First", blocks }] as const;
const contents = createTour({
  ...{ trigger: { kind: "manual" }, frequency: { mode: "always" }, locale: "en" },
  body: { type: "tour", suppression, steps },
});

test.use({ serverOptions: { demo: false, contents } });

/** Opens the builder, with one attribute known of people. */
async function openBuilder(page: Page, server_url: string, serve: Serve) {
  const site = await serve(moduleSnippet(server_url, APP.key));
  const { url, path, headers } = await createLink(page, server_url, site.url);
  const put = { data: { attributes: { first_name: "Ada", plan: "pro" } }, headers };
  const known = await page.request.put(`${server_url}/api/people/u_1?app_id=${APP.id}`, put);
  expect(known.status()).toBe(201);
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(card(page).getByRole("textbox", { name: "Text" })).toBeVisible();
  const savedBlocks = async (): Promise<readonly Block[]> => {
    const { draft } = (await (await page.request.get(path)).json()) as ContentDetail;
    // The draft is this test's own tour.
    return (draft as { readonly body: { readonly steps: readonly { readonly blocks: readonly Block[] }[] } }).body
      .steps[0]?.blocks as readonly Block[];
  };
  return { panel, savedBlocks };
}

const PLACES: readonly (readonly [name: string, find: (page: Page, panel: Locator) => Locator])[] = [
  ["the panel", (_, panel) => panel],
  ["the card", (page) => card(page)],
];

for (const [name, find] of PLACES) {
  test(`offers variables and emoji while text is written in ${name}`, async ({ server, page, serve }) => {
    const { panel, savedBlocks } = await openBuilder(page, server.url, serve);
    const place = find(page, panel);
    const text = place.getByRole("textbox", { name: "Text" });
    await text.click();
    await page.keyboard.press("End");
    await page.keyboard.type(" {na");
    const variables = place.getByRole("listbox", { name: "Variables" });
    await expect(variables.getByRole("option")).toHaveText(["first_name", "na"]);
    await page.keyboard.press("Enter");
    await expect(variables).toBeHidden();
    await page.keyboard.type("there");
    await expect(text).toHaveText("Hello {{first_name|there}}");

    // Escape keeps what was typed.
    await page.keyboard.press("End");
    await page.keyboard.type(" {");
    await expect(variables).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(variables).toBeHidden();
    await page.keyboard.press("Backspace");

    await place.getByRole("button", { name: "Emoji" }).click();
    const search = place.getByRole("combobox", { name: "Search emoji" });
    await expect(search).toBeFocused();
    await expect(place.getByRole("option", { name: "grinning face", exact: true })).toBeVisible();
    await search.fill("party pop");
    await expect(place.getByRole("listbox", { name: "Emoji" }).getByRole("option")).toHaveText(["🎉"]);
    await page.keyboard.press("Enter");
    await expect(search).toBeHidden();
    await expect(text).toBeFocused();
    await expect(text).toHaveText("Hello {{first_name|there}} 🎉");
    await page.keyboard.type("!");
    await expect
      .poll(savedBlocks)
      .toEqual([{ kind: "paragraph", spans: [{ text: "Hello {{first_name|there}} 🎉!" }] }]);
    await expect(panel).toContainText("Saved");
  });

  test(`keeps formats of text that is pasted in ${name}`, async ({ server, page, serve }) => {
    const { panel, savedBlocks } = await openBuilder(page, server.url, serve);
    const text = find(page, panel).getByRole("textbox", { name: "Text" });
    await text.click();
    await page.keyboard.press("End");
    await paste(
      text,
      `<b style="font-weight:normal"><p><span style="font-weight:700">, Ada</span></p><ul><li><p><a href="https://a.example/x">one</a></p></li></ul><p>two<img src="x" onerror="alert(1)"></p></b>`,
    );
    await expect(text.getByRole("listitem")).toHaveText(["one"]);
    await page.keyboard.type("!");
    await expect.poll(savedBlocks).toEqual([
      { kind: "paragraph", spans: [{ text: "Hello" }, { text: ", Ada", bold: true }] },
      { kind: "list", ordered: false, items: [[{ text: "one", href: "https://a.example/x" }]] },
      { kind: "paragraph", spans: [{ text: "two!" }] },
    ]);
    await expect(text.locator("img")).toHaveCount(0);
  });
}

for (const dir of ["ltr", "rtl"]) {
  test(`shows the emoji of a card beside the panel on a narrow ${dir} page`, async ({ server, page, serve }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { panel } = await openBuilder(page, server.url, serve);
    await page.evaluate((to) => {
      document.documentElement.dir = to;
    }, dir);
    await card(page).getByRole("textbox", { name: "Text" }).press("End");
    await card(page).getByRole("button", { name: "Emoji" }).press("Enter");
    const search = card(page).getByRole("combobox", { name: "Search emoji" });
    await expect(search).toBeFocused();
    // Pressed where it's drawn: nothing lies over it.
    await search.click();
    await card(page).getByRole("option", { name: "grinning face", exact: true }).click();
    await expect(card(page).getByRole("textbox", { name: "Text" })).toHaveText("Hello😀");
    await expect(search).toBeHidden();
    await expect(panel.getByRole("textbox", { name: "Title" })).toBeVisible();
  });
}

/** Pastes HTML as a browser does, without the clipboard of the machine. */
async function paste(text: Locator, html: string): Promise<void> {
  await text.evaluate((target, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", data);
    clipboardData.setData("text/plain", "unformatted");
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}
