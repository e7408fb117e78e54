import type { Block } from "@fanfare/contract/content/block";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { createLink } from "./support/builder-link.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, type Serve, test } from "./support/host-test.ts";

type Edition = ContentFile["contents"][number]["edition"];
type Body = Edition["body"];

const suppression = { offered: false, days: 30 };
const blocks: readonly Block[] = [{ kind: "paragraph", spans: [{ text: "Hello" }] }];
const TARGET = { strategies: [{ kind: "role_name", role: "button", name: "Order" }] } as const;

const contentsOf = (body: Body): ContentFile =>
  createTour({ trigger: { kind: "manual" }, frequency: { mode: "always" }, locale: "en", body });

/** Opens the builder, and returns what reads the saved draft. */
async function openBuilder(page: Page, server_url: string, serve: Serve) {
  const site = await serve(moduleSnippet(server_url, APP.key));
  const { url, path } = await createLink(page, server_url, site.url);
  await page.goto(url);
  const panel = page.getByRole("region", { name: "Welcome" });
  const saved = async (): Promise<Edition> => {
    await expect(panel).toContainText("Saved");
    // The draft is this test's own content.
    return ((await (await page.request.get(path)).json()) as ContentDetail).draft as Edition;
  };
  return { panel, saved };
}

const TYPES: readonly (readonly [name: string, body: Body, label?: string])[] = [
  [
    "hint",
    {
      ...{ type: "hint", form: "hotspot", target: TARGET, placement: "auto", wait_ms: 1_000, suppression },
      panel: { id: "a", title: "First", blocks, button: { label: "Go", action: { kind: "stay" } } },
    },
    "Go",
  ],
  ...(["modal", "banner"] as const).map(
    (form) =>
      [
        form,
        {
          ...{ type: "announcement", form, tone: "info", feed: false, suppression },
          panels: [{ id: "a", title: "First", blocks, button: { label: "Go", action: { kind: "stay" } } }],
        } as Body,
        "Go",
      ] as const,
  ),
  [
    "checklist",
    {
      ...{ type: "checklist", title: "First", blocks, opens: "closed", suppression },
      tasks: [{ id: "t", title: "Task", blocks: [], done_when: { kind: "person" } }],
    },
  ],
  [
    "survey",
    {
      ...{ type: "survey", form: "corner", title: "First", blocks, suppression },
      questions: [{ id: "q", kind: "nps", title: "How likely?", required: false, low_label: "No", high_label: "Yes" }],
    } as Body,
  ],
];

for (const [name, body, label] of TYPES) {
  test.describe(name, () => {
    test.use({ serverOptions: { demo: false, contents: contentsOf(body) } });

    test(`writes the texts of a ${name} in place`, async ({ server, page, serve }) => {
      const { panel, saved } = await openBuilder(page, server.url, serve);
      test.setTimeout(60_000);
      const shown = page.locator("fanfare-ui").filter({ hasNot: page.getByRole("region", { name: "Welcome" }) });
      const title = shown.locator("[contenteditable]").filter({ hasText: /^First$/ });
      await expect(title).toBeVisible();
      await title.click();
      await page.keyboard.press("End");
      await page.keyboard.type(" one");
      const text = shown
        .locator("[contenteditable]")
        .filter({ hasText: /^Hello$/ })
        .first();
      await text.click();
      await page.keyboard.press("End");
      await page.keyboard.type(" there");
      await expect.poll(async () => JSON.stringify(await saved())).toContain("Hello there");
      expect(JSON.stringify(await saved())).toContain("First one");
      if (label !== undefined) {
        // It's below the panel.
        if (name === "banner") await panel.getByRole("button", { name: "Move panel to other side" }).click();
        await shown.getByText(label, { exact: true }).click();
        const field = panel.getByRole("textbox", { name: "Button label" });
        await expect(field).toBeFocused();
        await field.fill("Continue");
        await expect.poll(async () => JSON.stringify(await saved())).toContain("Continue");
      }
      // The builder stays usable beside it, and leaving shows nothing of it.
      await panel.getByRole("button", { name: "Leave" }).click();
      await expect(panel).toHaveCount(0);
      await expect(title).toHaveCount(0);
    });
  });
}
