import { APP, addressOf, createTour, expect, readTour, saveState, test } from "./support/harness.ts";

test("creates and publishes a variant, and reports that data is missing", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await page.goto(addressOf(server, id, "?tab=experiment"));
  await page.getByRole("spinbutton", { name: "Holdout share" }).fill("10");
  await page.getByRole("button", { name: "Add variant" }).click();
  await expect(page.getByRole("list", { name: "Audience split" })).toContainText("Variant B “Variant B”45%");
  await page.getByRole("textbox", { name: "Name of variant B" }).fill("Short");
  await page.getByRole("spinbutton", { name: "Share of variant B" }).fill("40");
  await expect(page.getByRole("alert")).toHaveText("The shares add up to 90%. They must add up to 100%.");
  await page.getByRole("spinbutton", { name: "Share of variant A" }).fill("60");

  await page.getByRole("link", { name: "Edit variant B" }).click();
  const title = page.getByLabel("Title", { exact: true });
  await title.fill("In short");
  await expect(page.getByRole("radio", { name: "B “Short”" })).toBeChecked();
  await page.getByRole("radio", { name: "A", exact: true }).click();
  await expect(title).toHaveValue("First step");
  await expect(saveState(page)).toHaveText("Saved");
  await expect
    .poll(async () => (await readTour(page, server, id)).draft)
    .toMatchObject({
      body: { steps: [{ title: "First step" }, { title: "Second step" }] },
      rollout: { holdout_percent: 10 },
      experiment: {
        weight: 60,
        variants: [{ id: "b", name: "Short", weight: 40, body: { steps: [{ title: "In short" }, {}] } }],
      },
    });

  const goal = { app_id: APP.id, name: "Experiments: ordered", event_name: "experiments_ordered" };
  await page.request.post(`${server.url}/api/goals`, { data: goal, headers: { origin: server.url } });
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.locator("#main").getByText("Live", { exact: true })).toBeVisible();
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=experiments&content=${id}`);
  await expect(page.getByRole("table", { name: /^Actual and expected people in each variant/ })).toContainText(
    "Variant B “Short”",
  );
  await expect(page.getByText(/^(The result|Results) for your .*goals? appears? once people take part\.$/)).toHaveCount(
    1,
  );
});

test("ends an experiment with the variant that won, for everyone", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await page.goto(addressOf(server, id, "?tab=experiment"));
  await page.getByRole("spinbutton", { name: "Holdout share" }).fill("10");
  await page.getByRole("button", { name: "Add variant" }).click();
  await page.getByRole("link", { name: "Edit variant B" }).click();
  await page.getByLabel("Title", { exact: true }).fill("In short");
  await page.getByRole("link", { name: "Experiment" }).click();
  await page.getByRole("button", { name: "End experiment" }).click();
  const dialog = page.getByRole("dialog", { name: "End experiment" });
  await dialog.getByRole("radio", { name: "Variant B" }).click();
  await dialog.getByRole("button", { name: "End experiment" }).click();
  await expect(dialog).toHaveCount(0);
  const draft = async () => (await readTour(page, server, id)).draft;
  await expect.poll(draft).toMatchObject({ body: { steps: [{ title: "In short" }, { title: "Second step" }] } });
  expect([(await draft()).experiment, (await draft()).rollout]).toEqual([undefined, undefined]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(draft).toMatchObject({
    body: { steps: [{ title: "First step" }, {}] },
    rollout: { holdout_percent: 10 },
    experiment: {},
  });
});
