import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import { card, centered, expect, paragraph, test } from "./support/app-page.ts";

const suppression = { offered: true, days: 365, snooze_hours: 24 };
/** Needs a file that a plain text doesn't. */
const WITH_LINK: readonly Block[] = [{ kind: "paragraph", spans: [{ text: "Read it", href: "/guide" }] }];

/** One content of each type whose new versions load on demand, by its title. */
const BODIES: Readonly<Record<string, (title: string, blocks: readonly Block[]) => Body>> = {
  tour: (title, blocks) => ({ type: "tour", steps: [centered("a", { title, blocks })], suppression }),
  checklist: (title, blocks) => ({
    ...{ type: "checklist", title, blocks, opens: "open", suppression },
    tasks: [{ id: "profile", title: "Say who you are", blocks: [], done_when: { kind: "person" } }],
  }),
  survey: (title, blocks) => ({
    ...{ type: "survey", form: "corner", title, blocks, suppression },
    questions: [{ id: "why", kind: "text", title, required: true, long: true, placeholder: "" }],
  }),
};

for (const [type, bodyOf] of Object.entries(BODIES)) {
  test(`keeps the newest version of a ${type} if an older one loads later`, async ({ app }) => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let url = "";
    await app.route("**/rich-blocks-*", async (route) => {
      url = route.request().url();
      await opened;
      await route.continue();
    });
    const update = (body: Body) => app.evaluate((it) => window.driver.tour?.update(window.driver.editionOf(it)), body);
    await app.evaluate((body) => window.driver.show(body), bodyOf("First", paragraph("Plain.")));
    await expect(card(app).getByText("First").first()).toBeVisible();
    await update(bodyOf("Second", WITH_LINK));
    await expect.poll(() => url).not.toBe("");
    await update(bodyOf("Third", paragraph("Plain, too.")));
    await expect(card(app).getByText("Third").first()).toBeVisible();
    open();
    await app.evaluate(async (file) => {
      await import(file);
      await new Promise((resolve) => setTimeout(resolve));
    }, url);
    await expect(card(app).getByText("Third").first()).toBeVisible();
    await expect(card(app).getByText("Second")).toHaveCount(0);
  });
}
