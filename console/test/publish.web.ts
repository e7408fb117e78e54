import type { Edition } from "@fanfare/contract/content";
import { stepsOf } from "@fanfare/contract/stations";
import type { Page } from "@playwright/test";
import type { House } from "../../e2e/house.ts";
import {
  APP,
  addressOf,
  enterAs,
  expect,
  GRACE,
  holdBack,
  makeTour,
  openTour,
  pick,
  readTour,
  step,
  test,
} from "./harness.ts";
import { check } from "./looks.ts";

test("publishing, changing and unpublishing are told beside the name, and each edition is kept", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  await page.getByLabel("Title", { exact: true }).fill("Typed a moment before publishing");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeDisabled();
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title)
    .toBe("Typed a moment before publishing");

  await page.getByLabel("Title", { exact: true }).fill("Changed since");
  await expect(page.getByText("Live, changed")).toBeVisible();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Version 2" })).toContainText("Live in First app");
  await expect(page.getByRole("listitem").filter({ hasText: "Version 1" })).not.toContainText("Live in");

  const pausing = await holdBack(page, "**/api/contents/*/pause");
  await page.getByRole("button", { name: "More" }).click();
  await pick(page.getByRole("menuitem", { name: "Pause" }));
  await expect(page.getByText("This is paused.")).toBeVisible();
  pausing();
  await expect(page.getByText("Paused in First app").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("This is paused.")).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "Version 2" })).toContainText("Live in First app");

  await page.getByRole("button", { name: "More" }).click();
  await pick(page.getByRole("menuitem", { name: "Unpublish" }));
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeEnabled();
  await expect(page.getByText("Live in First app")).toHaveCount(0);

  const release = await holdBack(page, "**/api/contents/*/archive");
  await page.getByRole("button", { name: "More" }).click();
  await pick(page.getByRole("menuitem", { name: "Archive" }));
  await expect(page.getByText("This is archived.")).toBeVisible();
  release();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("This is archived.")).toHaveCount(0);
});

test("a draft with a problem is not published; the cursor goes to the problem", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id, "?step=two");
  await page.getByLabel("Title", { exact: true }).fill("");
  await page.getByRole("link", { name: /First step/ }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  expect((await readTour(page, house, id)).status).toBe("draft");
});

test("what speaks against publishing is told first, and does not forbid it", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house, { steps: [step("one", "Hello"), step("two", "Step 2")] });
  await openTour(page, house, id);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "One thing before it goes live" });
  await dialog.getByRole("button", { name: "Go there" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
});

test("where several are published at once it is told of each, and all, those without doubts or none go live", async ({
  house,
  signedIn: page,
}) => {
  const sound = await makeTour(page.request, house, { name: "Batch sound" });
  const doubtful = await makeTour(page.request, house, { name: "Batch doubtful", steps: [step("one", "Step 1")] });
  await page.goto(`${house.url}/console/${APP.id}/content?q=batch`);
  const dialog = page.getByRole("dialog", { name: "One thing before they go live" });
  await page.getByRole("checkbox", { name: "Select all that are listed" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByRole("region")).toHaveCount(1);
  await expect(dialog.getByRole("region", { name: doubtful.name })).toContainText("title it began with");
  await check(page, "doubts of several");
  await dialog.getByRole("button", { name: "Publish the one without doubts" }).click();
  await expect(page.getByText("Batch sound is live in First app")).toBeVisible();
  expect((await readTour(page, house, sound.id)).status).toBe("live");
  expect((await readTour(page, house, doubtful.id)).status).toBe("draft");

  await page.getByRole("checkbox", { name: `Select ${doubtful.name}` }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const alone = page.getByRole("dialog", { name: "One thing before it goes live" });
  await alone.getByRole("button", { name: "Not yet" }).click();
  await expect(alone).toHaveCount(0);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await alone.getByRole("button", { name: "Go there" }).click();
  await expect(page).toHaveURL(new RegExp(`/content/${doubtful.id}.*step=one`));
  expect((await readTour(page, house, doubtful.id)).status).toBe("draft");
});

test("what begins later says when, beside the others of its state, until it is changed or its time is taken away", async ({
  house,
  signedIn: page,
}) => {
  const tour = await makeTour(page.request, house, { name: "Begins later" });
  const list = `${house.url}/console/${APP.id}/content?q=begins+later`;
  const from = page.getByRole("region", { name: "Schedule" }).getByLabel("From");
  await page.goto(addressOf(house, tour.id, "?tab=frequency"));
  await from.fill("2031-01-05T09:30");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/waits for its schedule: it begins 2031-01-05 09:30 UTC/)).toBeVisible();
  await expect(page.locator("#main").getByText("Scheduled", { exact: true })).toBeVisible();

  await page.goto(list);
  const row = page.getByRole("row").filter({ hasText: tour.name });
  await expect(row).toContainText("Scheduled");
  await expect(row).toContainText("Begins Jan 5, 2031, 09:30");
  await page.getByRole("searchbox").focus();
  const scheduled = page.getByRole("radio", { name: "Scheduled" });
  await expect(scheduled).toHaveAccessibleDescription("1");
  await scheduled.click();
  await expect(page).toHaveURL(/status=scheduled/);
  await expect(row).toBeVisible();
  await page.getByRole("radio", { name: "Live" }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await page.goto(addressOf(house, tour.id, "?tab=history"));
  await expect(page.getByRole("listitem").filter({ hasText: "Version 1" })).toContainText("Scheduled in First app");

  await page.goto(addressOf(house, tour.id, "?tab=frequency"));
  await from.fill("2032-02-06T10:00");
  await expect(page.getByText("Scheduled, changed")).toBeVisible();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.goto(list);
  await expect(row).toContainText("Begins Feb 6, 2032, 10:00");

  await page.goto(addressOf(house, tour.id, "?tab=frequency"));
  await from.fill("");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.locator("#main").getByText("Live", { exact: true })).toBeVisible();
});

