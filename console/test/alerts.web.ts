import type { AlertsPage } from "@fanfare/contract/schema/responses/analytics/alert";
import { APP, expect, test, untilSubscribed } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

/** An alert about a webhook that the server turned off. */
function stopped(receiver: string): AlertsPage["items"][number] {
  return {
    ...{ id: `alr_${receiver}`, kind: "deliveries_stopped", state: "open", app_id: APP.id },
    ...{ content_id: null, step_id: null, receiver_id: "whk_1", title: "", text: "", advice: "" },
    ...{ values: { receiver, days: 5 }, opened_at: new Date().toISOString(), resolved_at: null },
  };
}

test("counts open alerts in the navigation, live, and shows them first", async ({ server, signedIn: page }) => {
  let open = ["shop.example", "crm.example"].map(stopped);
  await page.route("**/api/attention?*", (route) => route.fulfill({ json: { alerts: open, notices: [] } }));
  await untilSubscribed(page, () => page.goto(`${server.url}/console/${APP.id}/content`));
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Alerts/ });
  await expect(link).toHaveAccessibleName("Alerts , 2 open");
  await link.click();
  const list = page.getByRole("list", { name: "Alerts" }).getByRole("listitem");
  await expect(list).toHaveText([/^shop\.example turned off/, /^crm\.example turned off/]);
  await expect(page.getByRole("radio", { name: "Open" })).toBeChecked();
  await check(page, "open alerts");
  open = open.slice(1);
  // The server tells open consoles about changes of alerts as about those of the app.
  const { revision } = await (await page.request.get(`${server.url}/api/apps/${APP.id}`)).json();
  const headers = { origin: server.url, "if-match": `"${revision}"` };
  const saved = await page.request.patch(`${server.url}/api/apps/${APP.id}`, { headers, data: { paused: false } });
  expect(saved.status(), await saved.text()).toBe(200);
  await expect(link).toHaveAccessibleName("Alerts , 1 open");
  await expect(list).toHaveText([/^crm\.example turned off/]);
  await page.getByRole("radio", { name: "Resolved" }).click();
  await expect(page.getByRole("heading", { name: "No resolved alerts" })).toBeVisible();
  await expect(page).toHaveURL(/state=resolved/);
});

test("counts the same alerts in the navigation, on the overview, and on their page", async ({
  server,
  signedIn: page,
}) => {
  const notices = [{ kind: "app_paused" }, { kind: "attributes_mixed", names: ["seats"] }];
  const alerts = [stopped("shop.example")];
  await page.route("**/api/attention?*", (route) => route.fulfill({ json: { alerts, notices } }));
  await page.goto(`${server.url}/console/${APP.id}`);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Alerts/ });
  const overview = page.getByRole("region", { name: "Needs attention" });
  const titles = [/^App paused/, /^shop\.example turned off/, /^Attributes with mixed types/];
  await expect(link).toHaveAccessibleName("Alerts , 3 open");
  await expect(overview.getByRole("listitem")).toHaveText(titles);
  await expect(overview.getByRole("button", { name: "Dismiss" })).toHaveCount(1);
  await check(page, "the overview with alerts");
  await overview.getByRole("link", { name: "View all 3 alerts" }).click();
  const list = page.getByRole("list", { name: "Alerts", exact: true }).getByRole("listitem");
  await expect(list).toHaveText(titles);

  // Only what is no failure can be dismissed, and every number follows.
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(list).toHaveText(titles.slice(0, 2));
  await expect(link).toHaveAccessibleName("Alerts , 2 open");
  await page.reload();
  await expect(link).toHaveAccessibleName("Alerts , 2 open");
  await page.getByRole("button", { name: "Show 1 dismissed alert" }).click();
  await page.getByRole("list", { name: "Dismissed alerts" }).getByRole("button", { name: "Restore" }).click();
  await expect(list).toHaveText(titles);
  await expect(link).toHaveAccessibleName("Alerts , 3 open");
});
