import { APP, expect, test } from "./support/harness.ts";
import { QUESTIONS } from "./support/sample-data.ts";

test("shows survey results per question with the people who answered", async ({ server, signedIn: page }) => {
  test.slow();
  const headers = { origin: server.url };
  const draft = { body: { type: "survey", title: "How is the desk?", questions: QUESTIONS } };
  const content = { app_id: APP.id, slug: "desk-survey", name: "Desk survey", draft };
  const made = await (await page.request.post(`${server.url}/api/contents`, { data: content, headers })).json();
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=answers&content=${made.id}`);
  await expect(page.getByRole("heading", { name: "No answers yet" })).toBeVisible();

  await page.request.post(`${server.url}/api/contents/${made.id}/publish`, {
    data: { app_id: APP.id },
    headers: { ...headers, "if-match": `"${made.revision}"` },
  });
  for (const [person_id, likely, uses, why] of [
    ["desk-ada", 10, ["orders", "stock"], "More keys"],
    ["desk-bob", 9, ["orders"], "Nothing at all"],
    ["desk-cleo", 2, ["stock"], "The colors"],
  ] as const) {
    const props = { content_id: made.id, version: 1, run_id: `run-${person_id}` };
    const events = Object.entries({ likely, uses, why }).map(([step_id, answer]) => ({
      name: "survey_answered",
      props: { ...props, step_id, answer },
    }));
    const data = { app_id: APP.id, external_id: person_id, events };
    expect((await page.request.post(`${server.url}/api/track`, { data, headers })).ok()).toBe(true);
  }
  await page.reload();
  const score = page.getByRole("region", { name: "Would you recommend the desk?" });
  await expect(score).toContainText("+33");
  await expect(score).toContainText("95% confidence interval");
  await expect(score.getByRole("row", { name: /^10 1/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Orders 2/ })).toBeVisible();
  const region = page.getByRole("region", { name: "What should we change?" });
  await region.getByRole("link", { name: "Show respondents" }).click();
  await expect(region.getByRole("list", { name: "Answers to What should we change?" })).toContainText("More keys");
  await expect(page).toHaveURL(/question=why/);
  await region.getByRole("searchbox", { name: "Search answers to What should we change?" }).fill("colors");
  await expect(region.getByText("More keys")).toHaveCount(0);
  await expect(region.getByText("The colors")).toBeVisible();
  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/days=%227%22/);
  await expect(page.getByText("3 responses")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("desk-survey-answers.csv");
  await region.getByRole("link", { name: "desk-cleo" }).click();
  await expect(page.getByRole("heading", { name: "desk-cleo" })).toBeVisible();
});
