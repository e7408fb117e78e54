import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Locator, Page } from "@playwright/test";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { TOUR, test, untilConnected } from "./support/host-test.ts";

const [tour] = TOUR.contents;
if (tour === undefined) throw new Error("There is a tour to start.");
type Item = ContentFile["contents"][number];
type Edition = Item["edition"];
const checklist = (slug: string, title: string, change: Partial<Edition> = {}): Item => ({
  slug,
  name: title,
  edition: {
    ...tour.edition,
    body: {
      type: "checklist",
      title,
      blocks: [],
      tasks: [
        { id: "profile", title: "Say who you are", blocks: [], done_when: { kind: "person" } },
        { id: "invite", title: "Invite", blocks: [], done_when: { kind: "event", event: "invited" } },
        { id: "theme", title: "Choose a theme", blocks: [], done_when: { kind: "person" } },
      ],
      opens: "open",
      skippable: true,
      suppression: { offered: true, days: 365 },
    },
    ...change,
  },
});
/** Doesn't start automatically. */
const onlyFor = (plan: string): Partial<Edition> => ({
  trigger: { kind: "manual" },
  targeting: {
    ...tour.edition.targeting,
    audience: { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: plan } },
  },
});
const contents: ContentFile = {
  contents: [
    checklist("first-steps", "First steps"),
    checklist("pro-steps", "Pro steps", onlyFor("pro")),
    checklist("arabic-steps", "الخطوات", { ...onlyFor("arabic"), locale: "ar" }),
    {
      slug: "help",
      name: "Help",
      edition: {
        ...tour.edition,
        frequency: { mode: "always" },
        body: {
          type: "resource_center",
          title: "Help",
          blocks: [],
          resources: [
            { id: "docs", title: "Read the docs", action: { kind: "link", href: "/docs" } },
            {
              ...{ id: "first", section: "Get started", title: "Your first steps" },
              action: { kind: "checklist", content: "first-steps" },
            },
            { id: "pro", section: "Pro", title: "Steps of Pro", action: { kind: "checklist", content: "pro-steps" } },
            { id: "arabic", title: "Arabic steps", action: { kind: "checklist", content: "arabic-steps" } },
          ],
          launcher: { kind: "button", side: "start" },
          suppression: { offered: false, days: 365 },
        },
      },
    },
  ],
};

test.use({ serverOptions: { demo: false, contents } });

const corner = (page: Page): Locator => page.getByRole("region", { name: "First steps" });
const panel = (page: Page): Locator => page.getByRole("dialog", { name: "Help" });
const openPanel = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Help" }).click();
  await expect(panel(page)).toBeVisible();
};
const isText = (place: Locator, text: string) => expect(place.getByText(text).last()).toBeVisible();

test("shares the progress of a checklist in the corner with the one in the panel", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  await isText(corner(page), "0 of 3 done");
  await untilConnected(page);
  await openPanel(page);
  await isText(panel(page), "0 of 3 done");
  await expect(panel(page).getByRole("progressbar", { name: "Your first steps" })).toHaveAttribute(
    "aria-valuenow",
    "0",
  );
  await expect(panel(page).getByRole("heading", { name: "Pro", exact: true })).toHaveCount(0);
  await panel(page).getByRole("checkbox", { name: "Say who you are" }).click();
  await isText(panel(page), "1 of 3 done");
  await isText(corner(page), "1 of 3 done");
  await corner(page).getByRole("button", { name: "Skip: Invite" }).click();
  await openPanel(page);
  await isText(panel(page), "1 of 2 done");
  await panel(page).getByRole("checkbox", { name: "Choose a theme" }).click();
  await expect(corner(page)).toHaveCount(0);
  await expect(panel(page).getByRole("heading", { name: "Get started" })).toHaveCount(0);
  await expect(panel(page).getByRole("link", { name: "Read the docs" })).toBeVisible();
  await expect
    .poll(async () => (await storedEvents(server.data_dir))["checklist_completed"], { timeout: 15_000 })
    .toBe(1);
  const counts = await storedEvents(server.data_dir);
  expect([counts["checklist_started"], counts["checklist_task_completed"]]).toEqual([1, 2]);
  expect(page_errors).toEqual([]);
});

