import type { Block } from "@fanfare/contract/content/block";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Locator, Page } from "@playwright/test";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, type Serve, test } from "./support/host-test.ts";

const suppression = { offered: false, days: 30 };
const blocks: readonly Block[] = [{ kind: "paragraph", spans: [{ text: "Hello" }] }];
const tourOf = (text: readonly Block[]): ContentFile =>
  createTour({
    ...{ trigger: { kind: "manual" }, frequency: { mode: "always" }, locale: "en" },
    body: { type: "tour", suppression, steps: [{ id: "a", kind: "centered", title: "First", blocks: text }] },
  });

test.use({ serverOptions: { demo: false, contents: tourOf(blocks) } });

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

const LINKED: readonly Block[] = [
  {
    kind: "paragraph",
    spans: [{ text: "See " }, { text: "bold", bold: true }, { text: " and " }, { text: "old", href: "/old" }],
  },
  { kind: "list", ordered: false, items: [[{ text: "One" }], [{ text: "Two" }]] },
];
const MANY_LINES = Array.from({ length: 20 }, (): Block => ({ kind: "paragraph", spans: [{ text: "A line" }] }));

test.describe("links", () => {
  test.use({ serverOptions: { demo: false, contents: tourOf(LINKED) } });

  for (const [name, find] of PLACES) {
    test(`links all selected lines in ${name}, and changes nothing on Escape`, async ({ server, page, serve }) => {
      const { panel, savedBlocks } = await openBuilder(page, server.url, serve);
      const place = find(page, panel);
      const text = place.getByRole("textbox", { name: "Text", exact: true });
      const address = place.getByRole("textbox", { name: "URL of the link" });
      await text.click();
      await page.keyboard.press("ControlOrMeta+a");
      await place.getByRole("button", { name: "Link", exact: true }).click();
      await expect(address).toBeFocused();
      await page.keyboard.type("/lost");
      await page.keyboard.press("Escape");
      await expect(address).toBeHidden();
      await expect(text).toBeFocused();
      await expect(text.getByRole("link")).toHaveText(["old"]);
      // What was selected still is.
      await page.keyboard.press("ControlOrMeta+k");
      await address.fill("/new");
      await page.keyboard.press("Enter");
      await expect.poll(savedBlocks).toEqual([
        {
          kind: "paragraph",
          spans: [
            { text: "See ", href: "/new" },
            { text: "bold", bold: true, href: "/new" },
            { text: " and old", href: "/new" },
          ],
        },
        { kind: "list", ordered: false, items: [[{ text: "One", href: "/new" }], [{ text: "Two", href: "/new" }]] },
      ]);
    });

    test(`inserts an address as a link in ${name}, and edits the link at the caret`, async ({
      server,
      page,
      serve,
    }) => {
      const { panel, savedBlocks } = await openBuilder(page, server.url, serve);
      const place = find(page, panel);
      const text = place.getByRole("textbox", { name: "Text", exact: true });
      const address = place.getByRole("textbox", { name: "URL of the link" });
      await text.getByText("Two").click();
      await page.keyboard.press("End");
      await page.keyboard.press("Space");
      await page.keyboard.press("ControlOrMeta+k");
      await address.fill("a.example");
      await page.keyboard.press("Enter");
      const linked = [{ text: "Two " }, { text: "https://a.example", href: "https://a.example" }];
      await expect.poll(async () => (await savedBlocks())[1]).toMatchObject({ items: [[{ text: "One" }], linked] });
      await text.getByText("bold").click();
      await page.keyboard.press("End");
      await page.keyboard.press("ControlOrMeta+k");
      await expect(address).toHaveValue("/old");
      await address.fill("/other");
      await page.keyboard.press("Enter");
      await expect.poll(async () => JSON.stringify(await savedBlocks())).toContain('{"text":"old","href":"/other"}');
    });
  }
});

test.describe("a long text", () => {
  test.use({ serverOptions: { demo: false, contents: tourOf(MANY_LINES) } });

  for (const [width, height] of [
    [1280, 560],
    [320, 640],
  ] as const) {
    test(`keeps the tools of a card's text and their lists on a screen of ${width} px`, async ({
      server,
      page,
      serve,
    }) => {
      await page.setViewportSize({ width, height });
      const { panel } = await openBuilder(page, server.url, serve);
      await card(page).getByRole("textbox", { name: "Text" }).focus();
      const bar = card(page).getByRole("group", { name: "Formatting" });
      const bold = bar.getByRole("button", { name: "Bold" });
      // Pressed where it's drawn: the panel doesn't lie over it.
      await bold.click({ trial: true });
      await bar.getByRole("button", { name: "Emoji" }).click();
      await expect(bar.getByRole("option", { name: "grinning face", exact: true })).toBeVisible();
      await expect(bar).toBeInViewport({ ratio: 1 });
      await bold.click({ trial: true });
      await page.keyboard.press("Escape");
      // A shorter card moves, and its tools with it.
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("Short");
      await expect(bar).toBeInViewport({ ratio: 1 });
      await bold.click({ trial: true });
      // On a phone the panel folds to make room, and the press that unfolds it does only that.
      const title = panel.getByRole("textbox", { name: "Title" });
      const expand = panel.getByRole("button", { name: "Expand" });
      await ((await expand.count()) > 0 ? expand : title).click();
      await expect(bar).toBeHidden();
      await expect(title).toBeVisible();
    });
  }
});

/** Pastes HTML as a browser does, without the clipboard of the machine. */
async function paste(text: Locator, html: string): Promise<void> {
  await text.evaluate((target, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", data);
    clipboardData.setData("text/plain", "unformatted");
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}
