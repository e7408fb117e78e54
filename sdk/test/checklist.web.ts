import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { Locator, Page } from "@playwright/test";
import type { ShowMore } from "./fixtures/player.ts";
import { card, ended, events, expect, focus, listeners, paragraph, test } from "./support/app-page.ts";

const body: ChecklistBody = {
  type: "checklist",
  title: "First steps",
  blocks: paragraph("Four things, in any order."),
  tasks: [
    { id: "profile", title: "Say who you are", blocks: [], done_when: { kind: "person" } },
    {
      id: "tour",
      title: "Take the tour",
      blocks: paragraph("It takes a minute."),
      button: { label: "Start the tour", action: { kind: "start", content: "welcome" } },
      done_when: { kind: "completed", content: "welcome" },
    },
    {
      id: "read",
      title: "Read the guide",
      blocks: [],
      button: { label: "Read it", action: { kind: "link", href: "/guide" } },
      done_when: { kind: "button" },
    },
    { id: "invite", title: "Invite a teammate", blocks: [], done_when: { kind: "event", event: "invited" } },
  ],
  opens: "open",
  suppression: { offered: true, days: 365, snooze_hours: 24 },
};
const show = (app: Page, more: ShowMore = {}, it: ChecklistBody = body): Promise<void> =>
  app.evaluate(([body, extra]) => window.driver.show(body, extra), [it, more] as const);
const region = (app: Page): Locator => app.getByRole("region", { name: "First steps" });
const launcher = (app: Page): Locator => app.locator("fanfare-ui .launcher");
const eventNames = async (app: Page): Promise<readonly string[]> =>
  (await events(app)).map((event) => ("step_id" in event ? `${event.kind} ${event.step_id}` : event.kind));
/** An open run with these tasks done. */
const runWith = (done: readonly string[]) => ({
  run_id: "run_1",
  version_id: "ver_1",
  seq: 1,
  step_id: "checklist",
  done,
});
const tick = (app: Page, done: readonly string[]): Promise<void> =>
  app.evaluate((ids) => window.driver.tour?.completeTasks?.(ids, ids), done);

test("unlocks tasks one after the other if they're sequential", async ({ app }) => {
  await show(app, {}, { ...body, sequential: true });
  const tour = region(app).getByRole("button", { name: "Take the tour", exact: true });
  await expect(tour).toBeDisabled();
  await expect(region(app).getByRole("button", { name: "Start the tour" })).toBeHidden();
  await region(app).getByRole("checkbox", { name: "Say who you are" }).click();
  await expect(tour).toBeEnabled();
  // It opens by itself, and the one after it stays locked.
  await expect(region(app).getByRole("button", { name: "Start the tour" })).toBeVisible();
  await expect(region(app).getByRole("button", { name: "Read the guide", exact: true })).toBeDisabled();
  // Done elsewhere, out of turn.
  await tick(app, ["profile", "invite"]);
  await expect(app.getByRole("progressbar", { name: "First steps" })).toHaveAttribute("aria-valuenow", "2");
});

test("lets people skip tasks and undo it, without counting them", async ({ app }) => {
  await show(app, { run: { ...runWith([]), skipped: ["invite"] } }, { ...body, skippable: true, sequential: true });
  const skipButton = (name: string): Locator => region(app).getByRole("button", { name, exact: true });
  const progress = app.getByRole("progressbar", { name: "First steps" });
  await expect(card(app).getByText("0 of 3 done")).toBeVisible();
  await expect(region(app).getByRole("listitem").last()).toContainText("Invite a teammate, skipped");
  // Its turn hasn't come.
  await expect(skipButton("Skip: Take the tour")).toBeHidden();
  await skipButton("Skip: Say who you are").focus();
  await app.keyboard.press("Enter");
  await expect(skipButton("Undo skip: Say who you are")).toBeFocused();
  await expect(app.locator("fanfare-ui .sr-only[role=status]")).toHaveText("Say who you are, skipped. 0 of 2 done");
  await expect(progress).toHaveAttribute("aria-valuemax", "2");
  await expect(skipButton("Skip: Take the tour")).toBeVisible();
  await app.keyboard.press("Enter");
  await expect(card(app).getByText("0 of 3 done")).toBeVisible();
  await region(app).getByRole("checkbox", { name: "Say who you are" }).click();
  await expect(skipButton("Skip: Say who you are")).toBeHidden();
  await skipButton("Skip: Take the tour").click();
  await skipButton("Skip: Read the guide").click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "completed", suppress: false });
  await expect
    .poll(() => eventNames(app))
    .toEqual([
      ...["step_shown checklist", "step_skipped profile", "step_restored profile", "step_completed profile"],
      ...["step_skipped tour", "step_skipped read", "ended"],
    ]);
});

