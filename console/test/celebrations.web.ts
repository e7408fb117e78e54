import { APP, expect, expectKept, pick, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

const ADDRESS = `/console/${APP.id}/celebrations`;

test("creates, publishes, and plays a celebration, and lists its recipients", async ({ server, signedIn: page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(server.url + ADDRESS);
  await expect(page.getByRole("heading", { name: "No celebrations yet" })).toBeVisible();
  await page.getByRole("button", { name: "New celebration" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New celebration" });
  // A name without Latin letters or digits gets the type.
  await dialog.getByLabel("Name").fill("مرحبًا");
  await expect(dialog.getByLabel("Slug")).toHaveValue("celebration");
  await dialog.getByLabel("Name").fill("First order");
  await expect(dialog.getByLabel("Slug")).toHaveValue("first-order");
  await expectKept(page, dialog);
  await check(page, "a new celebration");
  await dialog.getByRole("button", { name: "Create celebration" }).click();

  const publish = page.getByRole("button", { name: "Publish", exact: true });
  await page.getByRole("textbox", { name: /^Message/ }).fill("Your first order!");
  await check(page, "the effect of a celebration");
  await page.getByRole("link", { name: "Frequency and schedule" }).click();
  await page.getByRole("radio", { name: "Nth event", exact: true }).click();
  await publish.click();
  const event_name = page.getByRole("combobox", { name: "Event" });
  await expect(event_name).toBeFocused();
  await event_name.fill("order_shipped");
  await page.keyboard.press("Escape");
  await event_name.press("Tab");
  await expect(page.getByRole("radio", { name: "Once" })).toBeChecked();
  await expect(page.getByText("Plays once, on the 1st event.")).toBeVisible();
  await check(page, "the trigger of a celebration");
  await publish.click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.getByRole("link", { name: "Celebrations", exact: true }).first().click();
  const row = page.getByRole("row", { name: /First order/ });
  await expect(row).toContainText("1st order_shipped");
  await expect(row).toContainText("Live");

  const call = async (path: string, data: object): Promise<unknown> => {
    const response = await page.request.post(`${server.url}/v1/${path}?app=${APP.key}`, {
      data: { external_id: "u_7", ...data },
    });
    expect(response.status(), await response.text()).toBe(200);
    return response.json();
  };
  await call("identify", { attributes: { name: "Ada Lovelace" } });
  const event = { id: "019aa5a0-0000-7000-8000-000000000001", name: "order_shipped", at: new Date().toISOString() };
  await call("events", { events: [{ ...event, props: {} }] });
  // Safe cast: the server sends the contract's `BootResponse`.
  const { decisions } = (await call("identify", {})) as {
    readonly decisions: readonly { readonly slug: string; readonly content_id: string; readonly version_id: string }[];
  };
  const celebration = decisions.find(({ slug }) => slug === "first-order");
  const run_id = "run_019aa5a0-0000-7000-8000-000000000001";
  const { content_id, version_id } = celebration ?? {};
  await call("progress", { action: "start", run_id, content_id, version_id, step_id: "celebration", reason: "event" });
  await call("progress", { action: "end", run_id, seq: 1, reason: "completed" });

  const more = page.getByRole("button", { name: "Actions for First order" });
  await more.click();
  await pick(page.getByRole("menuitem", { name: "View recipients" }));
  await expect(page.getByRole("row", { name: /Ada Lovelace/ })).toContainText("Played");
  const parts = page.getByRole("navigation", { name: "Celebrations sections" });
  await expect(parts.locator("[aria-current]")).toHaveText(["Recipients"]);
  await parts.getByRole("link", { name: "Celebrations" }).click();
  await more.click();
  await pick(page.getByRole("menuitem", { name: "Pause" }));
  await expect(row).toContainText("Paused");
  await row.getByRole("link", { name: "First order", exact: true }).click();
  await expect(page.getByText("This content is paused.")).toBeVisible();
  await page.getByRole("button", { name: "Choose colors" }).click();
  for (const n of [4, 3, 2]) await page.getByRole("button", { name: `Remove color ${n}` }).click();
  await page.getByLabel("Color 1").first().fill("#fefefe");
  await page.getByRole("button", { name: "Publish changes" }).click();
  const warnings = page.getByRole("dialog", { name: "1 warning to review" });
  await expect(warnings.getByRole("listitem")).toHaveText([
    /^No color has enough contrast in light mode. People may not see the confetti./,
  ]);
  await warnings.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Celebrations", exact: true }).first().click();
  await expect(row).toContainText("Paused, edited");
  await more.click();
  await pick(page.getByRole("menuitem", { name: "Publish", exact: true }));
  await warnings.getByRole("button", { name: "Publish anyway" }).click();
  await expect(row).toContainText("Live");
  await more.click();
  await pick(page.getByRole("menuitem", { name: "Unpublish" }));
  await expect(row).toContainText("Draft");
});

test("previews each effect, and sends a celebration to everyone", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}${ADDRESS}?tab=presets`);
  const stage = page.frameLocator('iframe[title="Preview"]');
  await page.getByRole("radio", { name: "Stars" }).click();
  await expect(stage.locator("fanfare-ui canvas")).toBeAttached();
  await page.getByRole("button", { name: "Send celebration" }).click();
  const dialog = page.getByRole("dialog", { name: "Send celebration" });
  await dialog.getByRole("button", { name: "Preview effect" }).click();
  await expect(dialog.frameLocator("iframe").locator("fanfare-ui canvas")).toBeAttached();
  await dialog.getByLabel("Description").fill("A million!");
  await check(page, "celebrate now");
  const question = page.getByRole("alertdialog", { name: "Send this celebration to everyone?" });
  await dialog.getByRole("button", { name: "Send celebration" }).click();
  await check(page, "confirm celebration");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await dialog.getByRole("button", { name: "Send celebration" }).click();
  const sent = page.waitForResponse((response) => response.url().includes("/api/live-updates"));
  await question.getByRole("button", { name: "Send to everyone" }).click();
  const answer = await sent;
  expect(answer.status()).toBe(201);
  // Safe cast: the server sends the contract's `LiveUpdate`.
  const { body, audience } = (await answer.json()) as { readonly body: unknown; readonly audience: unknown };
  expect([body, audience]).toEqual([
    { kind: "celebration", preset: "cannons", text: "A million!" },
    { kind: "everyone" },
  ]);
  await expect(dialog).toHaveCount(0);
  const { items } = await (await page.request.get(`${server.url}/api/live-updates?app_id=${APP.id}`)).json();
  // Once: the canceled one wasn't sent.
  expect(JSON.stringify(items).match(/A million!/g)).toHaveLength(1);
});
