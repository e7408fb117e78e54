import { APP, expect, expectKept, pick, test } from "./harness.ts";
import { check } from "./looks.ts";

const ADDRESS = `/console/${APP.id}/celebrations`;

test("a celebration is made with its rule, published, thrown for a person, and found under who got one", async ({
  house,
  signedIn: page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(house.url + ADDRESS);
  await expect(page.getByRole("heading", { name: "Celebrate what people reach" })).toBeVisible();
  await page.getByRole("button", { name: "New celebration" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New celebration" });
  await dialog.getByLabel("Name").fill("First order");
  await expect(dialog.getByLabel("Slug")).toHaveValue("first-order");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog.getByLabel("Event", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("What is celebrated").fill("Your first order!");
  await dialog.getByLabel("Event", { exact: true }).fill("order_shipped");
  await expectKept(page, dialog);
  await check(page, "a new celebration");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole("row", { name: /First order/ });
  await expect(row).toContainText("The 1st order_shipped");
  await expect(row).toContainText("Live");

  // What the SDK of a person's page says.
  const call = async (path: string, data: object): Promise<unknown> => {
    const response = await page.request.post(`${house.url}/v1/${path}?app=${APP.key}`, {
      data: { external_id: "u_7", ...data },
    });
    expect(response.status(), await response.text()).toBe(200);
    return response.json();
  };
  await call("identify", { attributes: { name: "Ada Lovelace" } });
  const event = { id: "019aa5a0-0000-7000-8000-000000000001", name: "order_shipped", at: new Date().toISOString() };
  await call("events", { events: [{ ...event, props: {} }] });
  // The contract's BootResponse, from the server of this repository.
  const { decisions } = (await call("identify", {})) as {
    readonly decisions: readonly { readonly slug: string; readonly content_id: string; readonly version_id: string }[];
  };
  const party = decisions.find(({ slug }) => slug === "first-order");
  const run_id = "run_019aa5a0-0000-7000-8000-000000000001";
  const { content_id, version_id } = party ?? {};
  await call("progress", { action: "start", run_id, content_id, version_id, step_id: "celebration", reason: "event" });
  await call("progress", { action: "end", run_id, seq: 1, reason: "completed" });

  await page.getByRole("button", { name: "More about First order" }).click();
  await pick(page.getByRole("menuitem", { name: "Who got it" }));
  await expect(page.getByRole("row", { name: /Ada Lovelace/ })).toContainText("Celebrated");
  const parts = page.getByRole("navigation", { name: "Parts of Celebrations" });
  await expect(parts.locator("[aria-current]")).toHaveText(["Who got one"]);
  await parts.getByRole("link", { name: "Celebrations" }).click();
  const more = page.getByRole("button", { name: "More about First order" });
  await more.click();
  await pick(page.getByRole("menuitem", { name: "Pause" }));
  await expect(row).toContainText("Paused");
  await row.getByRole("button", { name: "First order", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit First order" });
  await editor.getByLabel("Colours").fill("#fefefe");
  await editor.getByRole("button", { name: "Publish changes and resume" }).click();
  const doubts = page.getByRole("dialog", { name: "One thing before it goes live" });
  await expect(doubts.getByRole("listitem")).toHaveText([
    "None of its colours stands out in light: people may see no confetti.",
  ]);
  await doubts.getByRole("button", { name: "Not yet" }).click();
  await editor.getByRole("button", { name: "Save draft" }).click();
  await expect(row).toContainText("Paused, changed");
  await more.click();
  await pick(page.getByRole("menuitem", { name: "Publish changes and resume" }));
  await doubts.getByRole("button", { name: "Publish anyway" }).click();
  await expect(row).toContainText("Live");
  await more.click();
  await pick(page.getByRole("menuitem", { name: "Unpublish" }));
  await expect(row).toContainText("Draft");
});

test("every preset can be seen, and confetti thrown now for everyone", async ({ house, signedIn: page }) => {
  await page.goto(`${house.url}${ADDRESS}?tab=presets`);
  const stage = page.frameLocator('iframe[title="Preview"]');
  await page.getByRole("radio", { name: "Stars" }).click();
  await expect(stage.locator("fanfare-ui canvas")).toBeAttached();
  await page.getByRole("button", { name: "Celebrate now" }).click();
  const dialog = page.getByRole("dialog", { name: "Celebrate now" });
  await dialog.getByRole("button", { name: "Play", exact: true }).click();
  await expect(dialog.frameLocator("iframe").locator("fanfare-ui canvas")).toBeAttached();
  await dialog.getByLabel("What is celebrated").fill("A million!");
  await check(page, "celebrate now");
  const sent = page.waitForResponse((response) => response.url().includes("/api/live-updates"));
  await dialog.getByRole("button", { name: "Celebrate", exact: true }).click();
  const answer = await sent;
  expect(answer.status()).toBe(201);
  // The contract's LiveUpdate, from the server of this repository.
  const { body, audience } = (await answer.json()) as { readonly body: unknown; readonly audience: unknown };
  expect([body, audience]).toEqual([
    { kind: "celebration", preset: "cannons", text: "A million!" },
    { kind: "everyone" },
  ]);
  await expect(dialog).toHaveCount(0);
});
