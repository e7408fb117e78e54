import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { storedEvents } from "./support/host-page.ts";
import { createTour, test, title } from "./support/host-test.ts";

const CONTENTS = createTour({
  locale: "en",
  translations: { de: { "one.title": "Erstens", "two.title": "Zweitens" } },
  trigger: { kind: "manual" },
  frequency: { mode: "once" },
});
test.use({ serverOptions: { demo: false, contents: CONTENTS } });

test("shows, starts, and stops the page's own content under a strict policy", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const events: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("Fanfare")) events.push(message.text());
  });
  const socket = server.url.replace(/^http/, "ws");
  const site = await serve(`<script src="/watch.js"></script><script type="module" src="/start.js"></script>`, {
    csp: `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url} ${socket}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    scripts: {
      "/watch.js": `window.noted = []; document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => window.noted.push(violatedDirective));`,
      // Called before anything is loaded.
      "/start.js": `import { init } from "${server.url}/sdk/fanfare.js"; window.fanfareClient = init({ key: "${APP.key}", locale: "de" });
        window.fanfareClient.action("undo", () => window.noted.push("undone"));
        window.fanfareClient.toast("Saved", { tone: "success", action: { label: "Undo", action: "undo" } });
        window.fanfareClient.once("tour_started", () => window.noted.push("started"));`,
    },
  });
  await page.goto(site.url);
  const toasts = page.locator("fanfare-ui .toasts .notice");
  await expect(toasts).toHaveText(["SavedUndo"]);
  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(toasts).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.noted)).toEqual(["undone"]);

  // With too many toasts, the queue stays short and drops the oldest unseen ones. The count uses the page's language.
  await page.evaluate(async () => {
    for (let number = 1; number <= 30; number++) {
      await window.fanfareClient.toast(`Message ${number}`, { action: { label: "Open", href: "/next" } });
    }
  });
  await expect(toasts).toHaveText(["Message 1Open", "Message 2Open", "Message 3Open"]);
  await expect(page.locator("fanfare-ui .toasts").getByText("20 weitere")).toBeVisible();
  await page.getByRole("button", { name: "Alle schließen" }).click();
  await expect(page.locator("fanfare-ui")).toHaveCount(0);
  // Errors interrupt; other toasts don't.
  await page.evaluate(() => window.fanfareClient.toast("Not saved", { tone: "error" }));
  await expect(page.locator("fanfare-ui").getByRole("alert")).toHaveText("Not saved");
  await toasts.getByRole("button", { name: "Schließen" }).click();
  await expect(page.locator("fanfare-ui")).toHaveCount(0);
  const html = await page.locator("body").innerHTML();

  // Announcements are removed soon, so observe them inside the page.
  const received = await page.evaluate(async () => {
    await window.fanfareClient.announce("3 new comments");
    const view = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".view");
    const status = view?.querySelector("[role=status]");
    if (!view || !status) return undefined;
    await new Promise<void>((resolve) => {
      new MutationObserver(() => status.textContent && resolve()).observe(status, { childList: true });
    });
    return [status.textContent, view.querySelectorAll(":scope > :not(.sr-only)").length];
  });
  expect(received).toEqual(["3 new comments", 0]);

  // Without a valid element, a panel opens in the corner and causes no later error.
  const choices = page.locator("fanfare-ui").getByRole("dialog");
  await page.evaluate(async () => void (await window.fanfareClient.open("choices", { anchor: {} as never })));
  await expect(choices).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(choices).toHaveCount(0);

  expect(await page.evaluate(() => window.fanfareClient.start("welcome", { step: "two", once: true }))).toEqual({
    status: "shown",
  });
  await expect(title(page)).toHaveText("Zweitens");
  await expect.poll(() => page.evaluate(() => window.noted)).toEqual(["undone", "started"]);
  await page.evaluate(() => window.fanfareClient.stopAll());
  await expect(card(page)).toHaveCount(0);
  const refused = { status: "refused", gate: "frequency" };
  expect(await page.evaluate(() => window.fanfareClient.start("welcome", { once: true }))).toEqual(refused);
  expect(await page.evaluate(() => window.fanfareClient.start("welcome"))).toEqual(refused);
  await page.evaluate(() => window.fanfareClient.setLocale("en-GB"));
  expect(await page.evaluate(() => window.fanfareClient.start("welcome", { force: true }))).toEqual({
    status: "shown",
  });
  await expect(title(page)).toHaveText("First");

  const results = await page.evaluate(async () => {
    const update_result = await window.fanfareClient.update({ seats: 1 });
    await window.fanfareClient.identify("u_42", { plan: "pro" });
    return [
      update_result,
      await window.fanfareClient.update({ seats: 2 }),
      await window.fanfareClient.group("acme", { seats: 2 }),
    ];
  });
  expect(results.map((each) => ("code" in each ? each.code : each.status))).toEqual([
    "identity_required",
    "identified",
    "group_not_proved",
  ]);
  await page.evaluate(() => window.fanfareClient.page("/projects?secret=1", { name: "Projects" }));
  await expect.poll(async () => (await storedEvents(server.data_dir))["page_viewed"]).toBe(1);
  expect(events).toEqual([]);
  await page.evaluate(() => window.fanfareClient.debug());
  await expect.poll(() => events).toEqual([expect.stringMatching(/^Fanfare: debug /)]);

  await page.evaluate(async () => {
    void window.fanfareClient.toast("Too late");
    window.fanfareClient.shutdown();
    await window.fanfareClient.toast("Later still");
  });
  await expect(page.locator("fanfare-ui")).toHaveCount(0);
  await expect.poll(() => page.locator("body").innerHTML()).toBe(html);
  await expect.poll(() => page.evaluate(() => window.noted)).toEqual(["undone", "started"]);
  expect(page_errors).toEqual([]);
});
