import { APP, expect, test } from "./support/harness.ts";

test("creates a tracker, publishes it, and names what uses its event before deleting it", async ({
  server,
  signedIn: page,
}) => {
  const goal = { app_id: APP.id, name: "Sharing", event_name: "report_shared" };
  await page.request.post(`${server.url}/api/goals`, { headers: { origin: server.url }, data: goal });
  await page.goto(`${server.url}/console/${APP.id}/trackers`);
  await expect(page.getByRole("heading", { name: "No trackers yet" })).toBeVisible();
  await page.getByRole("link", { name: "New tracker" }).click();

  const create = page.getByRole("button", { name: "Create tracker" });
  await create.click();
  await expect(page.getByText("Enter an event name.")).toBeVisible();
  await expect(page.getByText("Pick an element on your page, or enter a value.")).toBeVisible();
  await page.getByLabel("Event name").fill("report_shared");
  await page.getByRole("radio", { name: "Page visit" }).click();
  await expect(page.getByText("Add the pages whose visits count.")).toBeVisible();
  await page.getByRole("group", { name: "Include pages" }).getByRole("button", { name: "Add pattern" }).click();
  await page.getByLabel("Include pages, pattern 1").fill("/reports/*");
  await create.click();
  await expect(page).toHaveURL(/\/trackers\/trk_/);
  const used_by = page.getByRole("region", { name: "Used by" });
  await expect(used_by.getByRole("link", { name: "Sharing" })).toBeVisible();

  await page.getByLabel("Include pages, pattern 1").fill("/reports/*/shared");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const { extras } = await (
    await page.request.post(`${server.url}/v1/boot?app=${APP.key}`, { headers: { origin: server.url }, data: {} })
  ).json();
  expect(extras.trackers).toMatchObject([{ name: "report_shared", urls: { include: ["/reports/*/shared"] } }]);

  await page.getByRole("link", { name: "Trackers" }).last().click();
  const row = page.getByRole("row", { name: /report_shared/ });
  await expect(row).toContainText("None since publishing");
  await row.getByRole("button", { name: "Actions for report_shared" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete report_shared?" });
  await expect(dialog.getByRole("list", { name: "Used by" })).toContainText("Sharing");
  await dialog.getByRole("button", { name: "Delete tracker" }).click();
  await expect(page.getByRole("heading", { name: "No trackers yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Live");
});
