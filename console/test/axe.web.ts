import { expectNoAxeFindings } from "./axe.ts";
import { APP, addressOf, expect, makeTour, step, test } from "./harness.ts";
import { check, DESK, expectNoSideways, looksOf, RAIL, take } from "./looks.ts";

test.slow();
test.use({ viewport: { width: DESK[0], height: DESK[1] } });

test("the pages outside have no finding", async ({ house, page }) => {
  await page.goto(`${house.url}/console/sign-in`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await check(page, "sign-in with errors");
  await page.goto(`${house.url}/console/setup?token=x`);
  await expect(page.getByRole("heading", { name: "Already set up" })).toBeVisible();
  await check(page, "setup that is done");
  await page.route("**/api/setup", (route) => route.fulfill({ json: { needed: true } }));
  await page.goto(`${house.url}/console/setup`);
  await expect(page.getByRole("heading", { name: "The link is not complete" })).toBeVisible();
  await check(page, "setup without a token");
  await page.goto(`${house.url}/docs/errors#revision_stale`);
  await expect(page.getByRole("heading", { name: "Somebody else changed this in the meantime" })).toBeInViewport();
  await take(page, ["dark", 320, 640]);
  await page.goto(`${house.url}/docs#answer-ContentDetail`);
  await expect(page.getByRole("heading", { name: "ContentDetail", exact: true })).toBeInViewport();
  await expectNoSideways(page, "the API");
});

test("the list has no finding in any of its states", async ({ house, signedIn: page }) => {
  const list = `${house.url}/console/${APP.id}/content`;
  await page.route("**/api/contents?*", (route) => route.fulfill({ json: { items: [], next: null, total: 0 } }));
  await page.goto(list);
  await expect(page.getByRole("heading", { name: "Make your first content" })).toBeVisible();
  await check(page, "empty");
  await page.goto(`${list}?q=nothing`);
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await check(page, "nothing found");
  await page.unroute("**/api/contents?*");

  await page.route("**/api/contents?*", (route) => route.abort());
  await page.goto(list);
  await expect(page.getByRole("heading", { name: "Fanfare does not answer" })).toBeVisible({ timeout: 20_000 });
  await check(page, "failed");
  await page.unroute("**/api/contents?*");

  await makeTour(page.request, house);
  await page.goto(list);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Slug").fill("Not a slug");
  await page.getByLabel("Name", { exact: true }).focus();
  await expect(page.getByText("Use lower-case letters")).toBeVisible();
  await check(page, "new tour");
});

test("menus and pickers have no finding", async ({ house, signedIn: page }) => {
  await makeTour(page.request, house);
  await page.goto(`${house.url}/console/${APP.id}/content`);
  // A size of its own has buttons of its own.
  for (const look of [...looksOf(0), ...looksOf(1), ["light", ...RAIL] as const]) {
    await take(page, look);
    for (const name of [/^App:/, /account$/, /^Theme:/]) {
      await page.getByRole("button", { name }).click();
      const popup = page.getByRole("menu").or(page.getByRole("listbox"));
      await expect(popup).toBeVisible();
      await expectNoAxeFindings(page, `${name}, ${look[0]}, ${look[1]} px`);
      await expectNoSideways(page, `${name}, ${look[1]} px`);
      await page.keyboard.press("Escape");
      await expect(popup).toHaveCount(0);
    }
  }
});

test("the editor has no finding in the states of its tabs and dialogs", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house, {
    steps: [
      step("one", "First step"),
      {
        ...step("two", "Second step"),
        kind: "anchored",
        target: {
          strategies: [
            { kind: "role_name", role: "button", name: "Save" },
            { kind: "text", value: "Save" },
          ],
        },
        placement: "auto",
        wait_ms: 8_000,
        on_missing: "skip",
        interaction: "allow",
      },
    ],
  });
  await page.goto(addressOf(house, id, "?step=two"));
  await page.getByLabel("Title", { exact: true }).fill("");
  await expect(page.getByText("Give the step a title.")).toBeVisible();
  await check(page, "step with a problem");
  await page.getByLabel("Title", { exact: true }).fill("Second step");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await check(page, "published, with a toast");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("dialog", { name: "Preview" })).toBeVisible();
  await check(page, "preview");
  await page.getByRole("dialog", { name: "Preview" }).getByRole("button", { name: "Close" }).first().click();
  await page.goto(addressOf(house, id, "?tab=frequency"));
  await page.getByRole("radio", { name: "After an event" }).click();
  await expect(page.getByText("Fill this in.").first()).toBeVisible();
  await check(page, "frequency");
  await page.goto(addressOf(house, id, "?tab=audience"));
  await page.getByRole("button", { name: "Add a pattern" }).first().click();
  await page.getByRole("button", { name: "Add a group" }).click();
  await page.getByRole("button", { name: "Not: Attribute" }).click();
  await check(page, "audience");
});

test("the editors of other types have no finding", async ({ house, signedIn: page }) => {
  const panel = {
    id: "p",
    title: "Saved filters",
    button: { label: "Try", action: { kind: "link", href: "/filters" } },
  };
  const bodies = [
    { type: "hint", form: "popover", panel, target: { strategies: [{ kind: "css", value: ".css-1x2y3z" }] } },
    { type: "announcement", form: "tabs", panels: [panel, { ...panel, id: "q" }] },
    { type: "checklist", title: "Start", tasks: [{ id: "t", title: "One", done_when: { kind: "event", event: "x" } }] },
    {
      ...{ type: "survey", title: "How is it" },
      questions: [
        {
          ...{ kind: "choice", id: "c", title: "Which", several: true },
          options: [
            { id: "a", label: "A" },
            { id: "b", label: "B" },
          ],
        },
      ],
    },
    { type: "celebration", preset: "stars", colors: ["#2f6bff"] },
  ];
  for (const body of bodies) {
    const response = await page.request.post(`${house.url}/api/contents`, {
      headers: { origin: house.url },
      data: { app_id: APP.id, name: `Axe ${body.type}`, slug: `axe-${body.type}`, draft: { body } },
    });
    expect(response.status(), await response.text()).toBe(201);
    await page.goto(addressOf(house, (await response.json()).id));
    await expect(page.locator("#builder-form")).toBeVisible();
    await check(page, body.type);
  }
});

test("an address that leads nowhere has no finding", async ({ house, signedIn: page }) => {
  await page.goto(`${house.url}/console/${APP.id}/content/cnt_gone`);
  await expect(page.getByRole("alert")).toBeVisible();
  await check(page, "no such content");
  await page.goto(`${house.url}/console/no-such-app/content`);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await check(page, "no such page");
});
