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
  await page.route("**/api/alerts?*", (route) => {
    const state = new URL(route.request().url()).searchParams.get("state");
    const json: AlertsPage = { items: state === "resolved" ? [] : open, next: null };
    return route.fulfill({ json });
  });
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
