import type { Edition } from "@fanfare/contract/content/content";
import { tourSteps } from "@fanfare/contract/content/positions";
import type { CreatedInvite } from "@fanfare/contract/schema/responses/accounts/member";
import type { Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import {
  APP,
  addressOf,
  createTour,
  delayResponses,
  enterAs,
  expect,
  GRACE,
  openTour,
  pick,
  readTour,
  step,
  test,
} from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

test("shows the status beside the name and keeps each published version", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.getByLabel("Title", { exact: true }).fill("Typed a moment before publishing");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeDisabled();
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.title)
    .toBe("Typed a moment before publishing");

  await page.getByLabel("Title", { exact: true }).fill("Updated since");
  await expect(page.getByText("Live, edited")).toBeVisible();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Version 2" })).toContainText("Live in First app");
  await expect(page.getByRole("listitem").filter({ hasText: "Version 1" })).not.toContainText("Live in");

  const pausing = await delayResponses(page, "**/api/contents/*/pause?*");
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Pause" }));
  await expect(page.getByText("This content is paused.")).toBeVisible();
  pausing();
  await expect(page.getByText("Paused in First app").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("This content is paused.")).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "Version 2" })).toContainText("Live in First app");

  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Unpublish" }));
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeEnabled();
  await expect(page.getByText("Live in First app")).toHaveCount(0);

  const release = await delayResponses(page, "**/api/contents/*/archive?*");
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Archive" }));
  await expect(page.getByText("This content is archived.")).toBeVisible();
  release();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("This content is archived.")).toHaveCount(0);
});

/** Asks everyone who can approve. */
async function requestReview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Request review" }).click();
  const dialog = page.getByRole("dialog", { name: "Request review" });
  await dialog.getByRole("button", { name: "Request review" }).click();
  await expect(dialog).toHaveCount(0);
}

test("publishes in an app with reviews only after approval, until the next change", async ({
  server,
  signedIn: page,
}) => {
  const headers = { origin: server.url };
  const { id } = await createTour(page.request, server, { steps: [step("one", "Welcome"), step("two", "Last words")] });
  const made = await page.request.post(`${server.url}/api/apps`, { headers, data: { name: "Reviewed" } });
  // Safe cast: the API sends the ID of the new app.
  const app = (await made.json()) as { readonly id: string };
  await page.goto(`${server.url}/console/${app.id}/settings`);
  await page.getByRole("combobox", { name: "Who approves" }).click();
  await pick(page.getByRole("option", { name: "Any member who can publish" }));
  await expect(page.getByText("Review setting saved").first()).toBeVisible();

  await page.goto(`${server.url}/console/${app.id}/content/${id}`);
  await requestReview(page);
  await expect(page.getByText(/requested a review/)).toBeVisible();
  await page.getByRole("button", { name: "Mention member" }).click();
  await pick(page.getByRole("menuitem", { name: "owner" }));
  await expect(page.getByLabel("Comment", { exact: true })).toHaveValue("@owner ");
  await page.getByLabel("Comment", { exact: true }).fill("@owner Shorter?");
  await page.getByRole("link", { name: /Last words/ }).click();
  await expect(page.getByLabel("Comment", { exact: true })).toHaveValue("");
  await page.getByRole("link", { name: /1 Welcome/ }).click();
  await expect(page.getByLabel("Comment", { exact: true })).toHaveValue("@owner Shorter?");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Shorter?" })).toBeVisible();
  const commented = page.getByRole("link", { name: /1 Welcome.* 1 comment/ });
  await expect(commented).toBeVisible();
  await check(page, "review");
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(page.getByRole("button", { name: "Show 1 resolved comment" })).toBeVisible();
  await expect(commented).toHaveCount(0);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText(/approved this draft/)).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("Changed after approval");
  await requestReview(page);
  await expect(page.getByText(/requested a review/)).toBeVisible();

  await page.goto(`${server.url}/console/${app.id}/`);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "In review" })).toHaveCount(1);
  await page.goto(`${server.url}/console/${app.id}/content/${id}`);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("For next year");
  await requestReview(page);
  // The reviewer sees what would change, next to the decision.
  await page.getByRole("button", { name: "Show changes" }).click();
  const changes = page.getByRole("dialog", { name: "Changes since version 1" });
  await expect(changes.getByRole("deletion")).toHaveText("Changed after approval");
  await expect(changes.getByRole("insertion")).toHaveText("For next year");
  await check(page, "changes in review");
  await changes.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(changes).toHaveCount(0);
  await expect(page.getByText(/approved this draft/)).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Schedule publishing…" }));
  const in_a_week = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel("Publish at").fill(in_a_week);
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByRole("button", { name: "Cancel publishing" }).click();
  await expect(page.getByText("Scheduled publishing canceled").first()).toBeVisible();
  await page.request.delete(`${server.url}/api/apps/${app.id}`, { headers });
});

