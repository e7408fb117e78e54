import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectNoAxeFindings } from "./support/axe.ts";
import { APP, expect, test } from "./support/harness.ts";
import { QUESTIONS } from "./support/sample-data.ts";

test("shows survey results per question with the people who answered", async ({ server, signedIn: page, browser }) => {
  test.slow();
  const headers = { origin: server.url };
  const draft = { body: { type: "survey", title: "How is the desk?", share_by_link: true, questions: QUESTIONS } };
  const content = { app_id: APP.id, slug: "desk-survey", name: "Desk survey", draft };
  const made = await (await page.request.post(`${server.url}/api/contents`, { data: content, headers })).json();
  await page.goto(`${server.url}/console/${APP.id}/analytics?tab=answers&content=${made.id}`);
  await expect(page.getByRole("heading", { name: "No answers yet" })).toBeVisible();

  await page.request.post(`${server.url}/api/contents/${made.id}/publish`, {
    data: { app_id: APP.id },
    headers: { ...headers, "if-match": `"${made.revision}"` },
  });
  for (const [person_id, likely, uses, why] of [
    ["desk-dot", 9, ["orders"], "Fewer steps"],
    ["desk-eve", 9, ["orders"], "More help"],
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
  await answerByLink(await browser.newPage(), `${server.url}/s/desk-survey`);
  await page.reload();
  const score = page.getByRole("region", { name: "Would you recommend the desk?" });
  await expect(score).toContainText("+67");
  await expect(score).toContainText("95% confidence interval");
  // One day is no line.
  await expect(score.getByText(/: \+67$/)).toBeVisible();
  await expect(score.getByRole("listitem").filter({ hasText: "Promoters" })).toHaveText("Promoters (9–10)83%");
  await score.getByRole("button", { name: "Show as table" }).first().click();
  await expect(score.getByRole("row", { name: /^10 1/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Stock 3/ })).toBeVisible();
  const region = page.getByRole("region", { name: "What should we change?" });
  // The latest answers are listed at once.
  const answers = region.getByRole("list", { name: "Answers to What should we change?" });
  await expect(answers.getByRole("listitem")).toHaveCount(5);
  await expect(answers.getByRole("listitem").first()).toContainText("The link");
  await expect(answers).not.toContainText("Fewer steps");
  await region.getByRole("link", { name: "Show more" }).click();
  await expect(answers.getByRole("listitem")).toHaveCount(6);
  await expect(answers).toContainText("Fewer steps");
  await expect(page).toHaveURL(/question=why/);
  await region.getByRole("link", { name: "Show less" }).click();
  await expect(answers.getByRole("listitem")).toHaveCount(5);
  await region.getByRole("searchbox", { name: "Search answers to What should we change?" }).fill("colors");
  await expect(region.getByText("More keys")).toHaveCount(0);
  await expect(region.getByText("The colors")).toBeVisible();
  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/days=%227%22/);
  await expect(page.getByText("6 responses")).toContainText("1 by link");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("desk-survey-answers.csv");

  await page.getByRole("button", { name: "Export responses" }).click();
  const dialog = page.getByRole("dialog", { name: "Export responses" });
  await expectNoAxeFindings(page, "the export of responses");
  const exported = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  expect((await exported).suggestedFilename()).toBe("desk-survey-responses.csv");
  await expect(dialog.getByText("6 responses")).toBeVisible();
  const lines = (await readFile(await (await exported).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(7);
  expect(lines.find((line) => line.includes(",desk-ada,"))).toMatch(/,10,"Orders; Stock",More keys$/);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await region.getByRole("link", { name: "desk-cleo" }).click();
  await expect(page.getByRole("heading", { name: "desk-cleo" })).toBeVisible();
});

/** Answers on the page of the survey's link, by keyboard and after a reload. */
async function answerByLink(page: Page, link: string): Promise<void> {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.setViewportSize({ width: 320, height: 560 });
  await page.goto(link);
  const card = page.getByRole("main", { name: "How is the desk?" });
  await expect(card.getByRole("heading", { name: "How is the desk?" })).toBeVisible();
  await expectNoAxeFindings(page, "the page of a survey link");
  await card.getByRole("radio", { name: "9", exact: true }).press("Space");
  await card.getByRole("button", { name: "Next" }).press("Enter");
  const progress = page.waitForResponse((response) => response.url().includes("/v1/progress") && response.ok());
  await card.getByRole("checkbox", { name: "Stock" }).check();
  await card.getByRole("button", { name: "Next" }).click();
  await progress;
  await card.getByRole("textbox", { name: "What should we change?" }).fill("The link");
  const sent = page.waitForResponse((response) => response.url().includes("/v1/events") && response.ok());
  // A page that is left sooner sends the end again, which the server refuses.
  const ended = page.waitForResponse(
    (response) =>
      response.url().includes("/v1/progress") && response.request().postData()?.includes("completed") === true,
  );
  await card.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "Thank you! You can close this page." })).toBeFocused();
  await Promise.all([sent, ended]);
  await page.reload();
  await expect(page.getByRole("heading", { name: /already answered/ })).toBeVisible();
  expect(problems).toEqual([]);
  await page.context().close();
}
