import type { Question, SurveyBody } from "@fanfare/contract/content/survey";
import type { Page } from "@playwright/test";
import { card, ended, events, expect, paragraph, test } from "./support/app-page.ts";
import { audit } from "./support/axe-audit.ts";

const QUESTIONS: readonly Question[] = [
  {
    id: "nps",
    kind: "nps",
    title: "Would you recommend us?",
    required: true,
    low_label: "Never",
    high_label: "Surely",
  },
  {
    id: "mood",
    kind: "rating",
    title: "Your mood?",
    required: false,
    scale: 5,
    look: "smileys",
    low_label: "",
    high_label: "",
  },
  {
    id: "stars",
    kind: "rating",
    title: "How good?",
    required: false,
    scale: 5,
    look: "stars",
    low_label: "",
    high_label: "",
  },
  {
    ...{ id: "uses", kind: "choice", title: "What for?", required: true, several: true },
    options: [
      { id: "work", label: "Work" },
      { id: "play", label: "Play" },
    ],
  },
  { id: "why", kind: "text", title: "Why?", required: true, long: true, placeholder: "In a sentence" },
];
const survey = (more: Partial<SurveyBody> = {}): SurveyBody => ({
  ...{ type: "survey", form: "corner", title: "How is it going?", blocks: paragraph("Five questions.") },
  questions: QUESTIONS,
  thanks: { title: "Thank you!", blocks: paragraph("It helps.") },
  suppression: { offered: true, days: 365, snooze_hours: 24 },
  ...more,
});

async function show(app: Page, body: SurveyBody, step_id = ""): Promise<void> {
  await app.evaluate(
    ([body, id]) => {
      window.driver.events.length = 0;
      return window.driver.show(body, { name: "Feedback", step_id: id });
    },
    [body, step_id] as const,
  );
  await app.waitForFunction(() => window.driver.events.length > 0);
}
const clean = async (app: Page): Promise<void> => expect(await audit(app)).toEqual({ violations: [], undecided: [] });
const press = (app: Page, name: string) => card(app).getByRole("button", { name }).click();
const answers = async (app: Page) =>
  (await events(app)).flatMap((event) => (event.kind === "answered" ? [[event.step_id, event.answer]] : []));

test.use({ bypassCSP: true, reducedMotion: "reduce" });

test("takes no focus in the corner, and works by F6 and keyboard until the thanks", async ({ app }) => {
  await app.locator("#apply").focus();
  await show(app, survey());
  const dialog = app.getByRole("dialog", { name: "How is it going?" });
  await expect(dialog).toBeVisible();
  await expect(app.locator("#apply")).toBeFocused();
  await clean(app);
  await app.keyboard.press("F6");
  await app.keyboard.press("Tab");
  const group = dialog.getByRole("radiogroup", { name: /Would you recommend us/ });
  await expect(group.getByRole("radio", { name: "0, Never" })).toBeFocused();
  // Required, but nothing was selected.
  await press(app, "Next");
  await expect(group).toHaveAttribute("aria-invalid", "true");
  await expect(group).toHaveAccessibleDescription("Answer this question to continue.");
  await expect(group.getByRole("radio", { name: "0, Never" })).toBeFocused();
  await clean(app);
  for (let times = 0; times < 9; times++) await app.keyboard.press("ArrowRight");
  await expect(group.getByRole("radio", { name: "9", exact: true })).toBeChecked();
  // An answer takes the error back.
  await expect(dialog.getByText("Answer this question to continue.")).toBeHidden();
  await expect(group).toHaveAttribute("aria-invalid", "");
  await expect(group).toHaveAccessibleDescription("");
  await app.keyboard.press("Enter");
  await expect(dialog.getByRole("radio", { name: "Very unhappy" })).toBeFocused();
  await clean(app);
  await app.keyboard.press("Enter");
  await dialog.getByRole("radio", { name: "4 of 5" }).check();
  await clean(app);
  await app.keyboard.press("Enter");
  await expect(dialog.getByText("Question 4 of 5")).toBeVisible();
  await app.keyboard.press("Enter");
  await expect(dialog.getByRole("checkbox", { name: "Work" })).toHaveAttribute("aria-invalid", "true");
  await app.keyboard.press("Space");
  await clean(app);
  await press(app, "Next");
  const text = dialog.getByRole("textbox", { name: /Why/ });
  await expect(text).toBeFocused();
  await app.keyboard.type("It is quick");
  await clean(app);
  // Going back, changing an answer, and returning keeps what was written.
  await press(app, "Back");
  await dialog.getByRole("checkbox", { name: "Play" }).check();
  await press(app, "Next");
  await expect(text).toBeFocused();
  await expect(text).toHaveValue("It is quick");
  await press(app, "Send");
  await expect(card(app).getByRole("heading", { name: "Thank you!" })).toBeFocused();
  await clean(app);
  await expect
    .poll(() => answers(app))
    .toEqual([
      ["nps", 9],
      ["stars", 4],
      ["uses", ["work"]],
      ["uses", ["work", "play"]],
      ["why", "It is quick"],
    ]);
  const completed = { kind: "ended", reason: "completed", suppress: false, stays: true };
  expect(await ended(app)).toEqual(completed);
  await app.keyboard.press("Escape");
  await expect(card(app)).toHaveCount(0);
  expect((await events(app)).slice(-2)).toEqual([completed, { kind: "removed" }]);
});