test("asks the reviewers that the author chooses", async ({ server, signedIn: page, request, browser }) => {
  const headers = { origin: server.url };
  const { id } = await createTour(page.request, server);
  const made = await page.request.post(`${server.url}/api/apps`, { headers, data: { name: "Two people" } });
  // Safe cast: the API sends the ID of the new app.
  const app = (await made.json()) as { readonly id: string };
  const rana = { email: "rana@example.com", password: "a phrase of a reviewer", name: "Rana Dajani" };
  const invited = await page.request.post(`${server.url}/api/invites`, {
    ...{ headers, data: { email: rana.email, role: "editor" } },
  });
  // Safe cast: the server sends the contract's `CreatedInvite`.
  const token = new URL(((await invited.json()) as CreatedInvite).url).searchParams.get("token");
  const accept = { headers, data: { token, name: rana.name, password: rana.password } };
  expect((await request.post(`${server.url}/api/invites/accept`, accept)).status()).toBe(201);
  await page.goto(`${server.url}/console/${app.id}/settings`);
  await page.getByRole("combobox", { name: "Who approves" }).click();
  await pick(page.getByRole("option", { name: "Any member except the last editor" }));
  await expect(page.getByText("Review setting saved").first()).toBeVisible();

  await page.goto(`${server.url}/console/${app.id}/content/${id}`);
  await page.getByRole("button", { name: "Request review" }).click();
  const dialog = page.getByRole("dialog", { name: "Request review" });
  await dialog.getByRole("combobox", { name: "Reviewers" }).fill("rana");
  await pick(page.getByRole("option", { name: "Rana Dajani" }));
  await check(page, "reviewers");
  await dialog.getByRole("button", { name: "Request review" }).click();
  await expect(page.getByText("owner asked Rana Dajani to review this draft for Two people.")).toBeVisible();
  await page.goto(`${server.url}/console/${app.id}/`);
  await expect(page.getByText("No issues found")).toBeVisible();

  const reviewer = await enterAs(rana, browser, server);
  await reviewer.goto(`${server.url}/console/${app.id}/`);
  await expect(reviewer.getByText("1 draft waits for your approval.")).toBeVisible();
  await reviewer.getByRole("link", { name: "Review", exact: true }).click();
  await expect(reviewer.getByRole("row").filter({ hasText: "In review" })).toHaveCount(1);
  await reviewer.context().close();
  await page.request.delete(`${server.url}/api/apps/${app.id}`, { headers });
});

test("focuses the first issue instead of publishing a draft with issues", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id, "?step=two");
  await page.getByLabel("Title", { exact: true }).fill("");
  await page.getByRole("link", { name: /First step/ }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  expect((await readTour(page, server, id)).status).toBe("draft");
});

test("shows publish warnings and allows publishing anyway", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server, { steps: [step("one", "Hello"), step("two", "Step 2")] });
  await openTour(page, server, id);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "1 warning to review" });
  await dialog.getByRole("button", { name: "Review warning" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
});

