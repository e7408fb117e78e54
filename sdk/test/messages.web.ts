import type { Page } from "@playwright/test";
import { confetti, expect } from "../../e2e/support/fixtures.ts";
import { APP, OWNER, type TestServer } from "../../e2e/support/test-server.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { test, untilConnected } from "./support/host-test.ts";

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

async function memberOf(server: TestServer) {
  const call = (path: string, cookie: string, body?: unknown) =>
    fetch(`${server.url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { origin: server.url, "content-type": "application/json", cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signed_in = await call("/api/sign-in", "", OWNER);
  const cookie = signed_in.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return {
    async send(body: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<string> {
      const live_update = { app_id: APP.id, audience: { kind: "everyone" }, body, ...more };
      const response = await call("/api/live-updates", cookie, live_update);
      expect(response.status).toBe(201);
      return ((await response.json()) as { id: string }).id;
    },
    async counts(id: string): Promise<Record<string, number>> {
      const response = await call(`/api/live-updates/${id}?app_id=${APP.id}`, cookie);
      return ((await response.json()) as { counts: Record<string, number> }).counts;
    },
  };
}

const toasts = (page: Page) => page.locator("fanfare-ui .toasts .notice");
const banner = (page: Page) => page.locator("fanfare-ui .notice[role=region]");
const statusRegion = (page: Page) => page.locator("fanfare-ui .sr-only[role=status]");

test("shows a toast once in one tab, with F6, Escape, and focus return", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const member = await memberOf(server);
  const socket = server.url.replace(/^http/, "ws");
  const site = await serve(`<script src="/watch.js"></script><script type="module" src="/start.js"></script>`, {
    csp: `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url} ${socket}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    scripts: {
      "/watch.js": `window.noted = []; document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => window.noted.push(violatedDirective));`,
      "/start.js": `import { init } from "${server.url}/sdk/fanfare.js"; window.fanfareClient = init({ key: "${APP.key}", debug: true });`,
    },
  });
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await tab.goto(site.url);
    await untilConnected(tab);
  }
  const id = await member.send({
    kind: "toast",
    title: "Order 7",
    text: "It is on its way.",
    action: { label: "Follow it", href: "/next" },
  });
  await expect.poll(async () => (await toasts(page).count()) + (await toasts(second).count())).toBe(1);
  const [shown, other] = (await toasts(page).count()) === 1 ? [page, second] : [second, page];
  await expect(statusRegion(shown)).toHaveText("Order 7. It is on its way.");
  await expect.poll(() => statusRegion(shown).getAttribute("role")).toBe("status");
  await expect(shown.locator("fanfare-ui .notice a")).toHaveAttribute("href", `${site.url}next`);
  await expect.poll(async () => (await member.counts(id))["seen"]).toBe(1);

  const order = shown.getByRole("button", { name: "Order" });
  await order.focus();
  await shown.keyboard.press("F6");
  await shown.keyboard.press("Tab");
  await shown.keyboard.press("Tab");
  await shown.keyboard.press("Escape");
  await expect(toasts(shown)).toHaveCount(0);
  await expect(order).toBeFocused();
  await expect.poll(async () => (await member.counts(id))["dismissed"]).toBe(1);
  await expect(shown.locator("fanfare-ui")).toHaveCount(0);
  for (const tab of [shown, other]) {
    await tab.reload();
    await untilConnected(tab);
  }
  await member.send({ kind: "toast", text: "The next one" });
  await expect.poll(async () => (await toasts(page).count()) + (await toasts(second).count())).toBe(1);
  expect(await Promise.all([page, second].map((tab) => tab.evaluate(() => window.noted)))).toEqual([[], []]);
  expect(page_errors).toEqual([]);
});

