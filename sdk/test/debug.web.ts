import type { ContentFile } from "@fanfare/contract/schema/content";
import type { APIRequestContext } from "@playwright/test";
import { APP, OWNER } from "../../e2e/house.ts";
import { card, expect } from "../../e2e/journey.ts";
import { audit } from "./audit.ts";
import { moduleSnippet, storedEvents } from "./guest-page.ts";
import { test, title } from "./guest-test.ts";

const edition = (more: object) => ({
  targeting: { urls: { include: [], exclude: [] } },
  trigger: { kind: "automatic" },
  frequency: { mode: "until_completed" },
  priority: 0,
  tags: [],
  ...more,
});
const step = {
  id: "one",
  kind: "anchored",
  title: "Your orders",
  blocks: [],
  target: {
    strategies: [
      { kind: "css", value: "#nowhere" },
      { kind: "css", value: "h1" },
    ],
  },
  placement: "auto",
  wait_ms: 2_000,
  on_missing: "end",
  interaction: "allow",
} as const;
const suppression = { offered: true, days: 365 };

/** One for whom the server says no, for a private reason; one that waits for an element. */
const CONTENTS = {
  contents: [
    {
      slug: "for-pro",
      name: "For the pro plan",
      edition: edition({
        body: { type: "tour", steps: [{ id: "s", kind: "centered", title: "Pro", blocks: [] }], suppression },
        targeting: {
          urls: { include: [], exclude: [] },
          audience: {
            kind: "attribute",
            of: "person",
            name: "plan",
            test: { type: "text", op: "is", value: "pro" },
          },
        },
      }),
    },
    {
      slug: "with-cart",
      name: "With a cart",
      edition: edition({
        body: { type: "tour", steps: [step], suppression },
        targeting: { urls: { include: [], exclude: [] }, audience: { kind: "element", selector: "#cart" } },
      }),
    },
  ],
} as unknown as ContentFile; // The server checks it as it reads it.

/** A link as a member makes it in the console. */
async function debugLink(request: APIRequestContext, house: string, url: string): Promise<string> {
  const headers = { Origin: house };
  await request.post(`${house}/api/sign-in`, { data: OWNER, headers });
  const answer = await request.post(`${house}/api/debug-links`, { data: { app_id: APP.id, url }, headers });
  // Checked by the server's own tests.
  return ((await answer.json()) as { url: string }).url;
}

test.use({ houseOptions: { demo: false, contents: CONTENTS } });

test("a debug link shows a member in the page why each content shows or not, and counts for nothing", async ({
  house,
  page,
  serve,
  request,
}) => {
  const chunks: string[] = [];
  page.on("request", (asked) => chunks.push(asked.url()));
  const site = await serve(moduleSnippet(house.url, APP.key));
  await page.goto(`${site.url}orders?a=1`);
  await page.waitForFunction(() => window.guest !== undefined);
  await expect.poll(() => chunks.some((url) => url.includes("/v1/boot"))).toBe(true);
  expect(chunks.filter((url) => url.includes("/debug-"))).toEqual([]);

  await page.goto("about:blank");
  await page.addInitScript(() => {
    window.noted = [history.length];
  });
  await page.goto(await debugLink(request, house.url, `${site.url}orders?a=1`));
  const panel = page.getByRole("region", { name: "Fanfare debug" });
  await expect(panel).toContainText("2 live contents");
  expect(page.url()).toBe(`${site.url}orders?a=1`);
  expect(await page.evaluate(() => history.length === window.noted[0])).toBe(true);

  const pro = panel.getByRole("group").filter({ hasText: "For the pro plan" });
  await expect(pro.locator("summary")).toContainText("Hidden");
  await pro.locator("summary").click();
  await expect(pro.getByRole("listitem").first()).toContainText("audience blocks");
  await expect(pro.getByRole("listitem").first()).toContainText("plan is not set");

  const cart = panel.getByRole("group").filter({ hasText: "With a cart" });
  await expect(cart.locator("summary")).toContainText("element");
  await cart.locator("summary").press("Enter");
  await expect(cart).toContainText("css #nowhere score");
  const found = cart.getByRole("button", { name: "css h1" });
  await found.focus();
  await expect(page.locator("fanfare-ui .frame")).toBeVisible();
  // The page around it is somebody else's.
  const { violations, undecided } = await audit(page);
  expect(violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);
  expect(undecided).toEqual([]);
  expect(await storedEvents(house.data_dir)).toEqual({});

  // Something of the page is pointed at: it hears nothing of it, and the ways to it can be pasted into the console.
  await page.evaluate(() => {
    document.querySelector("button")?.addEventListener("click", () => window.noted.push(-1));
    document.querySelector("button")?.classList.add("css-1q2w3e", "px-4");
  });
  await panel.getByRole("button", { name: "Pick an element" }).click();
  // The picker comes when it is asked for; a press before that is the page's.
  await expect(panel).toContainText("Press an element of the page");
  await page.getByRole("button", { name: "Order", exact: true }).click();
  await expect(panel).toContainText("role button “Order” score 0.85, finds 1, 1 to be used");
  const pasted = panel.getByRole("textbox", { name: "The target, to paste into the console" });
  await expect(pasted).toHaveValue(/"kind":"role_name","role":"button","name":"Order"/);
  await expect(pasted).not.toHaveValue(/1q2w3e|px-4/);
  expect(await page.evaluate(() => window.noted.includes(-1))).toBe(false);
  await panel.getByRole("button", { name: "Pick an element" }).click();
  await expect(panel).toContainText("Escape ends");
  await page.keyboard.press("Escape");
  await expect(pasted).toHaveCount(0);
  expect((await audit(page)).violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);

  // What waits for an element begins when the page has it; the panel goes on telling.
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => {
    const made = document.createElement("div");
    made.id = "cart";
    document.body.append(made);
  });
  await expect(title(page)).toHaveText("Your orders");
  await expect(panel).toContainText("tour_started", { timeout: 10_000 });
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toHaveCount(0);
  await expect(title(page)).toHaveText("Your orders");
});

test("a link that opens nothing says so, and shows nothing", async ({ house, page, serve }) => {
  const site = await serve(moduleSnippet(house.url, APP.key));
  await page.goto(`${site.url}#fanfare_debug=forged`);
  const panel = page.getByRole("region", { name: "Fanfare debug" });
  await expect(panel).toContainText("This debug link was not made for this app");
  await expect(panel).not.toContainText("For the pro plan");
});