test("suggests the only page on which a tour was built as its start page", async ({ server, signedIn: page }) => {
  const picked = { strategies: [{ kind: "test_id", value: "save" }], picked: true } as const;
  const anchored = { ...step("one", "Hello"), kind: "anchored", target: picked, placement: "auto" } as const;
  const rest = { wait_ms: 5_000, on_missing: "skip", interaction: "allow" } as const;
  const { id } = await createTour(page.request, server, { steps: [{ ...anchored, ...rest }] });
  await page.context().route("https://shop.example/**", (route) => route.fulfill({ body: "", status: 200 }));
  await page.goto(addressOf(server, id, "?tab=audience"));
  const region = page.getByRole("region", { name: "Pages" });
  await expect(region.getByRole("button", { name: "Add pattern" }).first()).toBeVisible();
  await expect(region.getByText("Start only on")).toHaveCount(0);

  await page.getByRole("button", { name: "Edit on your page" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit on your page" });
  const url = dialog.getByRole("textbox", { name: "Page URL" });
  await expect(url).toBeFocused();
  await expect(dialog.getByText("Recent pages")).toHaveCount(0);
  await url.fill("https://shop.example/orders?tab=1");
  const opening = page.context().waitForEvent("page");
  await dialog.getByRole("button", { name: "Open page" }).click();
  await (await opening).close();
  await url.fill("https://shop.example/help");
  await dialog.getByRole("button", { name: "shop.example/orders?tab=1" }).click();
  await expect(url).toHaveValue("https://shop.example/orders?tab=1");
  await page.keyboard.press("Escape");
  await expect(region.getByText("Start only on “/orders”?")).toBeVisible();
  await check(page, "a suggested start page");

  const warnings = page.getByRole("dialog", { name: "1 warning to review" });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(warnings).toContainText("starts on every page, but you opened the builder only on /orders.");
  await warnings.getByRole("button", { name: "Review warning" }).click();
  await region.getByRole("button", { name: "Apply" }).click();
  await expect(region.getByText("Start only on")).toHaveCount(0);
  await expect(region.getByRole("heading", { name: "Pages" })).toBeFocused();
  await expect(region.getByRole("textbox", { name: "Include pages, pattern 1" })).toHaveValue("/orders");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  expect((await readTour(page, server, id)).draft.targeting.urls.include).toEqual(["/orders"]);

  // Without the pattern, the suggestion is back until it's dismissed.
  await region.getByRole("button", { name: "Remove /orders" }).click();
  await region.getByRole("button", { name: "Dismiss" }).click();
  await expect(region.getByText("Start only on")).toHaveCount(0);
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
});

test("lists warnings per item in a bulk publish and skips items with warnings", async ({ server, signedIn: page }) => {
  const sound = await createTour(page.request, server, { name: "Batch sound" });
  const with_warnings = await createTour(page.request, server, {
    name: "Batch doubtful",
    steps: [step("one", "Step 1")],
  });
  await page.goto(`${server.url}/console/${APP.id}/content?q=batch`);
  const dialog = page.getByRole("dialog", { name: "1 warning to review" });
  await page.getByRole("checkbox", { name: "Select all in list" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByRole("region")).toHaveCount(1);
  await expect(dialog.getByRole("region", { name: with_warnings.name })).toContainText("its default title");
  await check(page, "doubts of several");
  await dialog.getByRole("button", { name: "Publish 1 without warnings" }).click();
  await expect(page.getByText("Batch sound published in First app")).toBeVisible();
  expect((await readTour(page, server, sound.id)).status).toBe("live");
  expect((await readTour(page, server, with_warnings.id)).status).toBe("draft");

  await page.getByRole("checkbox", { name: `Select ${with_warnings.name}` }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const alone = page.getByRole("dialog", { name: "1 warning to review" });
  await alone.getByRole("button", { name: "Cancel" }).click();
  await expect(alone).toHaveCount(0);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await alone.getByRole("button", { name: "Review warning" }).click();
  await expect(page).toHaveURL(new RegExp(`/content/${with_warnings.id}.*step=one`));
  expect((await readTour(page, server, with_warnings.id)).status).toBe("draft");
});

test("shows a scheduled start in the list and editor until it changes", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server, { name: "Starts later" });
  const list = `${server.url}/console/${APP.id}/content?q=starts+later`;
  const from = page.getByRole("region", { name: "Schedule" }).getByLabel("Starts at");
  await page.goto(addressOf(server, tour.id, "?tab=frequency"));
  await from.fill("2031-01-05T09:30");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/is scheduled to start/)).toBeVisible();
  await expect(page.locator("#main").getByText("Scheduled", { exact: true })).toBeVisible();

  await page.goto(list);
  const row = page.getByRole("row").filter({ hasText: tour.name });
  await expect(row).toContainText("Scheduled");
  await expect(row).toContainText("Starts Jan 5, 2031, 09:30");
  await page.getByRole("searchbox").focus();
  const scheduled = page.getByRole("radio", { name: "Scheduled" });
  await expect(scheduled).toHaveAccessibleDescription("1");
  await scheduled.click();
  await expect(page).toHaveURL(/status=scheduled/);
  await expect(row).toBeVisible();
  await page.getByRole("radio", { name: "Live" }).click();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.goto(addressOf(server, tour.id, "?tab=history"));
  await expect(page.getByRole("listitem").filter({ hasText: "Version 1" })).toContainText("Scheduled in First app");

  await page.goto(addressOf(server, tour.id, "?tab=frequency"));
  await from.fill("2032-02-06T10:00");
  await expect(page.getByText("Scheduled, edited")).toBeVisible();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.goto(list);
  await expect(row).toContainText("Starts Feb 6, 2032, 10:00");

  await page.goto(addressOf(server, tour.id, "?tab=frequency"));
  await from.fill("");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.locator("#main").getByText("Live", { exact: true })).toBeVisible();
});

