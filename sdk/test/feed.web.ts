import type { Edition } from "@fanfare/contract/content/content";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP, OWNER, type TestServer } from "../../e2e/support/test-server.ts";
import { test, untilConnected } from "./support/host-test.ts";

const news = (slug: string, title: string, more: Partial<Edition> = {}): ContentFile["contents"][number] => ({
  slug,
  name: title,
  edition: {
    body: {
      type: "announcement",
      form: "carousel",
      tone: "info",
      feed: true,
      suppression: { offered: true, days: 365 },
      panels: [
        {
          id: "one",
          title,
          blocks: [
            { kind: "paragraph", spans: [{ text: `First of ${slug}. ` }, { text: "More actions", href: "/more" }] },
          ],
        },
        {
          id: "two",
          title: "And then",
          blocks: [{ kind: "paragraph", spans: [{ text: `Second of ${slug}.` }] }],
          button: { label: "Have a look", action: { kind: "host", name: "look" } },
        },
      ],
    },
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "manual" },
    frequency: { mode: "once" },
    priority: 0,
    tags: ["tips"],
    ...more,
  },
});
/** A toast that isn't in the feed. Its dismiss options keep it open until closed. */
const printed = news("printed", "Printed", {
  body: {
    ...{
      type: "announcement",
      form: "toast",
      tone: "success",
      feed: false,
      suppression: { offered: true, days: 365 },
    },
    panels: [{ id: "one", title: "Printed", blocks: [{ kind: "paragraph", spans: [{ text: "Two labels." }] }] }],
  },
});
test.use({
  serverOptions: {
    demo: false,
    contents: {
      contents: [news("bundles", "Bundles are here"), news("labels", "Labels print faster"), printed],
    },
  },
});

const window_ = (page: Page) => page.locator("fanfare-ui .popup");
const item = (page: Page, name: string | RegExp) => window_(page).getByRole("button", { name });

