import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP, OWNER } from "../../e2e/support/test-server.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { test, untilConnected } from "./support/host-test.ts";

test.use({ serverOptions: { demo: false } });

const ORDER = { strategies: [{ kind: "role_name", role: "button", name: "Order" }] };
const field = (id: string) => ({ strategies: [{ kind: "css", value: `#${id}` }] });
const TRACKERS = [
  { name: "order_clicked", on: { kind: "click", target: ORDER } },
  { name: "order_seen", on: { kind: "visible", target: ORDER, visible_s: 1 } },
  { name: "mail_changed", on: { kind: "change", target: field("mail") } },
  { name: "secret_changed", on: { kind: "change", target: field("secret") } },
  { name: "form_sent", on: { kind: "submit", target: field("mail") } },
  { name: "gave_up", on: { kind: "rage_click" } },
  { name: "shop_visited", on: { kind: "page" }, urls: { include: ["/*"] } },
];
const FORM = `
  const form = document.createElement("form");
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const [id, type] of [["mail", "email"], ["secret", "password"]]) {
    form.append(Object.assign(document.createElement("input"), { id, type }));
  }
  form.append("Send", document.createElement("button"));
  document.addEventListener("DOMContentLoaded", () => document.body.append(form));`;

/** Publishes the trackers. Returns their revisions' paths by name. */
async function publishTrackers(page: Page, url: string): Promise<ReadonlyMap<string, string>> {
  const headers = { Origin: url };
  await page.request.post(`${url}/api/sign-in`, { data: OWNER, headers });
  const goal = { app_id: APP.id, name: "Ordered", event_name: "order_clicked" };
  await page.request.post(`${url}/api/goals`, { data: goal, headers });
  const paths = new Map<string, string>();
  for (const tracker of TRACKERS) {
    const created = await page.request.post(`${url}/api/trackers?app_id=${APP.id}`, { data: tracker, headers });
    const { id } = await created.json();
    const path = `${url}/api/trackers/${id}`;
    const tagged = { ...headers, "If-Match": '"1"' };
    const published = await page.request.post(`${path}/publish?app_id=${APP.id}`, { headers: tagged });
    expect(published.ok(), await published.text()).toBe(true);
    paths.set(tracker.name, path);
  }
  return paths;
}

test("counts what people do with tracked elements without code, never what they type", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  const paths = await publishTrackers(page, server.url);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/events")) sent.push(request.postData() ?? "");
  });
  const count = async (name: string) => (await storedEvents(server.data_dir))[name];
  const site = await serve(moduleSnippet(server.url, APP.key, FORM));
  await page.goto(site.url);
  await untilConnected(page);
  await expect.poll(() => count("order_seen"), { timeout: 15_000 }).toBe(1);
  expect(await count("shop_visited")).toBe(1);

  // A script's click is no act of the person.
  await page.evaluate(() => document.querySelector("button")?.click());
  await page.getByRole("button", { name: "Order" }).click();
  await expect.poll(() => count("order_clicked")).toBe(1);
  const goals = await page.request.get(`${server.url}/api/goals?app_id=${APP.id}`);
  expect((await goals.json()).items).toMatchObject([{ name: "Ordered", people: 1 }]);

  await page.locator("#secret").fill("open sesame");
  await page.locator("#mail").fill("ada@example.com");
  await page.locator("#mail").press("Enter");
  await page.evaluate(() => history.pushState(null, "", "/next?tab=2"));
  await page.evaluate(() => history.pushState(null, "", "/next?tab=3"));
  await page.getByRole("heading").click({ clickCount: 3 });
  await expect.poll(() => count("gave_up")).toBe(1);
  await expect
    .poll(() => storedEvents(server.data_dir))
    .toEqual({
      ...{ order_seen: 2, shop_visited: 2, order_clicked: 1, mail_changed: 1, form_sent: 1, gave_up: 1 },
    });
  expect(sent.join()).not.toMatch(/sesame|example\.com/);

  const changed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.fanfareClient.once("changed", () => resolve());
      }),
  );
  await page.request.post(`${paths.get("order_clicked")}/pause?app_id=${APP.id}`, { headers: { Origin: server.url } });
  await changed;
  await page.getByRole("button", { name: "Order" }).click();
  await page.getByRole("heading").click({ clickCount: 3 });
  await expect.poll(() => count("gave_up")).toBe(2);
  expect(await count("order_clicked")).toBe(1);
  expect(page_errors).toEqual([]);
});
