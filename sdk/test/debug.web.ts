import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Target } from "@fanfare/contract/target/target";
import type { APIRequestContext } from "@playwright/test";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP, OWNER } from "../../e2e/support/test-server.ts";
import { audit } from "./support/axe-audit.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { test, title } from "./support/host-test.ts";

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

/** One item that the server refuses for a private reason, and one that waits for an element. */
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
    {
      slug: "by-class",
      name: "By a class",
      edition: edition({
        trigger: { kind: "manual" },
        body: {
          type: "tour",
          steps: [{ ...step, title: "Order here", target: { strategies: [{ kind: "css", value: ".css-1q2w3e" }] } }],
          suppression,
        },
      }),
    },
    {
      slug: "by-old-name",
      name: "By an old name",
      edition: edition({
        trigger: { kind: "manual" },
        body: {
          type: "tour",
          steps: [{ ...step, target: { strategies: [{ kind: "role_name", role: "button", name: "Order now" }] } }],
          suppression,
        },
      }),
    },
  ],
} as unknown as ContentFile; // The server validates it.

interface TourDraft {
  readonly revision: number;
  readonly draft: { readonly body: { readonly steps: readonly { readonly target: Target }[] } };
}

async function debugLink(
  request: APIRequestContext,
  server: string,
  url: string,
  place?: { readonly content_id: string; readonly step_id: string },
): Promise<string> {
  const headers = { Origin: server };
  await request.post(`${server}/api/sign-in`, { data: OWNER, headers });
  const answer = await request.post(`${server}/api/debug-links`, { data: { app_id: APP.id, url, place }, headers });
  // Covered by the server's own tests.
  return ((await answer.json()) as { url: string }).url;
}

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

test("explains each content to a member with a debug link and counts nothing", async ({
  server,
  page,
  serve,
  request,
}) => {
  const chunks: string[] = [];
  page.on("request", (request) => chunks.push(request.url()));
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(`${site.url}orders?a=1`);
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  await expect.poll(() => chunks.some((url) => url.includes("/v1/boot"))).toBe(true);
  expect(chunks.filter((url) => url.includes("/debug-"))).toEqual([]);

  await page.goto("about:blank");
  await page.addInitScript(() => {
    window.noted = [history.length];
  });
  await page.goto(await debugLink(request, server.url, `${site.url}orders?a=1`));
  const panel = page.getByRole("region", { name: "Fanfare debug" });
  await expect(panel).toContainText("Live content: 4");
  expect(page.url()).toBe(`${site.url}orders?a=1`);
  expect(await page.evaluate(() => history.length === window.noted[0])).toBe(true);

  const pro = panel.getByRole("group").filter({ hasText: "For the pro plan" });
  await expect(pro.locator("summary")).toContainText("Hidden");
  await pro.locator("summary").click();
  await expect(pro.getByRole("listitem").first()).toContainText("audience blocks");
  await expect(pro.getByRole("listitem").first()).toContainText("plan isn't set");

  const cart = panel.getByRole("group").filter({ hasText: "With a cart" });
  await expect(cart.locator("summary")).toContainText("element");
  await cart.locator("summary").press("Enter");
  await expect(cart).toContainText("css #nowhere score");
  const found = cart.getByRole("button", { name: "css h1" });
  await found.focus();
  await expect(page.locator("fanfare-ui .frame")).toBeVisible();
  // Ignore violations of the surrounding page.
  const { violations, undecided } = await audit(page);
  expect(violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);
  expect(undecided).toEqual([]);
  await expect.poll(() => storedEvents(server.data_dir)).toEqual({});

  // Picking an element sends no event to the page.
  await page.evaluate(() => {
    document.querySelector("button")?.addEventListener("click", () => window.noted.push(-1));
    document.querySelector("button")?.classList.add("css-1q2w3e", "px-4");
  });
  await panel.getByRole("button", { name: "Pick element" }).click();
  // The picker loads on demand; a click before that goes to the page.
  await expect(panel).toContainText("Select an element on the page");
  await page.getByRole("button", { name: "Order", exact: true }).click();
  await expect(panel).toContainText("role button “Order” score 0.85, 1 found, 1 usable");
  await expect(panel).toContainText(
    "Score: a role and a name +0.85; still works if a sibling is added before the element",
  );
  const about_picked = panel.locator("section").filter({ hasText: "Target of the picked element" });
  await expect(about_picked).not.toContainText(/1q2w3e|px-4/);
  expect(await page.evaluate(() => window.noted.includes(-1))).toBe(false);
  // Clicks inside a cross-site frame aren't visible here, so the frame itself is picked.
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.title = "Payment";
    frame.id = "payment";
    frame.src = "data:text/html,<button>Pay</button>";
    document.querySelector("main, body")?.append(frame);
  });
  const pay = page.frameLocator("#payment").getByRole("button", { name: "Pay" });
  await expect(pay).toBeVisible();
  await panel.getByRole("button", { name: "Pick element" }).click();
  await expect(panel).toContainText("Select an element on the page");
  await pay.click();
  await expect(panel).toContainText("Frames from other sites can’t be searched. This is the frame itself.");
  const picked = panel.getByRole("heading", { name: "Target of the picked element: found" });
  await expect(picked).toBeVisible();

  await panel.getByRole("button", { name: "Pick element" }).click();
  await expect(panel).toContainText("Press Escape to cancel");
  await page.keyboard.press("Escape");
  await expect(picked).toHaveCount(0);
  expect((await audit(page)).violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);

  // Content that waits for an element starts when the element appears; the panel keeps reporting.
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