test("compares two versions, publishes an older one, and restores one to draft", async ({ server, signedIn: page }) => {
  const other = await createTour(page.request, server, { name: "Named in a rule" });
  const audience = { kind: "content", content_id: other.id, state: "completed" } as const;
  const first = await createTour(page.request, server, { steps: [step("one", "One")] });
  const texts = (title: string, german: string): Partial<Edition> => ({
    body: { ...first.draft.body, type: "tour", steps: [step("one", title)] },
    locale: "en",
    translations: { de: { "one.title": german } },
  });
  const over = { schedule: { ends_at: "2020-01-01T00:00", zone: "utc" } } as const;
  const editions = [
    {},
    { ...texts("Two", "Zwei"), ...over },
    { schedule: undefined, ...texts("Three", "Drei"), targeting: { audience } },
  ];
  for (const change of editions) await publishEdition(page, server, first.id, change);
  await page.goto(addressOf(server, first.id, "?tab=history"));
  await expect(page.getByRole("heading", { name: "Version 2 compared to version 3" })).toBeVisible();
  await page.getByRole("button", { name: "Compare with: Version 2" }).click();
  await pick(page.getByRole("option", { name: /^Version 1/ }));
  await expect(page.getByRole("heading", { name: "Version 1 compared to version 3" })).toBeVisible();
  const open = page.getByRole("region", { name: "Version 3" });
  await expect(open.getByText("Same as the draft")).toBeVisible();
  await expect(open.getByRole("button", { name: "Restore to draft" })).toHaveCount(0);
  const changed = (name: string) => open.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(changed("Step 1 “Three”")).toContainText("TitleOneThree");
  await expect(changed("German texts")).toContainText("Step 1: Three: TitleDrei");
  await expect(changed("Settings")).toContainText(`Audiencecompleted ${other.name}`);

  await page.getByRole("link", { name: "Version 2", exact: true }).click();
  const second = page.getByRole("region", { name: "Version 2" });
  const again = second.getByRole("button", { name: "Publish this version" });
  await again.click();
  const warnings_dialog = page.getByRole("dialog", { name: "2 warnings to review" });
  await expect(warnings_dialog).toContainText("The schedule has already ended.");
  await expect(warnings_dialog).toContainText("1 text isn’t translated to German.");
  await warnings_dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(again).toBeEnabled();
  await again.click();
  await warnings_dialog.getByRole("button", { name: "Publish anyway" }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: /^Version 2/ })).toContainText("Live in First app");
  expect(tourSteps((await readTour(page, server, first.id)).draft.body)[0]?.title).toBe("Three");
  await second.getByRole("button", { name: "Restore to draft" }).click();
  await expect(page.getByText("Version 2 restored to draft")).toBeVisible();
  await expect.poll(async () => tourSteps((await readTour(page, server, first.id)).draft.body)[0]?.title).toBe("Two");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => tourSteps((await readTour(page, server, first.id)).draft.body)[0]?.title).toBe("Three");
});

test("shows what promoting changes in another app, and publishes it there", async ({ server, signedIn: page }) => {
  test.slow();
  const headers = { origin: server.url };
  const made = await page.request.post(`${server.url}/api/apps`, { data: { name: "Staging" }, headers });
  const app_id = (await made.json()).id;
  const { id, draft } = await createTour(page.request, server, { steps: [step("one", "One")] });
  await publishEdition(page, server, id, {});
  const dialog = page.getByRole("dialog", { name: "Promote to another app" });
  const openDialog = async (): Promise<void> => {
    await openTour(page, server, id);
    await page.getByRole("button", { name: "More actions" }).click();
    await pick(page.getByRole("menuitem", { name: "Promote to…" }));
  };
  await openDialog();
  await expect(dialog).toContainText("Version 1 is new in Staging.");
  await dialog.getByRole("button", { name: "Promote" }).click();
  await expect(page.getByText("Promoted to Staging")).toBeVisible();

  await publishEdition(page, server, id, { body: { ...draft.body, type: "tour", steps: [step("one", "Two")] } });
  await openDialog();
  await expect(dialog).toContainText("Version 2 replaces version 1 in Staging.");
  await expect(dialog.getByRole("listitem").filter({ hasText: "Step 1" })).toContainText("TitleOneTwo");
  await check(page, "promote to another app");
  await dialog.getByRole("button", { name: "Promote" }).click();
  await expect(dialog).toBeHidden();
  await openDialog();
  await expect(dialog).toContainText("Staging already has the version that is live here.");
  await expect(dialog.getByRole("button", { name: "Promote" })).toBeDisabled();
  await page.request.delete(`${server.url}/api/apps/${app_id}`, { headers });
});

