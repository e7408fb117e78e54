import type { Locator } from "@playwright/test";
import { expectNoAxeFindings } from "./support/axe.ts";
import { APP, addressOf, createTour, expect, step, test } from "./support/harness.ts";
import { check, DESK, expectNoHorizontalScroll, RAIL, setViewport, viewportsOf } from "./support/screenshots.ts";

/** Above the number of tab stops of each page. */
const TAB_STOPS_MAX = 100;

test.slow();
test.use({ viewport: { width: DESK[0], height: DESK[1] } });

test("has no axe findings on signed-out pages", async ({ server, page }) => {
  await page.goto(`${server.url}/console/sign-in`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await check(page, "sign-in with errors");
  await page.goto(`${server.url}/console/setup?token=x`);
  await expect(page.getByRole("heading", { name: "Already set up" })).toBeVisible();
  await check(page, "setup that is done");
  await page.route("**/api/setup", (route) => route.fulfill({ json: { needed: true, signed_in: false } }));
  await page.goto(`${server.url}/console/setup`);
  await expect(page.getByRole("heading", { name: "Incomplete link" })).toBeVisible();
  await check(page, "setup without a token");
});

test("has no axe findings in any state of the content list", async ({ server, signedIn: page }) => {
  const list = `${server.url}/console/${APP.id}/content`;
  await page.route("**/api/contents?*", (route) => route.fulfill({ json: { items: [], next: null, total: 0 } }));
  await page.goto(list);
  await expect(page.getByRole("heading", { name: "Create your first content" })).toBeVisible();
  await check(page, "empty");
  await page.goto(`${list}?q=nothing`);
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await check(page, "nothing found");
  await page.unroute("**/api/contents?*");

  await page.route("**/api/contents?*", (route) => route.abort());
  await page.goto(list);
  await expect(page.getByRole("heading", { name: "Can’t reach Fanfare" })).toBeVisible({ timeout: 20_000 });
  await check(page, "failed");
  await page.unroute("**/api/contents?*");

  await createTour(page.request, server);
  await page.goto(list);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Slug").fill("Not a slug");
  await page.getByLabel("Name", { exact: true }).focus();
  await expect(page.getByText("Use lowercase letters")).toBeVisible();
  await check(page, "new tour");
});

test("has no axe findings in menus and pickers", async ({ server, signedIn: page }) => {
  await createTour(page.request, server);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  // Each size can have different buttons.
  for (const look of [...viewportsOf(0), ...viewportsOf(1), ["light", ...RAIL] as const]) {
    await setViewport(page, look);
    for (const name of [/^App:/, /account$/, /^Theme:/]) {
      await page.getByRole("button", { name }).click();
      const popup = page.getByRole("menu").or(page.getByRole("listbox"));
      await expect(popup).toBeVisible();
      await expectNoAxeFindings(page, `${name}, ${look[0]}, ${look[1]} px`, { part: "[role=menu], [role=listbox]" });
      await expectNoHorizontalScroll(page, `${name}, ${look[1]} px`);
      await page.keyboard.press("Escape");
      await expect(popup).toHaveCount(0);
    }
  }
});

test("has no axe findings in the tour editor's tabs and dialogs", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server, {
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
          picked: true,
        },
        placement: "auto",
        wait_ms: 8_000,
        on_missing: "skip",
        interaction: "allow",
      },
    ],
  });
  await page.goto(addressOf(server, id, "?step=two"));
  await page.getByLabel("Title", { exact: true }).fill("");
  await page.getByLabel("Title", { exact: true }).blur();
  await expect(page.getByText("Enter a title for the step.")).toBeVisible();
  await check(page, "step with a problem");
  await page.getByLabel("Title", { exact: true }).fill("Second step");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await check(page, "published, with a toast");
  // At 320 px it would lie on the dialog's title, where axe can't determine its background.
  // In one step, because a toast may leave on its own meanwhile.
  const dismiss = page.getByRole("button", { name: "Dismiss", includeHidden: true });
  await dismiss.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await expect(dismiss).toHaveCount(0);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Preview" })).toBeVisible();
  await check(page, "preview");
  await page.getByRole("dialog", { name: "Preview" }).getByRole("button", { name: "Close" }).first().click();
  await page.goto(addressOf(server, id, "?tab=frequency"));
  await page.getByRole("radio", { name: "Event" }).click();
  await expect(page.getByText("This field is required.").first()).toBeVisible();
  await check(page, "frequency");
  await page.goto(addressOf(server, id, "?tab=audience"));
  await page.getByRole("button", { name: "Add pattern" }).first().click();
  await page.getByRole("button", { name: "Add condition group" }).click();
  await page.getByRole("button", { name: "Not attribute" }).click();
  await check(page, "audience");
});

