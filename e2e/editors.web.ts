import { createBuilderLink, inviteMember } from "../sdk/test/support/builder-page.ts";
import { moduleSnippet } from "../sdk/test/support/host-page.ts";
import { createTour, test } from "../sdk/test/support/host-test.ts";
import { expect } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";

test.use({
  serverOptions: { demo: false, contents: createTour({ trigger: { kind: "manual" }, frequency: { mode: "always" } }) },
});

test("shows two members who edit the same content to each other, until one leaves, crashes, or is ended", async ({
  server,
  page,
  serve,
  browser,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url);
  const shop = await page.context().newPage();
  const requests: string[] = [];
  shop.on("request", (request) => requests.push(request.url()));
  await shop.goto(link.url);
  const panel = shop.getByRole("region", { name: "Welcome" });
  await expect(panel).toContainText("Saved");

  // Another member opens the same content in the console.
  const bea = await browser.newContext();
  const editor = await bea.newPage();
  await inviteMember(page, editor, server.url, "Bea Console");
  const content_id = new URL(link.path).pathname.split("/").at(-1);
  const editor_url = `${server.url}/console/${APP.id}/content/${content_id}`;
  await editor.goto(`${editor_url}?step=two`);
  const others = editor.getByRole("list", { name: "Also editing" });
  await expect(others).toContainText("is editing “First” on a page");
  await expect(panel).toContainText("Bea Console is editing “Second” in the console");
  await panel.getByRole("button", { name: "2 Second" }).click();
  await expect(others).toContainText("is editing “Second” on a page");
  await editor.getByRole("link", { name: /First/ }).first().click();
  await expect(panel).toContainText("Bea Console is editing “First” in the console");
  await shop.screenshot({ path: test.info().outputPath("panel.png") });
  await editor.screenshot({ path: test.info().outputPath("editor.png") });

  // What the other one saves arrives without asking for it.
  await editor.getByLabel("Title", { exact: true }).first().fill("First, by Bea");
  await expect(panel.getByRole("list", { name: "Steps" })).toContainText("First, by Bea");
  await expect(panel).toContainText("Saved");
  const idle = requests.length;
  await shop.clock.install();
  await shop.clock.runFor(60_000);
  expect(requests.slice(idle)).toEqual([]);

  // One leaves, comes back, and crashes.
  await editor.goto(`${server.url}/console/${APP.id}/content`);
  await expect(panel).not.toContainText("Bea Console");
  await editor.goto(editor_url);
  await expect(panel).toContainText("Bea Console is editing");
  await bea.close();
  await expect(panel).not.toContainText("Bea Console");

  // The console ends the builder: its page learns it without asking.
  const headers = { Origin: server.url };
  const sessions = `${server.url}/api/builder-sessions`;
  const list = await page.request.get(`${sessions}?app_id=${APP.id}`);
  // Cast: a response of this repository's server.
  const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] };
  await page.request.delete(`${sessions}/${items[0]?.id}?app_id=${APP.id}`, { headers });
  await expect(panel.getByRole("alert")).toContainText("This builder session has ended");
});