test("completes nothing if all tasks are skipped, and shows it", async ({ app }) => {
  await show(app, { run: { ...runWith([]), skipped: ["tour", "read", "invite"] } }, { ...body, skippable: true });
  await region(app).getByRole("button", { name: "Skip: Say who you are" }).click();
  await expect(card(app).getByText("All tasks skipped")).toBeVisible();
  await region(app).getByRole("button", { name: "Close" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "close_button", suppress: false });
});

test("completes tasks by the person, their button, or elsewhere, until the last", async ({ app }) => {
  const before = await app.evaluate(() => document.documentElement.outerHTML);
  const listener_count = await listeners(app);
  await app.locator("#customer").focus();
  await show(app);
  await expect(region(app)).toBeVisible();
  await expect.poll(() => focus(app)).toBe("customer");
  await expect(app.locator("fanfare-ui .sr-only[role=status]")).toHaveText("First steps. 0 of 4 done");
  const progress = app.getByRole("progressbar", { name: "First steps" });
  await expect(progress).toHaveAttribute("aria-valuenow", "0");
  const tasks = region(app).getByRole("listitem");
  await expect(tasks).toHaveCount(4);

  await region(app).getByRole("checkbox", { name: "Say who you are" }).click();
  await expect(progress).toHaveAttribute("aria-valuenow", "1");
  await expect(app.locator("fanfare-ui .sr-only[role=status]")).toHaveText("Say who you are, done. 1 of 4 done");
  await region(app).getByRole("checkbox", { name: "Say who you are" }).click();
  await expect(region(app).getByRole("checkbox", { name: "Say who you are" })).toBeChecked();

  const guide = region(app).getByRole("button", { name: "Read the guide" });
  await expect(guide).toHaveAttribute("aria-expanded", "false");
  await guide.click();
  await region(app).getByRole("button", { name: "Read it" }).click();
  const done = region(app).getByRole("button", { name: "Read the guide, done" });
  await expect(done).toHaveAttribute("aria-expanded", "false");
  await done.click();
  // It can be read again, but no longer asks for it.
  await expect(region(app).getByRole("button", { name: "Read it" })).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await region(app).getByRole("button", { name: "Take the tour" }).click();
  await region(app).getByRole("button", { name: "Start the tour" }).click();
  await expect
    .poll(() => app.evaluate(() => window.driver.acts))
    .toEqual([
      { kind: "link", href: "/guide" },
      { kind: "start", content: "welcome" },
    ]);
  await tick(app, ["tour", "invite"]);
  await expect(card(app).getByText("4 of 4 done")).toBeVisible();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "completed", suppress: false });
  await expect
    .poll(() => eventNames(app))
    .toEqual([
      "step_shown checklist",
      "step_completed profile",
      "acted read",
      "step_completed read",
      "acted tour",
      "step_completed tour",
      "step_completed invite",
      "ended",
    ]);
  await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  await expect.poll(() => listeners(app)).toEqual(listener_count);
});

test("expands the next open task when the expanded one is finished, and takes no focus", async ({ app }) => {
  await app.locator("#customer").focus();
  await show(app);
  const start = region(app).getByRole("button", { name: "Start the tour" });
  const read = region(app).getByRole("button", { name: "Read it" });
  await expect(start).toBeVisible();
  await tick(app, ["profile"]);
  await expect(card(app).getByText("1 of 4 done")).toBeVisible();
  await expect(start).toBeVisible();
  await tick(app, ["profile", "tour"]);
  await expect(read).toBeVisible();
  await expect(start).toBeHidden();
  await expect.poll(() => focus(app)).toBe("customer");
  // The focus in a task that collapses moves to its name.
  await read.press("Enter");
  await expect(region(app).getByRole("button", { name: "Read the guide, done" })).toBeFocused();
  await expect(read).toBeHidden();
});

