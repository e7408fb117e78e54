import { stepsOf } from "@fanfare/contract/stations";
import { BUILT_IN_THEME } from "@fanfare/contract/theme";
import { APP, addressOf, expect, makeTour, openTour, pick, readTour, saveState, step, test } from "./harness.ts";

test("what is typed is saved by itself and is there after a reload", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  await page.getByLabel("Title", { exact: true }).fill("A new title");
  await page.getByLabel("Text", { exact: true }).fill("Press **Save**, then [read on](/help).\n- one\n- two");
  await expect(saveState(page)).toHaveText("Saved");
  await expect.poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title).toBe("A new title");
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.blocks)
    .toEqual([
      {
        kind: "paragraph",
        spans: [
          { text: "Press " },
          { text: "Save", bold: true },
          { text: ", then " },
          { text: "read on", href: "/help" },
          { text: "." },
        ],
      },
      { kind: "list", ordered: false, items: [[{ text: "one" }], [{ text: "two" }]] },
    ]);
  await page.reload();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("A new title");
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(
    "Press **Save**, then [read on](/help).\n\n- one\n- two",
  );
});

test("a problem is told at its field and at its step; the draft is kept with it, and not published", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  const title = page.getByLabel("Title", { exact: true });
  const text = page.getByLabel("Text", { exact: true });
  await title.fill("");
  await text.fill("Written since");
  await expect(page.getByText("Give the step a title.")).toBeVisible();
  await page.getByRole("link", { name: /Second step/ }).click();
  const trouble = page.getByRole("button", { name: "Saved with 1 problem" });
  await trouble.click();
  await expect(title).toBeFocused();
  await page.reload();
  await expect(text).toHaveValue("Written since");
  await expect(title).toHaveValue("");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(title).toBeFocused();
  expect((await readTour(page, house, id)).status).toBe("draft");

  // What runs as script is not even kept.
  await text.fill("[bad](javascript:alert(1))");
  await expect(page.getByText(/Use https:/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Not saved: 1 problem" })).toBeVisible();
  await text.fill("[good](https://a.example)");
  await title.fill("Back again");
  await expect(saveState(page)).toHaveText("Saved");
});

test("steps are added, copied, moved and deleted, and a deletion can be taken back", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  const titles = async (): Promise<string[]> =>
    stepsOf((await readTour(page, house, id)).draft.body).map((each) => each.title);

  await page.getByRole("button", { name: "Add step" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.keyboard.type("Third step");
  await page.getByRole("button", { name: "Move up" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 3" })).toBeVisible();
  await page.getByRole("button", { name: "Duplicate step" }).click();
  await expect(page.getByRole("heading", { name: "Step 3 of 4" })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("A copy");
  await expect.poll(titles).toEqual(["First step", "Third step", "A copy", "Second step"]);

  await page.getByRole("link", { name: /Third step/ }).click();
  await page.getByRole("button", { name: "Delete step" }).click();
  await expect.poll(titles).toEqual(["First step", "A copy", "Second step"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(titles).toEqual(["First step", "Third step", "A copy", "Second step"]);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Third step");
});

test("a step points at an element, and comes back to it after a look at the other choice", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  await page.getByRole("radio", { name: "At an element" }).click();
  await page.getByLabel("Test id").fill("save-order");
  await page.getByRole("button", { name: "Add another way" }).click();
  await page.getByRole("combobox", { name: "Way 2" }).click();
  await pick(page.getByRole("option", { name: "Role and name" }));
  await page.getByLabel("Name", { exact: true }).fill("Save");
  await page.getByRole("combobox", { name: "Side" }).click();
  await pick(page.getByRole("option", { name: "Below" }));
  await page.getByRole("radio", { name: "Middle of the page" }).click();
  await page.getByRole("radio", { name: "At an element" }).click();
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0])
    .toMatchObject({
      kind: "anchored",
      placement: "bottom",
      target: {
        strategies: [
          { kind: "test_id", value: "save-order" },
          { kind: "role_name", role: "button", name: "Save" },
        ],
      },
    });

  await page.getByLabel("With so much around it").fill("80");
  await page.getByRole("button", { name: "Light up another element" }).click();
  await page.getByRole("group", { name: "Also lit up" }).getByLabel("Test id").fill("total");
  const before = page.getByRole("region", { name: "Before it is shown" });
  await before.getByRole("button", { name: "Add a condition" }).click();
  await pick(page.getByRole("menuitem", { name: /^Page/ }));
  await before.getByRole("group", { name: "Page" }).getByRole("textbox").fill("/checkout/*");
  await before.getByLabel("First do an action of the page").fill("open-order");
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0])
    .toMatchObject({
      scroll_margin_px: 80,
      highlights: [{ strategies: [{ kind: "test_id", value: "total" }] }],
      skip_if: { kind: "and", rules: [{ kind: "url", pattern: "/checkout/*" }] },
      prepare: "open-order",
    });
});

test("the preview is the real player: it shows the open step and never takes the cursor", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  const card = page.frameLocator("iframe[title=Preview]").locator("fanfare-ui .card");
  await expect(card.getByText("First step", { exact: true })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).focus();
  await page.getByLabel("Title", { exact: true }).press("End");
  await page.keyboard.type(", longer");
  await expect(card.getByText("First step, longer")).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.getByRole("link", { name: /Second step/ }).click();
  await expect(card.getByText("Second step", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("IFRAME");
});

test("the preview is looked at as somebody, in their language and in another theme, and nothing of that is saved", async ({
  house,
  signedIn: page,
}) => {
  const headers = { origin: house.url };
  const person = { attributes: { name: "Ada Preview" } };
  await page.request.put(`${house.url}/api/people/preview_1?app_id=${APP.id}`, { headers, data: person });
  const square = { name: "Square", theme: { ...BUILT_IN_THEME, radius_px: 0 } };
  expect((await page.request.post(`${house.url}/api/themes`, { headers, data: square })).status()).toBe(201);
  const { id } = await makeTour(page.request, house, {
    steps: [step("one", "Hello {{name|there}}")],
    edition: { locale: "en", translations: { de: { "one.title": "Hallo {{name|du}}" } } },
  });
  await openTour(page, house, id);
  const frame = page.frameLocator("iframe[title=Preview]");
  const card = frame.locator("fanfare-ui .card");
  await expect(card.getByText("Hello there", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "As: Nobody in particular" }).click();
  await page.getByPlaceholder("Search by name, e-mail or id").fill("Ada Preview");
  await pick(page.getByRole("option", { name: /Ada Preview/ }));
  await expect(card.getByText("Hello Ada Preview", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Language: As it is written" }).click();
  await pick(page.getByRole("option", { name: /German/ }).first());
  await expect(card.getByText("Hallo Ada Preview", { exact: true })).toBeVisible();
  await expect(card).not.toHaveCSS("border-radius", "0px");
  await page.getByRole("button", { name: "Wears: As it will be" }).click();
  await pick(page.getByRole("option", { name: "Square" }));
  await expect(card).toHaveCSS("border-radius", "0px");
  await page.getByRole("button", { name: "Theme: as the console" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await expect(frame.locator("html")).toHaveCSS("color-scheme", "dark");
  await expect(saveState(page)).toHaveText("Saved");
  expect((await readTour(page, house, id)).draft.theme).toBeUndefined();
});

test("the whole tour can be clicked through before it is published, and none of it is counted", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  const told: string[] = [];
  page.on("request", (request) => {
    if (/\/v1\/(events|progress)/.test(request.url()) && request.postData()?.includes(id)) told.push(request.url());
  });
  await openTour(page, house, id);
  await page.getByRole("button", { name: "Preview" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  const card = dialog.frameLocator("iframe").locator("fanfare-ui .card");
  await card.getByRole("button", { name: "Next" }).click();
  await expect(card.getByText("Second step", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Done" }).click();
  await expect(dialog.getByText("Completed.")).toBeVisible();
  await dialog.getByRole("button", { name: "From the beginning" }).click();
  await expect(card.getByText("First step", { exact: true })).toBeVisible();
  expect(told).toEqual([]);
  const days = [-1, 1].map((offset) => new Date(Date.now() + offset * 86_400_000).toISOString());
  const query = new URLSearchParams({ app_id: APP.id, content_id: id, from: days[0] ?? "", to: days[1] ?? "" });
  const funnel = await page.request.get(`${house.url}/api/analytics/funnel?${query}`);
  expect(await funnel.json()).toEqual({ parts: [], reasons: [], segment: null });
});

test("tabs say what starts it, whom it is for and what it is called, and an address can be tried", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await page.goto(addressOf(house, id, "?tab=frequency"));
  await page.getByRole("radio", { name: "After an event" }).click();
  await page.getByLabel("Event", { exact: true }).fill("order_shipped");
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Once" }).click();
  await page.getByRole("link", { name: "Audience" }).click();
  await page.getByRole("button", { name: "Add a pattern" }).first().click();
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("/orders/*");
  await page.getByLabel("Try an address").fill("https://shop.example/orders/42");
  await expect(page.getByText("It may appear there: /orders/* fits.")).toBeVisible();
  await page.getByLabel("Try an address").fill("https://shop.example/basket");
  await expect(page.getByText("It does not appear there: no pattern fits.")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page.getByLabel("It lasts").fill("30");
  await page.getByRole("switch", { name: "Escape closes it" }).click();
  await page.getByRole("combobox", { name: "When the tour is completed" }).click();
  await pick(page.getByRole("option", { name: "Fireworks" }));
  await page.getByRole("textbox", { name: /^Tags/ }).fill("onboarding");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await readTour(page, house, id)).draft)
    .toMatchObject({
      trigger: { kind: "event", event: "order_shipped" },
      targeting: { urls: { include: ["/orders/*"], exclude: [] } },
      frequency: { mode: "once" },
      tags: ["onboarding"],
      body: { escape: "stays", suppression: { offered: true, days: 30 }, celebrate_on_completed: "fireworks" },
    });
});

test("a survey is written question by question, for people whom a rule means", async ({ house, signedIn: page }) => {
  await page.goto(`${house.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByRole("radio", { name: "Survey" }).click();
  await page.getByLabel("Name", { exact: true }).fill("How is it going");
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("textbox", { name: "Name of the survey" })).toHaveValue("How is it going");
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.keyboard.type("What do you use most?");
  // The longest of their names stands in one line, in one piece.
  const lineOf = (name: string) => page.getByRole("radio", { name }).getByText(name, { exact: true }).boundingBox();
  expect((await lineOf("Recommendation"))?.height).toBe((await lineOf("Choice"))?.height);
  await page.getByRole("radio", { name: "Choice" }).click();
  await page.getByRole("textbox", { name: "Answer 1" }).fill("Search");
  await page.getByRole("link", { name: "Audience" }).click();
  await page.getByRole("button", { name: "Add a condition" }).click();
  await pick(page.getByRole("menuitem", { name: /^Attribute/ }));
  const condition = page.getByRole("group", { name: "Attribute" });
  await condition.getByLabel("Attribute", { exact: true }).fill("plan");
  await page.keyboard.press("Escape");
  await condition.getByLabel("Value").fill("pro");
  await page.getByRole("button", { name: "Not: Attribute" }).click();
  // Nobody here has a plan: everybody is meant, however many the tests before made known.
  await expect(page.getByRole("region", { name: "Who is meant" })).toContainText(/(\d+) of \1 (people|person)/);
  await expect(saveState(page)).toHaveText("Saved");
  const id = /cnt_[^?]+/.exec(page.url())?.[0] ?? "";
  await expect
    .poll(async () => (await readTour(page, house, id)).draft)
    .toMatchObject({
      targeting: {
        audience: {
          kind: "and",
          rules: [{ kind: "not", rule: { name: "plan", test: { type: "text", op: "is", value: "pro" } } }],
        },
      },
      body: {
        questions: [
          { kind: "nps" },
          { kind: "choice", title: "What do you use most?", options: [{ label: "Search" }, { label: "No" }] },
        ],
      },
    });
});
