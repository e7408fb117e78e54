import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Browser, Page } from "@playwright/test";
import { SignJWT } from "jose";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { type Serve, test, untilConnected } from "./support/host-test.ts";

const TITLE = "Set up your company";
const contents: ContentFile = {
  contents: [
    {
      slug: "setup",
      name: TITLE,
      edition: {
        body: {
          type: "checklist",
          title: TITLE,
          blocks: [],
          tasks: [
            { id: "invite", title: "Invite a colleague", blocks: [], done_when: { kind: "person" } },
            { id: "order", title: "Order", blocks: [], done_when: { kind: "event", event: "ordered" } },
          ],
          opens: "open",
          group_progress: {},
          celebrate_on_completed: "burst",
          suppression: { offered: true, days: 365 },
        },
        targeting: { urls: { include: [], exclude: [] }, people: "identified" },
        trigger: { kind: "automatic" },
        frequency: { mode: "until_completed" },
        priority: 0,
        tags: [],
      },
    },
  ],
};

test.use({ serverOptions: { demo: false, contents } });

/** A page of a person whose token names their group. Without one, anyone could have sent the ID. */
async function open(browser: Browser, serve: Serve, host: string, sub: string, group?: string): Promise<Page> {
  const token = await new SignJWT({ groups: [group] })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(sub)
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  const proof = group === undefined ? "" : `, {}, { token: "${token}" }`;
  const site = await serve(moduleSnippet(host, APP.key, `window.fanfareClient.identify("${sub}"${proof});`));
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.goto(site.url);
  return page;
}

const listOf = (page: Page) => page.getByRole("region", { name: TITLE });

test("completes a checklist for the whole group, live, and for no one else", async ({ server, browser, serve }) => {
  test.slow();
  const ann = await open(browser, serve, server.url, "ann", "acme");
  const ben = await open(browser, serve, server.url, "ben", "acme");
  const cem = await open(browser, serve, server.url, "cem", "globex");
  const mallory = await open(browser, serve, server.url, "mallory");
  for (const page of [ann, ben, cem, mallory]) {
    await expect(listOf(page).getByText("0 of 2 done").last()).toBeVisible();
    await untilConnected(page);
  }

  const button = ben.getByRole("button", { name: "Order", exact: true });
  await button.focus();
  await ann.bringToFront();
  await listOf(ann).getByRole("checkbox", { name: "Invite a colleague" }).click();
  await expect(listOf(ben).getByText("1 of 2 done").last()).toBeVisible();
  await expect(ben.getByRole("status").filter({ hasText: "Invite a colleague" })).toHaveCount(1);
  await expect(button).toBeFocused();
  await ben.reload();
  await expect(listOf(ben).getByText("1 of 2 done").last()).toBeVisible();
  await expect(listOf(ben).getByRole("checkbox", { name: "Invite a colleague" })).toBeChecked();
  await untilConnected(ben);

  // The event is the last task: for Ann, who sees it done, and for Ben, whose page sent it.
  await ben.bringToFront();
  await ben.evaluate(() => window.fanfareClient.track("ordered"));
  await expect(listOf(ben)).toHaveCount(0);
  await ann.bringToFront();
  await expect(listOf(ann)).toHaveCount(0);
  const events = async () => storedEvents(server.data_dir);
  await expect.poll(async () => (await events())["checklist_completed"], { timeout: 15_000 }).toBe(2);
  await expect.poll(async () => (await events())["celebration_played"], { timeout: 15_000 }).toBe(2);
  expect((await events())["checklist_task_completed"]).toBe(2);

  for (const page of [cem, mallory]) {
    await page.reload();
    await expect(listOf(page).getByText("0 of 2 done").last()).toBeVisible();
  }
  // Who joins later has nothing left to do.
  const dan = await open(browser, serve, server.url, "dan", "acme");
  await untilConnected(dan);
  await expect(listOf(dan)).toHaveCount(0);
  await ann.reload();
  await untilConnected(ann);
  await expect(listOf(ann)).toHaveCount(0);
});