async function open(
  page: Page,
  server: TestServer,
  serve: (head: string, options?: object) => Promise<{ url: string }>,
) {
  const socket = server.url.replace(/^http/, "ws");
  const site = await serve(`<script src="/watch.js"></script><script type="module" src="/start.js"></script>`, {
    csp: `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url} ${socket}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    scripts: {
      "/watch.js": `window.noted = []; window.refused = []; document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => window.refused.push(violatedDirective));`,
      "/start.js": `import { init } from "${server.url}/sdk/fanfare.js";
        const client = init({ key: "${APP.key}", debug: true });
        const bell = document.querySelector("button");
        bell.addEventListener("click", () => client.open("feed", { anchor: bell }));
        client.action("look", () => window.noted.push("look"));
        client.on("unread", ({ count }) => window.noted.push(count));
        window.fanfareClient = client;`,
    },
  });
  await page.goto(site.url);
  await untilConnected(page);
}
const noted = (page: Page) => page.evaluate(() => window.noted);
const refused = (page: Page) => page.evaluate(() => ("refused" in window ? window.refused : null));
const picture = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);

async function toast(server: TestServer, text: string): Promise<void> {
  const post = (path: string, cookie: string, body: unknown): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { origin: server.url, "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const signed_in = await post("/api/sign-in", "", OWNER);
  const cookie = signed_in.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const sent = await post("/api/live-updates", cookie, {
    app_id: APP.id,
    audience: { kind: "everyone" },
    body: { kind: "toast", text },
  });
  expect(sent.status).toBe(201);
}

test("lists past announcements next to the page and reports the unread count", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  await open(page, server, serve);
  const before = await picture(page);
  await expect.poll(() => noted(page)).toEqual([]);
  const feed = await page.evaluate(() => window.fanfareClient.feed());
  expect([feed.unread, feed.items.length]).toEqual([2, 2]);
  await expect.poll(() => noted(page)).toEqual([2]);

  const bell = page.getByRole("button", { name: "Order" });
  await bell.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Notifications" });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.getAttribute("aria-modal")).toBeNull();
  await expect(window_(page).getByRole("heading", { name: "Notifications" })).toBeFocused();
  await expect(window_(page).getByRole("status")).toHaveText("2 unread");
  await page.keyboard.press("Tab");
  await expect(item(page, /^Unread: Labels print faster/)).toBeFocused();
  await page.keyboard.press("Enter");
  const labels = item(page, /^Labels print faster/);
  await expect(labels).toBeFocused();
  await expect(labels).toHaveAttribute("aria-expanded", "true");
  await expect(window_(page).getByText("Second of labels.")).toBeVisible();
  await expect(window_(page).getByRole("status")).toHaveText("1 unread");
  await expect.poll(() => noted(page)).toEqual([2, 1]);
  await window_(page).getByRole("button", { name: "Have a look" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => noted(page)).toEqual([2, 1, "look"]);

  // It closes with the button that opened it, with Escape (which restores focus), and with a press elsewhere.
  await bell.click();
  await expect(dialog).toBeVisible();
  await bell.click();
  await expect(dialog).toHaveCount(0);
  await bell.press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(bell).toBeFocused();
  await bell.click();
  await expect(dialog).toBeVisible();
  await page.getByRole("heading", { name: "Shop" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await picture(page)).toBe(before);

  await toast(server, "Order 7 is packed");
  await expect.poll(() => noted(page)).toEqual([2, 1, "look", 2]);
  await page.locator("fanfare-ui .toasts").getByRole("button", { name: "Close" }).click();
  await bell.click();
  await expect(window_(page).getByRole("listitem").first()).toContainText("Order 7 is packed");
  await window_(page).getByRole("button", { name: "Mark all as read" }).click();
  await expect(window_(page).getByRole("status")).toHaveText("All read");
  await expect(window_(page).getByRole("heading", { name: "Notifications" })).toBeFocused();
  await expect.poll(async () => (await noted(page)).at(-1)).toBe(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  // Toasts that aren't in the feed are listed below it, for the same person and page load, as text and time.
  const passed = window_(page).getByRole("group", { name: "Earlier on this page" });
  expect(await page.evaluate(() => window.fanfareClient.start("printed"))).toEqual({ status: "shown" });
  const tray = page.locator("fanfare-ui .toasts");
  await expect(tray.getByText("Two labels.")).toBeVisible();
  await page.evaluate(() => window.fanfareClient.toast("Order 8 saved", { action: { label: "Undo" } }));
  await expect(tray.getByText("Order 8 saved")).toBeVisible();
  const ended = page.waitForResponse(
    (response) => response.url().includes("/v1/progress") && response.request().postDataJSON().action === "end",
  );
  await page.getByRole("button", { name: "Dismiss all" }).click();
  await expect(tray).toHaveCount(0);
  await bell.click();
  await expect(passed.getByRole("listitem")).toHaveText([/^Order 8 saved/, /^Printed\. Two labels\./]);
  await expect(passed.getByRole("button")).toHaveCount(0);
  // A new toast is added immediately.
  await page.evaluate(() => window.fanfareClient.toast("Order 9 saved", { tone: "error" }));
  await expect(passed.getByRole("listitem").first()).toContainText("Order 9 saved");
  await expect(window_(page).getByRole("status")).toHaveText("All read");

  // A page that loads before the end of a run is stored continues it.
  await ended;
  await page.reload();
  await untilConnected(page);
  expect((await page.evaluate(() => window.fanfareClient.feed())).unread).toBe(0);
  await page.route("**/v1/feed?*", (route) => route.fulfill({ json: { items: [], unread: 0 } }));
  await bell.click();
  await expect(window_(page).getByText("No notifications yet")).toBeVisible();
  await page.evaluate(() => window.fanfareClient.toast("Order 10 saved"));
  await expect(passed.getByRole("listitem")).toHaveText([/^Order 10 saved/]);
  await expect(window_(page).getByText("No notifications yet")).toBeHidden();
  await page.evaluate(() => window.fanfareClient.identify("u_somebody_else"));
  await expect(dialog).toBeVisible();
  await expect(passed).toHaveCount(0);
  await expect.poll(() => refused(page)).toEqual([]);
  expect(page_errors).toEqual([]);
});

test("shows how long content is hidden and undoes that, even offline", async ({ server, page, serve }) => {
  await open(page, server, serve);
  await page.evaluate(() => window.fanfareClient.suppress("bundles"));
  await page.evaluate(() => window.fanfareClient.suppress("labels", { days: 1, reason: "snoozed" }));
  await page.evaluate(() => window.fanfareClient.suppress({ tag: "tips" }, { days: 30 }));
  await page.reload();
  await untilConnected(page);
  await page.evaluate(() => window.fanfareClient.open("feed"));
  await window_(page).getByRole("button", { name: "Your choices" }).click();
  const dialog = page.getByRole("dialog", { name: "Your choices" });
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  const in_a_year = new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(Date.now() + 365 * 86_400_000);
  await expect(dialog.getByRole("listitem").filter({ hasText: "Bundles are here" })).toContainText(
    `Hidden until ${in_a_year}`,
  );
  await expect(dialog.getByRole("listitem").filter({ hasText: "Labels print faster" })).toContainText("Snoozed until");
  await expect(dialog.getByText("All content tagged “tips”")).toBeVisible();
  // Toasts can be kept open, including on later pages.
  const stay = dialog.getByRole("checkbox", { name: "Keep notifications until I close them" });
  await stay.check();
  await page.evaluate(() => window.fanfareClient.open("choices"));
  await expect(dialog).toBeHidden();
  await page.evaluate(() => window.fanfareClient.open("choices"));
  await expect(stay).toBeChecked();
  // A toast for the same corner goes on top of the panel.
  await page.evaluate(() => window.fanfareClient.toast("Saved", { action: { label: "Undo" } }));
  const tray = page.locator("fanfare-ui .toasts");
  const above = async (): Promise<boolean> => {
    const [one, other] = [await tray.boundingBox(), await window_(page).boundingBox()];
    return one !== null && other !== null && one.y >= 0 && one.y + one.height <= other.y;
  };
  await expect.poll(above).toBe(true);

  const rows = await dialog.getByRole("listitem").allTextContents();
  const row = rows.findIndex((text) => text.includes("Bundles are here"));
  await page.context().setOffline(true);
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "Bundles are here" })
    .getByRole("button", { name: "Show again" })
    .click();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  // Focus moves to the next row, or from the last one to the title.
  const next = dialog.getByRole("listitem").nth(row).getByRole("button", { name: "Show again" });
  await expect(row < 2 ? next : dialog.getByRole("heading", { name: "Your choices" })).toBeFocused();
  await expect(page.locator("fanfare-ui .sr-only").first()).toContainText("Bundles are here can be shown again.");
  await dialog.getByRole("button", { name: "Show all again" }).click();
  await expect(dialog.getByText("Nothing hidden")).toBeVisible();
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect
    .poll(() =>
      page.evaluate(
        async () =>
          (await window.fanfareClient.explain("bundles"))?.gates.find(({ gate }) => gate === "suppressed")?.status,
      ),
    )
    .toBe("pass");
  await page.reload();
  await untilConnected(page);
  expect(await page.evaluate(() => window.fanfareClient.suppressions())).toEqual([]);
});