const THIS_WEEK = { type: "date", op: "within_days", days: 7 };
const ORDERED = {
  kind: "and",
  rules: [
    { kind: "event_time", event: { name: "ordered" }, which: "first", test: THIS_WEEK },
    { kind: "group_event", name: "ordered", count: { op: "at_least", times: 3 }, within_days: 30 },
    { kind: "group_event_time", name: "ordered", which: "last", test: THIS_WEEK },
  ],
};

test("has no axe findings in the editors of the other types", async ({ server, signedIn: page }) => {
  const panel = {
    id: "p",
    title: "Saved filters",
    button: { label: "Try", action: { kind: "link", href: "/filters" } },
  };
  const bodies = [
    { type: "hint", form: "popover", panel, target: { strategies: [{ kind: "css", value: ".css-1x2y3z" }] } },
    { type: "announcement", form: "tabs", panels: [panel, { ...panel, id: "q" }] },
    {
      type: "checklist",
      title: "Start",
      tasks: [{ id: "t", title: "One", done_when: { kind: "rule", rule: ORDERED } }],
    },
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
    const response = await page.request.post(`${server.url}/api/contents`, {
      headers: { origin: server.url },
      data: { app_id: APP.id, name: `Axe ${body.type}`, slug: `axe-${body.type}`, draft: { body } },
    });
    expect(response.status(), await response.text()).toBe(201);
    await page.goto(addressOf(server, (await response.json()).id));
    await expect(page.locator("#builder-form")).toBeVisible();
    await check(page, body.type);
  }
});

test("has no axe findings with a tooltip open in the top bar, a panel, or a dialog", async ({
  server,
  signedIn: page,
}) => {
  const { id } = await createTour(page.request, server);
  await page.setViewportSize({ width: 800, height: 700 });
  const openTooltip = async (button: Locator, text: string) => {
    await expect(button).toBeVisible();
    const isFocused = () => button.evaluate((element) => element === document.activeElement);
    let presses = 0;
    do {
      expect(presses++).toBeLessThan(TAB_STOPS_MAX);
      await page.keyboard.press("Tab");
    } while (!(await isFocused()));
    const tooltip = page.locator("[popover]:popover-open").getByText(text, { exact: true });
    await expect(tooltip).toBeVisible();
    await expectNoAxeFindings(page, `tooltip ${text}`);
    // Nothing covers it.
    const box = await tooltip.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const top = await page.evaluate(([left, down]) => document.elementFromPoint(left, down)?.textContent, [
      x,
      y,
    ] as const);
    expect(top).toBe(text);
  };
  await page.goto(addressOf(server, id));
  await openTooltip(page.getByRole("link", { name: "All content" }), "All content");
  await openTooltip(page.getByRole("banner").getByRole("link", { name: "Overview" }), "Overview");
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  await openTooltip(page.getByRole("dialog").getByRole("button", { name: "Close" }), "Close");
  await page.goto(`${server.url}/console/${APP.id}/settings/single-sign-on`);
  await page.getByRole("button", { name: "Activity" }).click();
  await openTooltip(page.getByRole("dialog").getByRole("button", { name: "Close" }), "Close");
});

test("has no axe findings on the not-found page", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content/cnt_gone`);
  await expect(page.getByRole("alert")).toBeVisible();
  await check(page, "no such item");
  await page.goto(`${server.url}/console/no-such-app/content`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await check(page, "no such page");
});
