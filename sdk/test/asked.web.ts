import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { TOUR, test } from "./support/host-test.ts";

const [tour] = TOUR.contents;
if (tour === undefined) throw new Error("There is a tour to start.");
const urls = { include: [], exclude: [] };
const startTask = (id: string, title: string, content: string) => ({
  id,
  title,
  blocks: [],
  button: { label: `Start ${content}`, action: { kind: "start" as const, content } },
  done_when: { kind: "person" as const },
});
const contents: ContentFile = {
  contents: [
    { ...tour, edition: { ...tour.edition, targeting: { urls, people: "identified" } } },
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
            startTask("tour", "Take the tour", "welcome"),
            startTask("gone", "Look back", "archived"),
            {
              id: "invite",
              title: "Invite a friend",
              blocks: [{ kind: "paragraph", spans: [{ text: "They pay less with your code." }] }],
              button: {
                label: "Copy code",
                before: [
                  { kind: "copy", text: "FRIEND-{{name|42}}" },
                  { kind: "track", event: "code_copied" },
                  { kind: "host", name: "thank" },
                ],
                condition: { rule: { kind: "element", selector: "#invited" }, otherwise: "hide" },
                action: { kind: "stay" },
              },
              done_when: { kind: "button" },
            },
          ],
          opens: "open",
          suppression: { offered: true, days: 365 },
        },
      },
    },
  ],
};

test.use({ serverOptions: { demo: false, contents } });

test("shows what a person asks for outside its audience and again, on every page, or says that it can't", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  const list = page.getByRole("region", { name: "First steps" });
  const first = page.getByRole("dialog", { name: "First" });
  const second = page.getByRole("dialog", { name: "Second" });
  const start = list.getByRole("button", { name: "Start welcome" });
  await start.click();
  await first.getByRole("button", { name: "Next" }).click();
  await expect(second).toBeVisible();
  await page.reload();
  await second.getByRole("button", { name: "Done" }).click();
  await expect(second).toHaveCount(0);
  await start.click();
  await expect(first).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(first).toHaveCount(0);

  await list.getByRole("button", { name: "Look back" }).click();
  await list.getByRole("button", { name: "Start archived" }).click();
  await expect(page.getByText("This isn’t available right now.").first()).toBeVisible();
  expect(page_errors).toEqual([]);
});

test("runs a button's actions in order, and confirms the text that it copied", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  const list = page.getByRole("region", { name: "First steps" });
  await expect(list).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const tracked = page.waitForRequest((request) => (request.postData() ?? "").includes("code_copied"));
  await page.evaluate(() => {
    window.fanfareClient.action("thank", () => {
      document.title = "Thanked";
    });
  });
  await list.getByRole("button", { name: "Invite a friend" }).click();
  await expect(list.getByText("Copy code")).toHaveCount(0);
  await page.evaluate(() => {
    const place = document.createElement("div");
    place.id = "invited";
    document.body.append(place);
  });
  await expect(list.getByText("Copy code")).toHaveCount(1);
  await list.getByRole("button", { name: "Invite a friend" }).click();
  await list.getByRole("button", { name: "Copy code" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  await expect(page).toHaveTitle("Thanked");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("FRIEND-42");
  await tracked;
  expect(page_errors).toEqual([]);
});