test("keeps focus as a dialog, fits 320 pixels right to left, and can be snoozed", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 560 });
  await app.emulateMedia({ colorScheme: "dark" });
  await app.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
  await show(app, survey({ form: "modal" }), "uses");
  await expect(card(app).getByRole("heading", { name: "How is it going?" })).toBeFocused();
  await clean(app);
  const box = await card(app).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
  await press(app, "Remind me later");
  expect(await ended(app)).toEqual({ kind: "ended", reason: "snoozed", suppress: false, snooze: true });
});

test("reports a closed survey with its options, and completes one that is sent", async ({ app }) => {
  const short = survey({ questions: QUESTIONS.slice(0, 1) });
  await show(app, short);
  await card(app)
    .getByRole("checkbox", { name: /Do not show again/ })
    .check();
  await press(app, "Close");
  expect(await ended(app)).toMatchObject({ reason: "do_not_show_again", suppress: true });
  await show(app, short);
  await card(app).getByRole("radio", { name: "10, Surely" }).check();
  await press(app, "Send");
  expect(await ended(app)).toMatchObject({ reason: "completed" });
  await press(app, "Done");
  await expect(card(app)).toHaveCount(0);
  // A branch leads past questions, the way back follows it, and the message fits the answer.
  const [nps, ...others] = QUESTIONS;
  if (nps === undefined) throw new Error("There is no question.");
  const when = (from: number, to: number) => ({ kind: "numbers", from, to }) as const;
  await show(
    app,
    survey({
      questions: [
        {
          ...nps,
          branches: [
            { when: when(0, 6), go_to: "why" },
            { when: when(9, 10), go_to: null },
          ],
        },
        ...others,
      ],
      endings: [{ id: "glad", question_id: "nps", when: when(9, 10), title: "Glad to hear it!", blocks: [] }],
    }),
  );
  await expect(card(app).getByText("Question 1 of 5")).toBeVisible();
  await card(app).getByRole("radio", { name: "3", exact: true }).check();
  await press(app, "Next");
  await expect(card(app).getByText("Question 2 of 2")).toBeVisible();
  await expect(card(app).getByRole("textbox", { name: /Why/ })).toBeFocused();
  await press(app, "Back");
  await card(app).getByRole("radio", { name: "10, Surely" }).check();
  await press(app, "Next");
  await expect(card(app).getByRole("heading", { name: "Glad to hear it!" })).toBeFocused();
  await press(app, "Done");
  await expect(card(app)).toHaveCount(0);
  // One key press doesn't discard an unsent answer.
  await show(app, survey({ form: "modal" }), "why");
  const text = card(app).getByRole("textbox", { name: /Why/ });
  await text.fill("It is quick");
  await text.press("Escape");
  await expect(text).toHaveAccessibleDescription("Your answer hasn’t been sent. Press Escape again to discard it.");
  await expect(text).toHaveValue("It is quick");
  await text.press("Escape");
  expect(await ended(app)).toMatchObject({ reason: "escape" });
});