test("suggests a better target for a generated class, to open in the editor", async ({ server, page, serve }) => {
  // Loads two pages and the editor, so it needs more time.
  test.setTimeout(180_000);
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.request.post(`${server.url}/api/sign-in`, { data: OWNER, headers: { Origin: server.url } });
  // A link to a lost target proposes and outlines the closest match, or opens the picker.
  const list = await page.request.get(`${server.url}/api/contents?app_id=${APP.id}&q=by-old-name`);
  // The contract's ContentPage, from this repository's server.
  const [lost] = ((await list.json()) as { readonly items: readonly { readonly id: string }[] }).items;
  const place = { content_id: lost?.id ?? "", step_id: "one" };
  await page.goto(await debugLink(page.request, server.url, site.url, place));
  const about = page.getByRole("region", { name: "Linked target: By an old name" });
  await expect(about).toContainText("Target of one: not found");
  await expect(about).toContainText("Closest match: role button “Order”");
  await expect(page.locator("fanfare-ui .frame")).toBeVisible();
  const take = about.getByRole("link", { name: "Use in console" });
  await expect(take).toHaveAttribute("href", new RegExp(`/content/${place.content_id}\\?step=one#target=\\w+`));
  await page.evaluate(() => document.querySelector("button")?.remove());
  await about.getByRole("button", { name: "Search again" }).click();
  await expect(about).toContainText("No single closest match on this page");
  await expect(page.getByRole("paragraph").filter({ hasText: "Select an element on the page" })).toBeVisible();

  await page.goto("about:blank");
  await page.goto(await debugLink(page.request, server.url, site.url));
  // A renamed element is also proposed, on request.
  const renamed = page
    .getByRole("region", { name: "Fanfare debug" })
    .getByRole("group")
    .filter({ hasText: "By an old name" });
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.src = "data:text/html,elsewhere";
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", resolve));
  });
  // A press isn't lost when the panel is filled again meanwhile.
  await renamed.locator("summary").hover();
  await page.mouse.down();
  const filled = page.waitForResponse((response) => response.url().includes("/v1/explain"));
  await page.evaluate(() => history.replaceState(null, "", "#elsewhere"));
  await page.evaluate(() => document.body.append("later"));
  await filled;
  await page.mouse.up();
  await expect(renamed).toContainText("Frames from other sites can’t be searched");
  await renamed.getByRole("button", { name: "Find closest match for one" }).click();
  await expect(renamed).toContainText("Closest match: role button “Order”");
  // Rebuilding the lines repeats the search.
  const stale = await renamed.elementHandle();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => stale?.evaluate((line) => line.isConnected)).toBe(false);
  await expect(renamed).toContainText("Closest match: role button “Order”");
  await expect(renamed.getByRole("link", { name: "Use in console" })).toHaveAttribute("href", /#target=\w+/);

  await page.evaluate(() => document.querySelector("button")?.classList.add("css-1q2w3e"));
  const content = page
    .getByRole("region", { name: "Fanfare debug" })
    .getByRole("group")
    .filter({ hasText: "By a class" });
  await content.locator("summary").click();
  await expect(content).toContainText("Better: role button “Order”");
  await expect(content).toContainText("score 0.85, currently 0.2");

  // Instead of the suggestion, another element can be picked for the same step.
  await content.getByRole("button", { name: "Pick another target for one" }).click();
  const panel = page.getByRole("region", { name: "Fanfare debug" });
  await expect(panel).toContainText("Select an element on the page");
  await page.locator("h1").click();
  await expect(panel.getByRole("link", { name: "Use in console" }).first()).toHaveAttribute(
    "href",
    /\/console\/\d+\/content\/cnt_[\w-]+\?step=one#target=\w+/,
  );

  const opened = page.context().waitForEvent("page", { timeout: 90_000 });
  await content.getByRole("link", { name: "Use in console" }).click();
  const editor = await opened;
  const found = editor.getByRole("region", { name: "Found on your page" });
  await expect(found).toContainText("button “Order”");
  await expect(found).toContainText("Passed all tests on modified copies of the page.");
  await found.getByRole("button", { name: "Use target" }).click();
  await expect(found).toHaveCount(0);
  await expect(editor.getByText("Passed all tests on modified copies of the page.").first()).toBeVisible();
  await expect(editor.getByLabel("Name", { exact: true }).first()).toHaveValue("Order");
  expect(editor.url()).not.toContain("#target");
  const address = `${server.url}/api/contents/${/cnt_[\w-]+/.exec(editor.url())?.[0]}`;
  // The response's shape is covered by the server's tests.
  const read = async () => (await (await page.request.get(`${address}?app_id=${APP.id}`)).json()) as TourDraft;
  await expect.poll(async () => (await read()).draft.body.steps[0]?.target.strategies[0]?.kind).toBe("role_name");
  const headers = { Origin: server.url, "If-Match": `"${(await read()).revision}"` };
  const published = await page.request.post(`${address}/publish`, { data: { app_id: APP.id }, headers });
  expect(published.status()).toBe(200);

  await page.goto(site.url);
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  await page.evaluate(() => window.fanfareClient.start("by-class"));
  await expect(title(page)).toHaveText("Order here");
  // Read both together: the page may still be scrolling.
  const off = () =>
    page.evaluate(() => {
      const ring = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".ring")?.getBoundingClientRect();
      const button = document.querySelector("button")?.getBoundingClientRect();
      if (!ring || !button) return Number.POSITIVE_INFINITY;
      const [x, y] = [ring.x + ring.width / 2, ring.y + ring.height / 2];
      return Math.hypot(x - button.x - button.width / 2, y - button.y - button.height / 2);
    });
  await expect.poll(off).toBeLessThan(1);
});

test("reports an invalid debug link and shows nothing", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(`${site.url}#fanfare_debug=${APP.key}.forged`);
  const panel = page.getByRole("region", { name: "Fanfare debug" });
  await expect(panel).toContainText("This debug link is for another app");
  await expect(panel).not.toContainText("For the pro plan");
});
