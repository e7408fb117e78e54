import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { TOUR, test, untilConnected } from "./support/host-test.ts";

const [tour] = TOUR.contents;
if (tour === undefined) throw new Error("There is a tour to start.");
const contents: ContentFile = {
  contents: [
    { ...tour, edition: { ...tour.edition, trigger: { kind: "manual" } } },
    {
      slug: "first-steps",
      name: "First steps",
      edition: {
        ...tour.edition,
        body: {
          type: "checklist",
          title: "First steps",
          blocks: [],
          tasks: [
            { id: "profile", title: "Say who you are", blocks: [], done_when: { kind: "person" } },
            {
              id: "tour",
              title: "Take the tour",
              blocks: [],
              button: { label: "Start the tour", action: { kind: "start", content: "welcome" } },
              done_when: { kind: "completed", content: "welcome" },
            },
            { id: "invite", title: "Invite", blocks: [], done_when: { kind: "event", event: "invited" } },
            {
              id: "billing",
              title: "Set up billing",
              blocks: [],
              done_when: { kind: "person" },
              audience: {
                ...{ kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } },
              },
            },
          ],
          opens: "open",
          skippable: true,
          suppression: { offered: true, days: 365 },
        },
      },
    },
  ],
};

test.use({ serverOptions: { demo: false, contents } });

test("starts a tour from a checklist and keeps progress across tabs and reloads", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  const list = page.getByRole("region", { name: "First steps" });
  await expect(list.getByText("0 of 3 done").last()).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(site.url);
  const other = second.getByRole("region", { name: "First steps" });
  await expect(other).toBeVisible();
  await untilConnected(second);

  await page.bringToFront();
  await page.evaluate(() => window.fanfareClient.track("invited"));
  await expect(list.getByText("1 of 3 done").last()).toBeVisible();
  await expect(other.getByText("1 of 3 done").last()).toBeVisible();

  await list.getByRole("button", { name: "Minimize" }).click();
  await page.reload();
  await list.getByRole("button", { name: "First steps 1 of 3 done" }).click();
  await list.getByRole("button", { name: "Start the tour" }).click();
  await page.getByRole("dialog", { name: "First" }).getByRole("button", { name: "Next" }).click();
  await page.getByRole("dialog", { name: "Second" }).getByRole("button", { name: "Done" }).click();
  await expect(list.getByText("2 of 3 done").last()).toBeVisible();
  await expect(other.getByText("2 of 3 done").last()).toBeVisible();

  await second.bringToFront();
  await other.getByRole("checkbox", { name: "Say who you are" }).click();
  await expect(other).toHaveCount(0);
  await expect(list).toHaveCount(0);
  await expect
    .poll(async () => (await storedEvents(server.data_dir))["checklist_completed"], { timeout: 15_000 })
    .toBe(1);
  expect((await storedEvents(server.data_dir))["checklist_started"]).toBe(1);
  await page.reload();
  await untilConnected(page);
  await expect(list).toHaveCount(0);
  expect(page_errors).toEqual([]);
});

test("keeps a skipped task across devices and reloads, and undoes it on both", async ({
  server,
  page,
  browser,
  serve,
  page_errors,
}) => {
  const external_id = "u_skips";
  const site = await serve(moduleSnippet(server.url, APP.key));
  const identify = (each: Page): Promise<unknown> =>
    each.evaluate((id) => window.fanfareClient.identify(id), external_id);
  const device = await browser.newContext();
  const second = await device.newPage();
  const lists = [];
  for (const each of [page, second]) {
    await each.goto(site.url);
    await identify(each);
    const list = each.getByRole("region", { name: "First steps" });
    await expect(list.getByText("0 of 3 done").last()).toBeVisible();
    await untilConnected(each);
    lists.push(list);
  }
  const [list, other] = lists;
  if (list === undefined || other === undefined) throw new Error("There are two devices.");
  await list.getByRole("button", { name: "Skip: Take the tour" }).click();
  await expect(list.getByText("0 of 2 done").last()).toBeVisible();
  await expect(other.getByText("0 of 2 done").last()).toBeVisible();
  await second.reload();
  // Until the page says who they are, they are another visitor, who skipped nothing.
  await expect(other.getByText("0 of 3 done").last()).toBeVisible();
  await identify(second);
  await other.getByRole("button", { name: "Undo skip: Take the tour" }).click();
  await expect(other.getByText("0 of 3 done").last()).toBeVisible();
  await expect(list.getByText("0 of 3 done").last()).toBeVisible();
  expect((await storedEvents(server.data_dir))["checklist_task_skipped"]).toBe(1);
  expect(page_errors).toEqual([]);
  await device.close();
});

test("adds a task to the open checklist once its audience includes the person", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  const identify = (plan: string): Promise<unknown> =>
    page.evaluate((value) => window.fanfareClient.identify("u_audience", { plan: value }), plan);
  await identify("free");
  const list = page.getByRole("region", { name: "First steps" });
  await expect(list.getByText("0 of 3 done").last()).toBeVisible();
  await list.getByRole("checkbox", { name: "Say who you are" }).click();
  await expect(list.getByText("1 of 3 done").last()).toBeVisible();
  await identify("pro");
  await expect(list.getByText("1 of 4 done").last()).toBeVisible();
  await expect(list.getByRole("checkbox", { name: "Set up billing" })).toBeVisible();
  await identify("free");
  await expect(list.getByText("1 of 3 done").last()).toBeVisible();
  expect(page_errors).toEqual([]);
});