test("delivers missed messages of each kind in order when the person returns", async ({ server, page, serve }) => {
  const member = await memberOf(server);
  const site = await serve(
    moduleSnippet(
      server.url,
      APP.key,
      `window.noted = []; window.fanfareClient.on("message", ({ body }) => window.noted.push(body.kind));`,
    ),
  );
  await page.goto(site.url);
  await untilConnected(page);
  const heading = page.getByRole("heading", { name: "Shop" });
  const top = async () => (await heading.boundingBox())?.y ?? 0;
  const before = await top();
  const html = await page.content();
  await page.goto("about:blank");

  await member.send({ kind: "data", name: "stock", data: { left: 3 } });
  const must = await member.send({ kind: "banner", text: "Back at noon", tone: "warning" }, { require_ack: true });
  await member.send({ kind: "badge", badge: "inbox", count: 2 });
  await page.goto(site.url);
  await expect(banner(page)).toContainText("Back at noon");
  await expect.poll(() => page.evaluate(() => window.noted)).toEqual(["data", "banner", "badge"]);
  await expect
    .poll(async () => Math.abs((await top()) - before - ((await banner(page).boundingBox())?.height ?? 99)))
    .toBeLessThan(0.6);
  // Messages that need acknowledgment reappear until acknowledged.
  await page.reload();
  await expect(banner(page)).toContainText("Back at noon");
  await expect.poll(() => page.evaluate(() => window.noted)).toEqual(["banner"]);
  await banner(page).getByRole("button", { name: "Close" }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(top).toBe(before);
  await expect.poll(() => page.content()).toBe(html);
  await expect.poll(async () => (await member.counts(must))["dismissed"]).toBe(1);

  await page.reload();
  await untilConnected(page);
  await member.send({ kind: "celebration", preset: "burst", text: "Sold out!" });
  await expect(confetti(page)).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.noted)).toEqual(["celebration"]);
  await expect(banner(page)).toHaveCount(0);
});

test("groups a flood into a short queue, with a stop for all but urgent messages", async ({ server, page, serve }) => {
  const member = await memberOf(server);
  const site = await serve(moduleSnippet(server.url, APP.key));
  // The person is known before anything is sent, and offline while it's sent.
  await page.goto(site.url);
  await untilConnected(page);
  await page.goto("about:blank");
  for (const number of [1, 2, 3, 4, 5]) await member.send({ kind: "toast", text: `Order ${number}` });
  await page.goto(site.url);
  await expect(toasts(page)).toHaveCount(3);
  await expect(page.locator("fanfare-ui .toasts").getByText("2 more")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "new" })).toHaveText("4 new notifications");

  await page.getByRole("button", { name: "Pause for 1 hour" }).click();
  await expect(toasts(page)).toHaveCount(0);
  await page.evaluate(() => window.fanfareClient.open("choices"));
  const choices = page.getByRole("dialog", { name: "Your choices" });
  await expect(choices.getByRole("listitem")).toContainText("Live notifications");
  await expect(choices.getByRole("button", { name: "Turn off notifications" })).toBeHidden();
  // The footer is empty, so its separator is hidden.
  await expect(page.locator("fanfare-ui .popup .foot")).toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
  // A paused message is only in the feed. The urgent one sent after it proves that it was processed.
  await member.send({ kind: "toast", text: "Order 6" });
  await member.send({ kind: "toast", text: "The shop is on fire", tone: "error" }, { priority: "high" });
  await expect(toasts(page)).toHaveText(["The shop is on fire"]);
  await expect(page.getByRole("alert").filter({ hasText: "fire" })).toBeAttached();
  expect(await page.evaluate(async () => (await window.fanfareClient.feed()).items.length)).toBe(7);

  await choices.getByRole("button", { name: "Show again" }).click();
  await member.send({ kind: "toast", text: "Order 7" });
  await expect(toasts(page)).toHaveText(["The shop is on fire", "Order 7"]);
  // Toasts next to the open panel don't move away from the pointer that clicks them.
  await page.getByRole("button", { name: "Dismiss all" }).click();
  await expect(toasts(page)).toHaveCount(0);
  await expect(choices).toBeVisible();
});