test("keeps a checklist of the panel in one run, and leaves it out for others", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  const identify = (plan: string): Promise<unknown> =>
    page.evaluate((value) => window.fanfareClient.identify("u_listed", { plan: value }), plan);
  await page.goto(site.url);
  await identify("pro");
  await untilConnected(page);
  await openPanel(page);
  const section = panel(page).locator("section").filter({ hasText: "Steps of Pro" });
  await isText(section, "0 of 3 done");
  await section.getByRole("checkbox", { name: "Say who you are" }).click();
  await isText(section, "1 of 3 done");
  await expect(section.getByRole("progressbar", { name: "Steps of Pro" })).toHaveAttribute("aria-valuenow", "1");
  await expect(section.getByRole("status")).toHaveText("Say who you are, done. 1 of 3 done");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Pro steps" })).toHaveCount(0);
  await openPanel(page);
  await isText(section, "1 of 3 done");

  await page.reload();
  await identify("pro");
  await openPanel(page);
  await isText(section, "1 of 3 done");
  await page.evaluate(() => window.fanfareClient.track("invited"));
  await isText(section, "2 of 3 done");
  // One of each checklist, over two pages and three openings of the panel.
  await expect
    .poll(async () => (await storedEvents(server.data_dir))["checklist_started"], { timeout: 30_000 })
    .toBe(2);
  await identify("free");
  await expect(section).toHaveCount(0);
  await expect(panel(page).getByRole("link", { name: "Read the docs" })).toBeVisible();
  await expect
    .poll(async () => (await storedEvents(server.data_dir))["checklist_task_completed"], { timeout: 15_000 })
    // “Invited” completes the task of both checklists.
    .toBe(3);
  expect((await storedEvents(server.data_dir))["checklist_started"]).toBe(2);
  expect(page_errors).toEqual([]);
});

test("opens a checklist that doesn't start automatically only in the panel, or from code", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  const identify = (): Promise<unknown> =>
    page.evaluate(() => window.fanfareClient.identify("u_only_listed", { plan: "pro" }));
  // The other checklist would keep the corner, and this person gets it, too.
  const hide = (): Promise<unknown> => page.evaluate(() => window.fanfareClient.suppress("first-steps"));
  await page.goto(site.url);
  await identify();
  await hide();
  await expect(corner(page)).toHaveCount(0);
  await untilConnected(page);
  await openPanel(page);
  const section = panel(page).locator("section").filter({ hasText: "Steps of Pro" });
  const pro_corner = page.getByRole("region", { name: "Pro steps" });
  await section.getByRole("checkbox", { name: "Say who you are" }).click();
  await isText(section, "1 of 3 done");
  await page.keyboard.press("Escape");
  await openPanel(page);
  await isText(section, "1 of 3 done");
  await expect(pro_corner).toHaveCount(0);

  await page.reload();
  await identify();
  await expect(corner(page)).toHaveCount(0);
  await openPanel(page);
  await isText(section, "1 of 3 done");
  await expect(pro_corner).toHaveCount(0);
  await page.keyboard.press("Escape");
  // Until it's set aside, it counts as shown.
  await expect(async () => {
    await page.evaluate(() => window.fanfareClient.start("pro-steps"));
    await expect(pro_corner).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await isText(pro_corner, "1 of 3 done");
  expect(page_errors).toEqual([]);
});

test("shows a checklist in the direction of its language, whatever the panel's", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  await page.evaluate(() => window.fanfareClient.identify("u_arabic", { plan: "arabic" }));
  await untilConnected(page);
  await openPanel(page);
  const section = panel(page).locator(".listed").filter({ hasText: "Arabic steps" });
  await expect(section.getByRole("list")).toHaveCSS("direction", "rtl");
  await expect(section.getByRole("heading")).toHaveCSS("direction", "ltr");
});
