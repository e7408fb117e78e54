import { DAY_MS, SECOND_MS } from "@fanfare/contract/limits";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { signIn } from "./support/console.ts";
import { expect, test } from "./support/fixtures.ts";
import { APP, type TestServer } from "./support/test-server.ts";
import { snippet } from "./support/third-party-page.ts";

const CONTENTS = {
  contents: [
    {
      slug: "feedback",
      name: "Feedback",
      edition: {
        body: {
          type: "survey",
          title: "How is it?",
          questions: [
            {
              ...{ id: "uses", kind: "choice", title: "What for?", several: true, other_label: "Something else" },
              options: [
                { id: "work", label: "Work" },
                { id: "play", label: "Play" },
              ],
            },
            { id: "why", kind: "text", title: "Why?", long: false, required: true },
            { id: "more", kind: "text", title: "More?" },
          ],
        },
      },
    },
  ],
} as unknown as ContentFile; // The server validates it.

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

async function open(page: Page, server: TestServer): Promise<void> {
  const address = `${server.url}/shop.html`;
  const html = `<!doctype html><title>Shop</title>${snippet(server.url, APP.key)}`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(address);
}

/** Resolves once the server has stored an answer to this question, or that the person is at it. */
const stored = (page: Page, path: "events" | "progress", step_id: string) =>
  page.waitForResponse(
    (response) =>
      response.url().includes(`/v1/${path}`) &&
      response.ok() &&
      (response.request().postDataJSON()?.events ?? [response.request().postDataJSON()]).some(
        (sent: { name?: string; step_id?: string; props?: { step_id?: string } }) =>
          path === "progress"
            ? sent.step_id === step_id
            : sent.name === "survey_answered" && sent.props?.step_id === step_id,
      ),
  );

/** Calls that the page keeps until the server has answered them: a reload sends again what is left. */
const waitingCalls = (page: Page): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction("calls").objectStore("calls").count();
          count.onsuccess = () => resolve(count.result);
          opening.result.close();
        };
      }),
    `fanfare:${APP.key}`,
  );

const survey = (page: Page) => page.getByRole("dialog", { name: "How is it?" });
const press = (page: Page, name: string) => survey(page).getByRole("button", { name, exact: true }).click();

async function expectAnswers(page: Page): Promise<void> {
  await expect(survey(page).getByRole("textbox", { name: "More?" })).toBeVisible();
  await press(page, "Back");
  await expect(survey(page).getByRole("textbox", { name: "Why?" })).toHaveValue("It’s fast");
  await press(page, "Back");
  await expect(survey(page).getByRole("checkbox", { name: "Work" })).toBeChecked();
  await expect(survey(page).getByRole("checkbox", { name: "Play" })).not.toBeChecked();
  await expect(survey(page).getByRole("textbox")).toHaveValue("Reports");
  await press(page, "Next");
  await press(page, "Next");
  await expect(survey(page).getByRole("textbox", { name: "More?" })).toBeVisible();
}

test("a survey continues with its answers after a reload and in another tab", async ({ server, page, context }) => {
  await open(page, server);
  await survey(page).getByRole("checkbox", { name: "Work" }).check();
  await survey(page).getByRole("checkbox", { name: "Something else" }).check();
  await survey(page).getByRole("textbox").fill("Reports");
  await press(page, "Next");
  const sent = Promise.all([stored(page, "events", "why"), stored(page, "progress", "more")]);
  await survey(page).getByRole("textbox", { name: "Why?" }).fill("It’s fast");
  await press(page, "Next");
  await sent;
  await expect.poll(() => waitingCalls(page)).toBe(0);
  await page.reload();
  await expectAnswers(page);
  await expect.poll(() => waitingCalls(page)).toBe(0);

  const tab = await context.newPage();
  await open(tab, server);
  await expectAnswers(tab);
  await press(tab, "Send");
  await expect(survey(tab)).toHaveCount(0);
});

test("a question that a person skips within a second counts as seen", async ({ server, page }) => {
  // Neither question is on the screen for a second, however slow this machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + SECOND_MS);
  await open(page, server);
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await survey(page).isVisible()).toBe(true);
  }).toPass();
  const moved = stored(page, "progress", "why");
  await press(page, "Next");
  await expect(survey(page).getByRole("textbox", { name: "Why?" })).toBeVisible();
  await page.clock.runFor(100);
  await moved;
  const sent = page.waitForResponse(
    (response) => (response.request().postData() ?? "").includes("survey_dismissed") && response.ok(),
  );
  await press(page, "Close");
  await page.clock.resume();
  expect((await sent).request().postData()).not.toContain("survey_question_seen");

  await signIn(page, server.url);
  const list = await (await page.request.get(`${server.url}/api/contents?app_id=${APP.id}`)).json();
  const [from = "", to = ""] = [-DAY_MS, DAY_MS].map((away_ms) => new Date(Date.now() + away_ms).toISOString());
  const query = new URLSearchParams({ app_id: APP.id, content_id: list.items[0].id, from, to });
  const { parts } = await (await page.request.get(`${server.url}/api/analytics/funnel?${query}`)).json();
  expect(parts).toMatchObject([{ started: 1, dismissed: 1, unseen: 0 }]);
  expect(parts[0].steps.map(({ step_id, seen }: { step_id: string; seen: number }) => [step_id, seen])).toEqual([
    ["uses", 1],
    ["why", 0],
    ["more", 0],
  ]);
});