test("collapses into a button with progress, also by Escape, reachable by F6", async ({ app }) => {
  await show(app, { run: runWith(["profile"]), step_id: "profile" }, { ...body, opens: "closed" });
  await expect(launcher(app)).toHaveAccessibleName("First steps 1 of 4 done");
  await app.locator("#open-dialog").focus();
  await app.keyboard.press("F6");
  await app.keyboard.press("Tab");
  await app.keyboard.press("Enter");
  await expect(card(app)).toBeVisible();
  await expect.poll(() => focus(app)).toBe("title");
  // The first open task is expanded.
  await expect(region(app).getByRole("button", { name: "Take the tour" })).toHaveAttribute("aria-expanded", "true");
  await app.keyboard.press("Escape");
  await expect(card(app)).toBeHidden();
  await expect(launcher(app)).toBeFocused();
  await launcher(app).click();
  await region(app).getByRole("button", { name: "Minimize" }).click();
  await expect(card(app)).toBeHidden();
  await expect.poll(() => eventNames(app)).toEqual(["step_shown profile"]);
  await app.keyboard.press("F6");
  await expect.poll(() => focus(app)).toBe("open-dialog");
});

test("can be snoozed and closed for good", async ({ app }) => {
  await show(app);
  await region(app).getByRole("button", { name: "Remind me later" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "snoozed", suppress: false, snooze: true });
  await app.evaluate(() => {
    window.driver.events.length = 0;
  });
  await show(app);
  await region(app).getByLabel("Do not show again for 365 days").check();
  await region(app).getByRole("button", { name: "Close" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
});

test("applies a new version in place and keeps completed tasks", async ({ app }) => {
  await show(app, { run: runWith(["profile"]) });
  await expect(region(app)).toBeVisible();
  const next = { ...body, tasks: [...body.tasks.slice(0, 1), { ...body.tasks[3], id: "new", title: "New" }] };
  // Same structure, different texts.
  await app.evaluate((it) => window.driver.tour?.update(window.driver.editionOf(it)), next as ChecklistBody);
  await expect(card(app).getByText("1 of 2 done")).toBeVisible();
  await expect(region(app).getByRole("listitem")).toHaveCount(2);
  await expect(region(app).getByRole("checkbox", { name: "Say who you are" })).toBeChecked();
  // The checklist survives a page that replaces its body.
  await app.evaluate(() => document.body.replaceWith(document.body.cloneNode(false)));
  await expect(region(app)).toBeVisible();
});

test("announces and completes the last task in one of two windows only", async ({ app }) => {
  const second = await app.context().newPage();
  await second.goto(app.url());
  const windows = [app, second];
  for (const each of windows) {
    await show(each);
    await expect(region(each)).toBeVisible();
  }
  for (const each of windows) {
    await each.evaluate(() => {
      const request = navigator.locks.request.bind(navigator.locks);
      const asked: string[] = [];
      Object.assign(window, { asked });
      Object.assign(navigator.locks, {
        request: async (name: string, options: LockOptions, hold: LockGrantedCallback<unknown>) => {
          const held = request(name, options, (lock) => {
            asked.push(name);
            return hold(lock);
          });
          return held;
        },
      });
    });
  }
  const all = body.tasks.map(({ id }) => id);
  await Promise.all(windows.map((each) => tick(each, all)));
  // A tab that stored a task requests the lock for completing the list; a tab that stored none doesn't.
  const isThrough = (each: Page): Promise<boolean> =>
    each.evaluate((count) => {
      const asked = "asked" in window ? String(window.asked).split(",") : [];
      const keeps = window.driver.events.some(({ kind }) => kind === "step_completed");
      return asked.length === count + Number(keeps);
    }, all.length);
  await expect.poll(async () => Promise.all(windows.map(isThrough))).toEqual([true, true]);
  expect((await Promise.all(windows.map(eventNames))).flat().toSorted()).toEqual([
    ...["ended", "step_completed invite", "step_completed profile", "step_completed read", "step_completed tour"],
    ...["step_shown checklist", "step_shown checklist"],
  ]);
});