test("keeps unfinished answers on the way back, until another page answers", async ({ app }) => {
  const options = ["Orders", "Stock"].map((label) => ({ id: label, label }));
  const text = { kind: "text", required: true, long: false, placeholder: "" } as const;
  const questions: readonly Question[] = [
    { ...text, id: "first", title: "First?", required: false },
    { id: "rank", kind: "ranking", title: "In which order?", required: true, options },
    { ...text, id: "last", title: "Last?" },
  ];
  await show(app, survey({ questions }));
  const place = (name: string) => card(app).getByRole("combobox", { name });
  await press(app, "Next");
  await place("Stock").selectOption("1");
  await press(app, "Next");
  await expect(place("Orders")).toHaveAccessibleDescription("Choose a place for each of the 2 options.");
  await press(app, "Back");
  await press(app, "Next");
  await expect(place("Stock")).toHaveValue("1");
  await expect(place("Orders")).not.toHaveAccessibleDescription(/./);
  await place("Orders").selectOption("2");
  await press(app, "Next");
  const last = card(app).getByRole("textbox", { name: /Last/ });
  await last.fill("Half of it");
  await press(app, "Back");
  await press(app, "Next");
  await expect(last).toHaveValue("Half of it");
  expect(await answers(app)).toEqual([["rank", ["Stock", "Orders"]]]);
  await press(app, "Back");
  const run = { run_id: "run_1", seq: 5, step_id: "last", version_id: "ver_1", answers: { last: "All of it" } };
  await app.evaluate((elsewhere) => window.driver.tour?.goTo("last", elsewhere), run);
  await expect(last).toHaveValue("All of it");
});

test("asks for own answers, matrices, rankings, addresses, and dates by keyboard", async ({ app }) => {
  const options = ["Orders", "Stock", "Reports"].map((label) => ({ id: label, label }));
  const base = { required: true } as const;
  await show(
    app,
    survey({
      questions: [
        { ...base, id: "own", kind: "choice", title: "What for?", several: false, options, other_label: "Other" },
        {
          ...{ ...base, id: "parts", kind: "matrix", title: "How good?", rows: options.slice(0, 2) },
          columns: ["Bad", "Good"].map((label) => ({ id: label, label })),
        },
        { ...base, id: "rank", kind: "ranking", title: "In which order?", options },
        { ...base, id: "mail", kind: "email", title: "Your address?" },
        { ...base, id: "day", kind: "date", title: "Since when?" },
      ],
    }),
  );
  const dialog = app.getByRole("dialog", { name: "How is it going?" });
  await app.keyboard.press("F6");
  const other = dialog.getByRole("radio", { name: "Other" });
  await other.focus();
  await app.keyboard.press("Space");
  await app.keyboard.press("Enter");
  const group = dialog.getByRole("radiogroup", { name: /What for/ });
  await expect(group).toHaveAccessibleDescription("Enter your own answer.");
  const own = dialog.getByRole("textbox", { name: "Other" });
  await expect(own).toBeFocused();
  await clean(app);
  await app.keyboard.type("Audits");
  await app.keyboard.press("Enter");
  const orders = dialog.getByRole("radiogroup", { name: "Orders" });
  await expect(orders.getByRole("radio", { name: "Bad" })).toBeFocused();
  await app.keyboard.press("ArrowRight");
  await app.keyboard.press("Enter");
  // The row without an answer has the focus.
  const stock = dialog.getByRole("radiogroup", { name: "Stock" });
  await expect(stock).toHaveAccessibleDescription("Answer every row.");
  await expect(stock.getByRole("radio", { name: "Bad" })).toBeFocused();
  await clean(app);
  await app.keyboard.press("Space");
  await app.keyboard.press("Enter");
  const place = (name: string) => dialog.getByRole("combobox", { name });
  await expect(place("Orders")).toBeFocused();
  await app.keyboard.press("2");
  await place("Stock").selectOption("2");
  await expect(place("Orders")).toHaveValue("");
  await press(app, "Next");
  await expect(place("Orders")).toBeFocused();
  await expect(place("Orders")).toHaveAccessibleDescription("Choose a place for each of the 3 options.");
  await clean(app);
  await place("Orders").selectOption("3");
  await place("Reports").selectOption("1");
  await press(app, "Next");
  const mail = dialog.getByRole("textbox", { name: /Your address/ });
  await mail.fill("ada@example");
  await mail.press("Enter");
  await expect(mail).toHaveAccessibleDescription("Enter a valid email address.");
  await mail.fill("ada@example.com");
  await mail.press("Enter");
  const day = dialog.getByLabel(/Since when/);
  await expect(day).toBeFocused();
  await clean(app);
  await day.fill("2026-11-23");
  await press(app, "Send");
  await expect
    .poll(() => answers(app))
    .toEqual([
      ["own", { options: [], other: "Audits" }],
      ["parts", { rows: { Orders: "Good", Stock: "Bad" } }],
      ["rank", ["Reports", "Stock", "Orders"]],
      ["mail", "ada@example.com"],
      ["day", "2026-11-23"],
    ]);
});