test("any two versions are compared in words, an older one is made live again, and one becomes the draft", async ({
  house,
  signedIn: page,
}) => {
  const other = await makeTour(page.request, house, { name: "Named in a rule" });
  const audience = { kind: "content", content_id: other.id, state: "completed" } as const;
  const first = await makeTour(page.request, house, { steps: [step("one", "One")] });
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
  for (const change of editions) await publishEdition(page, house, first.id, change);
  await page.goto(addressOf(house, first.id, "?tab=history"));
  await expect(page.getByRole("heading", { name: "From version 2 to version 3" })).toBeVisible();
  await page.getByRole("button", { name: "Compare with: Version 2" }).click();
  await pick(page.getByRole("option", { name: /^Version 1/ }));
  await expect(page.getByRole("heading", { name: "From version 1 to version 3" })).toBeVisible();
  const open = page.getByRole("region", { name: "Version 3" });
  const changed = (name: string) => open.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(changed("Step 1 “Three”")).toContainText("TitleOneThree");
  await expect(changed("Texts in German")).toContainText("Step 1: Three: TitleDrei");
  await expect(changed("Settings")).toContainText(`Audiencecompleted ${other.name}`);

  await page.getByRole("link", { name: "Version 2", exact: true }).click();
  const second = page.getByRole("region", { name: "Version 2" });
  const again = second.getByRole("button", { name: "Make it live again" });
  await again.click();
  const doubts = page.getByRole("dialog", { name: "One thing before it goes live" });
  await expect(doubts).toContainText("The schedule is over already.");
  await doubts.getByRole("button", { name: "Not yet" }).click();
  await expect(again).toBeEnabled();
  await again.click();
  await doubts.getByRole("button", { name: "Publish anyway" }).click();
  await expect(second.getByRole("button", { name: /^(Live in First app|Published)$/ })).toBeDisabled();
  await expect(page.getByRole("listitem").filter({ hasText: /^Version 2/ })).toContainText("Live in First app");
  expect(stepsOf((await readTour(page, house, first.id)).draft.body)[0]?.title).toBe("Three");
  await second.getByRole("button", { name: "Use it as the draft" }).click();
  await expect(page.getByText("The draft is what version 2 was")).toBeVisible();
  await expect.poll(async () => stepsOf((await readTour(page, house, first.id)).draft.body)[0]?.title).toBe("Two");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => stepsOf((await readTour(page, house, first.id)).draft.body)[0]?.title).toBe("Three");
});

/** Saves an edition over the API and publishes it. */
async function publishEdition(page: Page, house: House, id: string, change: object): Promise<void> {
  const headers = { origin: house.url };
  const { revision, draft } = await readTour(page, house, id);
  const at = (seen: number) => ({ ...headers, "if-match": `"${seen}"` });
  const saved = await page.request.patch(`${house.url}/api/contents/${id}?app_id=${APP.id}`, {
    data: { draft: { ...draft, ...change } },
    headers: at(revision),
  });
  expect(saved.status(), await saved.text()).toBe(200);
  const { revision: now } = await readTour(page, house, id);
  const published = await page.request.post(`${house.url}/api/contents/${id}/publish`, {
    data: { app_id: APP.id },
    headers: at(now),
  });
  expect(published.status(), await published.text()).toBe(200);
}

test("a member's first publication is celebrated from the list, too", async ({ house, browser }) => {
  const page = await enterAs(GRACE, browser, house);
  const { name } = await makeTour(page.request, house, { name: "Grace begins" });
  await page.goto(`${house.url}/console/${APP.id}/content?q=grace+begins`);
  await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.locator("fanfare-ui canvas")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Live");
  await page.context().close();
});

test("nothing that the console does is reported by its own strict policy", async ({ house, signedIn: page }) => {
  const reports: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted ?(type|script)|violates/i.test(message.text())) reports.push(message.text());
  });
  page.on("pageerror", (error) => reports.push(error.message));
  const { id } = await makeTour(page.request, house, { steps: [step("one", "Only step")] });
  await openTour(page, house, id);
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "At an element" }).click();
  await page.getByRole("combobox", { name: "Way 1" }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await page.getByLabel("Test id").fill("x");
  await page.getByLabel("Title", { exact: true }).fill("Under a policy");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.goto(addressOf(house, id, "?tab=settings"));
  await page.getByRole("combobox", { name: "When the tour is completed" }).click();
  await pick(page.getByRole("option", { name: "Cannons" }));
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.locator("fanfare-ui canvas")).toBeVisible();
  expect(reports).toEqual([]);
});