async function publishEdition(page: Page, server: TestServer, id: string, change: object): Promise<void> {
  const headers = { origin: server.url };
  const { revision, draft } = await readTour(page, server, id);
  const at = (seen: number) => ({ ...headers, "if-match": `"${seen}"` });
  const saved = await page.request.patch(`${server.url}/api/contents/${id}?app_id=${APP.id}`, {
    data: { draft: { ...draft, ...change } },
    headers: at(revision),
  });
  expect(saved.status(), await saved.text()).toBe(200);
  const { revision: now } = await readTour(page, server, id);
  const published = await page.request.post(`${server.url}/api/contents/${id}/publish`, {
    data: { app_id: APP.id },
    headers: at(now),
  });
  expect(published.status(), await published.text()).toBe(200);
}

test("celebrates a member's first publication from the list", async ({ server, browser }) => {
  const page = await enterAs(GRACE, browser, server);
  const { name } = await createTour(page.request, server, { name: "Grace begins" });
  await page.goto(`${server.url}/console/${APP.id}/content?q=grace+begins`);
  await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.locator("fanfare-ui canvas")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Live");
  await page.context().close();
});

test("causes no violation of the console's content security policy", async ({ server, signedIn: page }) => {
  const reports: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted ?(type|script)|violates/i.test(message.text())) reports.push(message.text());
  });
  page.on("pageerror", (error) => reports.push(error.message));
  const { id } = await createTour(page.request, server, { steps: [step("one", "Only step")] });
  await openTour(page, server, id);
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Next to an element" }).click();
  await page.getByRole("combobox", { name: "Locator 1" }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await page.getByLabel("Test ID").fill("x");
  await page.getByLabel("Title", { exact: true }).fill("Under a policy");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  // No one picked the target, and no page has found it.
  const warning = page.getByRole("dialog", { name: "1 warning to review" });
  await expect(warning).toContainText("wasn’t picked on a page");
  await warning.getByRole("button", { name: "Publish anyway" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.goto(addressOf(server, id, "?tab=settings"));
  await page.getByRole("combobox", { name: "When the tour is completed" }).click();
  await pick(page.getByRole("option", { name: "Cannons" }));
  await page.getByRole("button", { name: "Play effect" }).click();
  await expect(page.locator("fanfare-ui canvas")).toBeVisible();
  expect(reports).toEqual([]);
});

test("warns before hiding content that other live content starts", async ({ server, signedIn: page }) => {
  const { id, slug } = await createTour(page.request, server);
  const list = await publishChecklist(page, server, slug);
  await openTour(page, server, id);
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Archive" }));
  const question = page.getByRole("alertdialog", { name: /^Archive/ });
  await expect(question.getByRole("link", { name: list })).toBeVisible();
  await check(page, "hide-used-content");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("This content is archived.")).toHaveCount(0);
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Archive" }));
  await question.getByRole("button", { name: "Archive anyway" }).click();
  await expect(page.getByText("This content is archived.")).toBeVisible();
});

/** Publishes a checklist whose button starts this content. Returns its name. */
async function publishChecklist(page: Page, server: TestServer, content: string): Promise<string> {
  const name = "First steps";
  const task = {
    ...{ id: "look", title: "Look around", blocks: [], done_when: { kind: "completed", content } },
    button: { label: "Start", action: { kind: "start", content } },
  };
  const suppression = { offered: true, days: 365 };
  const draft = { body: { type: "checklist", title: name, blocks: [], tasks: [task], opens: "open", suppression } };
  const headers = { origin: server.url };
  const made = await page.request.post(`${server.url}/api/contents`, {
    headers,
    data: { app_id: APP.id, slug: `steps-${content}`, name, draft },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  const published = await page.request.post(`${server.url}/api/contents/${id}/publish`, {
    headers: { ...headers, "If-Match": '"1"' },
    data: { app_id: APP.id },
  });
  expect(published.status(), await published.text()).toBe(200);
  return name;
}
