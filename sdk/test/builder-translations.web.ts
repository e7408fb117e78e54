import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { audit } from "./support/axe-audit.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, test } from "./support/host-test.ts";

type Edition = ContentFile["contents"][number]["edition"];

test.use({
  serverOptions: {
    demo: false,
    contents: createTour({
      trigger: { kind: "manual" },
      frequency: { mode: "always" },
      locale: "en",
      translations: { de: { "first.title": "Erstens" } },
      body: {
        type: "tour",
        suppression: { offered: false, days: 30 },
        steps: [
          {
            ...{ id: "first", kind: "centered", title: "First" },
            blocks: [
              {
                kind: "paragraph",
                spans: [
                  { text: "Press " },
                  { text: "Save", bold: true },
                  { text: " or read " },
                  { text: "more", href: "/help" },
                ],
              },
              { kind: "list", ordered: false, items: [[{ text: "one" }], [{ text: "two" }]] },
            ],
          },
          { ...{ id: "second", kind: "centered", title: "Second" }, blocks: [], next_label: "Finish" },
        ],
      },
    }),
  },
});

test("translates each text in the card and in the panel, and steps through missing ones", async ({
  server,
  page,
  serve,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  const { url, path, headers } = await createLink(page, server.url, site.url);
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  const shown = card(page);
  const saved = async () => {
    await expect(panel).toContainText("Saved");
    return ((await (await page.request.get(path)).json()) as ContentDetail).draft as Edition;
  };
  await expect(shown.getByRole("heading")).toHaveText("First");
  const language = panel.getByRole("combobox", { name: "Language" });
  await expect(language.getByRole("option")).toHaveText(["English (source)", "German, missing: 5", "Add language…"]);
  await expect(panel.locator("label").filter({ hasText: "English (source)" })).toHaveText(/^Language/);
  await language.selectOption("de");
  await expect(shown.getByRole("heading")).toHaveText("Erstens");
  // The card is as visitors see it: with the player's labels in its language, and missing texts in the source language.
  await expect(shown.getByRole("button", { name: "Weiter" })).toBeVisible();
  const text = shown.locator("p[contenteditable]");
  await expect(text).toHaveText("Press Save or read more");
  await expect(text).toHaveAttribute("lang", "en");
  await expect(panel.getByText("Missing: 5", { exact: true })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Pick element", exact: true })).toHaveCount(0);
  // In the card: typing replaces the source text, and the format of the source can be used.
  await text.click();
  await page.keyboard.type("Drücke Sichern");
  await expect(shown.getByRole("group", { name: "Formatting" }).getByRole("button")).toHaveCount(4);
  await page.keyboard.down("Shift");
  for (const _ of "Sichern") await page.keyboard.press("ArrowLeft");
  await page.keyboard.up("Shift");
  await shown.getByRole("button", { name: "Bold" }).click();
  await expect(panel.getByText("Missing: 4", { exact: true })).toBeVisible();
  await expect(text).toBeFocused();
  expect((await saved()).translations?.["de"]).toMatchObject({ "first.blocks.0": "Drücke <b>Sichern</b>" });
  // In the panel, field by field. What's wrong with a translation is shown next to it.
  await expect(panel.getByText("Format the matching words as in the source text.")).toBeVisible();
  await panel.getByRole("button", { name: "Next missing text" }).click();
  await expect(panel.getByRole("textbox", { name: "Text: one" })).toBeFocused();
  await page.keyboard.type("eins");
  await expect(shown.locator("li").first()).toHaveText("eins");
  await panel.getByRole("button", { name: "Next missing text" }).click();
  await page.keyboard.type("zwei");
  await panel.getByRole("button", { name: "Next missing text" }).click();
  await expect(shown.getByRole("heading")).toHaveText("Second");
  await expect(panel.getByRole("textbox", { name: "Title: Second" })).toBeFocused();
  await page.keyboard.type("Zweitens");
  // A button of the card leads to its field.
  await shown.getByRole("button", { name: "Finish" }).click();
  await expect(panel.getByRole("textbox", { name: "Button label: Finish" })).toBeFocused();
  await page.keyboard.type("Ende");
  await expect(panel.getByText("Complete", { exact: true })).toBeVisible();
  await expect(shown.getByRole("button", { name: "Ende" })).toBeVisible();
  const { translations } = await saved();
  expect(translations?.["de"]).toEqual({
    ...{ "first.title": "Erstens", "first.blocks.0": "Drücke <b>Sichern</b>" },
    ...{ "first.blocks.1.0": "eins", "first.blocks.1.1": "zwei", "second.title": "Zweitens", "second.next": "Ende" },
  });

  // A language that is written from right to left is laid out as visitors see it.
  await language.selectOption("Add language…");
  await panel.getByRole("combobox", { name: "New language" }).selectOption("ar");
  await expect(panel.getByText("Missing: 6", { exact: true })).toBeVisible();
  await expect(shown.getByRole("heading")).toHaveText("Second");
  expect(await shown.evaluate((box) => getComputedStyle(box).direction)).toBe("rtl");
  await panel.getByRole("button", { name: /^1 First/ }).click();
  await shown.getByRole("heading").click();
  await page.keyboard.type("أولًا");
  await expect(panel.getByRole("textbox", { name: "Title: First" })).toHaveValue("أولًا");
  // Another member's translation in another language is there, too.
  await expect(panel).toContainText("Saved");
  const { draft, revision } = (await (await page.request.get(path)).json()) as ContentDetail;
  const theirs = JSON.parse(JSON.stringify(draft).replace("Zweitens", "Als Zweites"));
  await page.request.patch(path, { data: { draft: theirs }, headers: { ...headers, "If-Match": `"${revision}"` } });
  await panel.getByRole("textbox", { name: "Text: one" }).fill("واحد");
  await expect
    .poll(async () => (await saved()).translations)
    .toMatchObject({
      de: { "second.title": "Als Zweites" },
      ar: { "first.title": "أولًا", "first.blocks.1.0": "واحد" },
    });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("fanfare-ui")].every(({ shadowRoot }) => shadowRoot?.getAnimations().length === 0),
  );
  const { violations } = await audit(page);
  expect(violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 320, height: 640 });
  await panel.getByRole("button", { name: "Remove Arabic" }).click();
  await expect(shown.getByRole("heading")).toHaveText("First");
  expect(Object.keys((await saved()).translations ?? {})).toEqual(["de"]);
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => Object.keys((await saved()).translations ?? {}).sort()).toEqual(["ar", "de"]);
});