test("waits for its place in the page, takes no focus, and moves the page by a third at most", async ({ app }) => {
  const micro = survey({
    ...{ form: "inline", blocks: [], questions: QUESTIONS.slice(0, 1) },
    position: { place: "after", target: { strategies: [{ kind: "css", value: "#late" }] }, wait_ms: 60_000 },
  });
  await app.locator("#apply").focus();
  const before = await app.evaluate(() => document.documentElement.outerHTML);
  await app.evaluate((body) => {
    window.driver.events.length = 0;
    return window.driver.show(body, { name: "Feedback" });
  }, micro);
  expect(await events(app)).toEqual([]);
  await app.evaluate(() => {
    const late = Object.assign(document.createElement("p"), { id: "late", textContent: "Late" });
    document.querySelector("main")?.prepend(late);
  });
  const region = app.getByRole("region", { name: "How is it going?" });
  await expect(region).toBeVisible();
  expect(await app.evaluate(() => document.querySelector("#late")?.nextElementSibling?.localName)).toBe("fanfare-ui");
  expect(await events(app)).toMatchObject([{ kind: "step_shown", step_id: "nps" }]);
  await expect(app.locator("#apply")).toBeFocused();
  const height = app.viewportSize()?.height ?? 0;
  expect((await region.boundingBox())?.height).toBeLessThanOrEqual(height / 3);
  await clean(app);
  // The page removes and renders its part again.
  await region.getByRole("radio", { name: "7" }).check();
  await app.evaluate(() => {
    const late = document.querySelector("#late");
    const copy = late?.cloneNode(true);
    late?.nextElementSibling?.remove();
    if (copy) late?.replaceWith(copy);
  });
  await expect(region).toBeVisible();
  await expect(region.getByRole("radio", { name: "7" })).toBeChecked();
  await app.keyboard.press("F6");
  await app.keyboard.press("Tab");
  await expect(region.getByRole("radio", { name: "7" })).toBeFocused();
  await app.keyboard.press("ArrowRight");
  await press(app, "Send");
  const thanks = app.getByRole("region", { name: "Thank you!" });
  await expect(thanks).toBeVisible();
  expect(await answers(app)).toEqual([["nps", 8]]);
  await press(app, "Done");
  await expect(thanks).toHaveCount(0);
  await app.evaluate(() => document.querySelector("#late")?.remove());
  expect(await app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
});

test("fits an inline survey in 320 pixels, right to left", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 640 });
  await app.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  const target = { strategies: [{ kind: "css", value: "main" }] } as const;
  await show(app, survey({ form: "inline", position: { place: "inside", target, wait_ms: 1_000 } }));
  const region = app.getByRole("region", { name: "How is it going?" });
  const box = await region.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
  await expect(region.getByRole("button", { name: "Next" })).toBeVisible();
  await clean(app);
});
