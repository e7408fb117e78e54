import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { storedEvents } from "../sdk/test/support/host-page.ts";
import { AROUND, openBuilder, openEditor, panelOf, startAround } from "./support/builder.ts";
import { card, expect, next, spotlightOn, stepTitle, test } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";

test.use({ serverOptions: { demo: false, contents: AROUND } });

/** Allows preview links and creates one in the console's editor. Returns its URL. */
async function sharePreview(page: Page, url: string): Promise<string> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share preview…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share preview" });
  const editor = page.url();
  await dialog.getByRole("link", { name: "Turn on preview links" }).click();
  await page.getByRole("switch", { name: "Allow preview links" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.goto(editor);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share preview…" }).click();
  await dialog.getByRole("textbox", { name: "Page URL" }).fill(url);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
  return (await dialog.getByRole("status", { name: "Preview link" }).textContent()) ?? "";
}

test("builds a tour on someone else's page by picking elements, without copying anything", async ({
  server,
  page,
  browser,
}) => {
  const site = await openEditor(page, server);
  // The scheme is added.
  const shop = await openBuilder(page, site.url.replace("http://", ""));
  const panel = panelOf(shop);
  await expect(panel).toContainText("Saved");
  expect(shop.url()).toBe(site.url);
  await expect(page.getByRole("status").filter({ hasText: "The builder is open on" })).toBeVisible();

  const picking = shop.getByRole("region", { name: "Pick element" });
  await panel.getByRole("button", { name: "Add step by picking an element" }).click();
  await expect(picking).toBeVisible();
  await shop.getByRole("link", { name: "Generate Report" }).click();
  await expect(panel.getByText("Found: link “Generate Report”")).toBeVisible();
  await panel.getByRole("textbox", { name: "Title" }).fill("Your reports");
  await panel.getByRole("textbox", { name: "Text" }).fill("Download them here.");
  await panel.getByRole("button", { name: "Hello" }).click();
  await panel.getByRole("button", { name: "Pick element", exact: true }).click();
  await expect(picking).toBeVisible();
  await shop.getByRole("link", { name: "Tables" }).click();
  await expect(panel.getByText("Found: link “Tables”")).toBeVisible();
  expect(shop.url()).toBe(site.url);
  await expect(panel).toContainText("Saved");

  // A full page load continues the session, in the same tab only.
  await shop.goto(site.url.replace("index", "charts"));
  await expect(panel.getByText("Your reports")).toBeVisible();
  await shop.goto(site.url);
  await expect(panel).toBeVisible();

  // Text typed into the card itself, which doesn't advance while it's edited.
  const title = card(shop).getByRole("heading");
  await expect(title).toHaveText("Hello");
  await title.fill("Your tables");
  const text = card(shop).getByRole("textbox", { name: "Text" });
  await text.click();
  await shop.keyboard.type("All of **them**, <b>.");
  await shop.keyboard.press("Enter");
  await shop.keyboard.press("ControlOrMeta+i");
  await shop.keyboard.type("Sorted.");
  await shop.keyboard.press("ControlOrMeta+i");
  await shop.keyboard.press("Enter");
  await shop.keyboard.type("- See ");
  await shop.keyboard.press("Enter");
  await shop.keyboard.type("this");
  await shop.keyboard.press("Shift+Home");
  await shop.keyboard.press("ControlOrMeta+k");
  await shop.keyboard.type("/help");
  await shop.keyboard.press("Enter");
  await card(shop).getByRole("button", { name: "Next" }).click();
  await expect(title).toHaveText("Your tables");
  // The panel shows the same text, and keeps what it doesn't change.
  const text_field = panel.getByRole("textbox", { name: "Text" });
  await expect(text_field.getByRole("strong")).toHaveText("them");
  await expect(text_field.getByRole("emphasis")).toHaveText("Sorted.");
  await text_field.press("ControlOrMeta+Home");
  await shop.keyboard.type("Oh: ");
  await expect(panel).toContainText("Saved");
  const content_id = new URL(page.url()).pathname.split("/").at(-1);
  const { draft } = await (await page.request.get(`${server.url}/api/contents/${content_id}?app_id=${APP.id}`)).json();
  expect(draft.body.steps.find((step: { title: string }) => step.title === "Your tables").blocks).toEqual([
    { kind: "paragraph", spans: [{ text: "Oh: All of " }, { text: "them", bold: true }, { text: ", <b>." }] },
    { kind: "paragraph", spans: [{ text: "Sorted.", italic: true }] },
    { kind: "list", ordered: false, items: [[{ text: "See" }], [{ text: "this", href: "/help" }]] },
  ]);

  // Plays the draft: nothing of it is stored.
  await panel.getByRole("button", { name: "Play" }).click();
  const bar = shop.getByRole("region", { name: "Play" });
  await expect(bar).toContainText("Would be");
  await expect(card(shop)).toContainText("Sorted.");
  await next(shop);
  await expect(card(shop)).toContainText("Download them here.");
  await next(shop);
  await expect(bar).toContainText("Completed. Nothing was counted.");
  // The gates for any person of the app.
  const ada = `${server.url}/api/people/u_ada?app_id=${APP.id}`;
  await page.request.put(ada, { data: { attributes: { name: "Ada" } }, headers: { Origin: server.url } });
  await bar.getByRole("button", { name: "Another person" }).click();
  await bar.getByRole("textbox", { name: "Beginning of a name or ID" }).fill("ad");
  await shop.keyboard.press("Enter");
  await bar.getByRole("button", { name: "Ada (u_ada)" }).click();
  await expect(bar.getByRole("combobox", { name: "Evaluate for" })).toHaveValue("u_ada");
  await expect(bar).toContainText("Would be");
  await bar.getByRole("button", { name: "Stop" }).click();
  // The console's own tour was closed above.
  expect(await storedEvents(server.data_dir)).toEqual({ tour_dismissed: 1 });

  // An event about an element, as the draft of a tracker. Picking it isn't counted and doesn't change the tour.
  await panel.getByRole("button", { name: "Track event" }).click();
  await expect(picking).toBeVisible();
  await shop.getByRole("link", { name: "Generate Report" }).click();
  const event_form = panel.getByRole("form", { name: "Track an event" });
  const event_name = event_form.getByRole("textbox", { name: "Event name" });
  await expect(event_name).toHaveValue("generate_report_clicked");
  await event_form.getByRole("combobox", { name: "When" }).selectOption({ label: "It’s on screen for a second" });
  await expect(event_name).toHaveValue("generate_report_seen");
  await event_form.getByRole("checkbox", { name: "Only on /index.html" }).check();
  await shop.keyboard.press("Enter");
  const saved = panel.getByRole("status").filter({ hasText: "Draft of the tracker generate_report_seen saved" });
  await expect(saved).toBeVisible();
  const { items } = await (await page.request.get(`${server.url}/api/trackers?app_id=${APP.id}`)).json();
  expect(items).toMatchObject([
    {
      ...{ name: "generate_report_seen", status: "draft", urls: { include: ["/index.html"] } },
      on: {
        kind: "visible",
        target: {
          strategies: expect.arrayContaining([{ kind: "role_name", role: "link", name: "Generate Report" }]),
        },
      },
    },
  ]);

  // The console has the changes, and the page publishes them.
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Title", { exact: true }).first()).toHaveValue("Your tables");
  await panel.getByRole("button", { name: "Publish changes" }).click();
  await expect(panel.getByText("Published in First app")).toBeVisible();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();

  // A link shows a later draft to someone without an account. It isn't counted, and goes on over full page loads.
  const visit = await sharePreview(page, site.url);
  const colleague = await browser.newPage();
  await colleague.goto(visit);
  const preview = colleague.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Preview: Around the dashboard");
  expect(colleague.url()).toBe(site.url);
  await expect(card(colleague)).toContainText("Sorted.");
  await panel.getByRole("textbox", { name: "Title" }).fill("Newer title");
  await expect(panel).toContainText("Saved");
  await card(colleague).getByRole("button", { name: "Close" }).click();
  await preview.getByRole("button", { name: "Play again" }).click();
  await expect(stepTitle(colleague)).toHaveText("Newer title");
  await colleague.goto(site.url.replace("index", "charts"));
  await expect(preview).toBeVisible();
  expect(await storedEvents(server.data_dir)).toEqual({ tour_dismissed: 1 });
  await page.getByRole("button", { name: /^Revoke preview link/ }).click();
  await expect(page.getByRole("button", { name: /^Revoke preview link/ })).toHaveCount(0);
  await colleague.reload();
  await expect(colleague.getByRole("alert").filter({ hasText: "was revoked" })).toBeVisible();
  expect(await colleague.evaluate(() => sessionStorage.length)).toBe(0);
  await panel.getByRole("button", { name: "Undo" }).click();
  await panel.getByRole("button", { name: "Leave" }).click();
  await expect(panel).toHaveCount(0);
  expect(await shop.evaluate(() => sessionStorage.length)).toBe(0);
  await shop.reload();
  await startAround(shop);
  await expect(stepTitle(shop)).toHaveText("Your tables");
  await expect.poll(() => spotlightOn(shop, shop.getByRole("link", { name: "Tables" }))).toBe(true);
  await next(shop);
  await expect(card(shop)).toContainText("Download them here.");
  await site.stop();
});

test("records a way through the app over full page loads, and never what is typed", async ({ server, page }) => {
  const site = await openEditor(page, server);
  const shop = await openBuilder(page, site.url);
  const sent: string[] = [];
  shop.on("request", (request) => sent.push(request.postData() ?? ""));
  const panel = panelOf(shop);
  await panel.getByRole("button", { name: "Record" }).click();
  const bar = shop.getByRole("region", { name: "Record" });
  await expect(bar).toBeVisible();
  await shop.getByRole("link", { name: "Components" }).click();
  await expect(bar).toContainText("Components");
  await shop.locator("#content input").first().pressSequentially("the secret");
  await expect(bar).toContainText("Search");
  await shop.getByRole("link", { name: "Charts" }).click();
  await expect(shop).toHaveURL(/charts/);
  await expect(bar).toBeVisible();
  await shop.getByRole("link", { name: "Tables" }).click();
  await expect(shop).toHaveURL(/tables/);
  await bar.getByRole("button", { name: "Stop recording" }).click();
  const steps = panel.getByRole("list", { name: "Steps" });
  await expect(steps).toContainText(/Hello.*Components.*Search.*Charts.*Tables/);
  await expect(panel).toContainText("Saved");

  const list = await page.request.get(`${server.url}/api/contents?app_id=${APP.id}&q=around`);
  // Casts: responses of this repository's server.
  const [content] = ((await list.json()) as { readonly items: readonly { readonly id: string }[] }).items;
  const read = await page.request.get(`${server.url}/api/contents/${content?.id}?app_id=${APP.id}`);
  const { draft } = (await read.json()) as { readonly draft: ContentFile["contents"][number]["edition"] };
  const { body } = draft;
  const kinds = body.type === "tour" ? body.steps.map(({ advance }) => advance?.[0]?.kind) : [];
  expect(kinds).toEqual([undefined, "click", "input", "click", "click"]);
  expect(JSON.stringify([draft, sent])).not.toContain("secret");
  await site.stop();
});

test("records five presses and two fields over a full load, which visitors complete by doing the same", async ({
  server,
  page,
}) => {
  const site = await openEditor(page, server);
  const shop = await openBuilder(page, site.url);
  const panel = panelOf(shop);
  await expect(panel).toContainText("Saved");
  const link = (name: string) => shop.getByRole("link", { name });
  const search = () => shop.getByRole("textbox", { name: "Search" }).first();
  /** Each act, and the title of its step. */
  const acts: readonly (readonly [title: string, does: () => Promise<unknown>])[] = [
    ["Components", () => link("Components").click()],
    ["Search", () => search().pressSequentially("my secret")],
    ["Utilities", () => link("Utilities").click()],
    ["Charts", () => link("Charts").click()],
    ["Search", () => search().pressSequentially("my secret")],
    ["Pages", () => link("Pages").click()],
    ["Douglas McGee", () => shop.getByRole("button", { name: "Douglas McGee" }).click()],
  ];
  await panel.getByRole("button", { name: "Record" }).click();
  const bar = shop.getByRole("region", { name: "Record" });
  await expect(bar).toBeVisible();
  for (const [index, [title, act]] of acts.entries()) {
    await act();
    if (title === "Charts") await shop.waitForURL(/charts/);
    else await expect(bar).toContainText(`Step ${index + 2}: ${title}`);
    await expect(bar).toBeVisible();
  }
  await bar.getByRole("button", { name: "Stop recording" }).click();
  const steps = panel.getByRole("list", { name: "Steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(acts.length + 1);
  await steps.getByRole("button", { name: "Hello" }).first().click();
  await panel.getByRole("button", { name: "Delete “Hello”" }).click();
  await panel.getByRole("button", { name: "Publish changes" }).click();
  await expect(panel.getByText("Published in First app")).toBeVisible();
  await panel.getByRole("button", { name: "Leave" }).click();
  await expect(panel).toHaveCount(0);

  await shop.goto(site.url);
  await startAround(shop);
  for (const [title, act] of acts) {
    await expect(stepTitle(shop)).toHaveText(title);
    await act();
  }
  await expect(card(shop)).toHaveCount(0);
  await expect.poll(async () => (await storedEvents(server.data_dir))["tour_completed"]).toBe(1);
  await site.stop();
});
