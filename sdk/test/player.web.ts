import type { Step } from "@fanfare/contract/content/tour";
import {
  anchored,
  card,
  centered,
  ended,
  events,
  expect,
  focus,
  listeners,
  openTour,
  type settled,
  startTour,
  test,
  title,
} from "./support/app-page.ts";

test("steps through by Next, Back, and Finish and reports each step", async ({ app }) => {
  await openTour(app, [centered("a"), anchored("b", "#new-order"), centered("c", { next_label: "Got it" })]);
  await expect(card(app).getByText("Step 1 of 3")).toBeVisible();
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await card(app).getByRole("button", { name: "Back" }).click();
  await title(app, "Title a");
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await card(app).getByRole("button", { name: "Next" }).click();
  await card(app).getByRole("button", { name: "Got it" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "completed", suppress: false });
  expect(
    (await events(app)).map((event) => ("step_id" in event ? `${event.kind} ${event.step_id}` : event.kind)),
  ).toEqual([
    "step_shown a",
    "step_completed a",
    "step_shown b",
    "step_shown a",
    "step_completed a",
    "step_shown b",
    "step_completed b",
    "step_shown c",
    "step_completed c",
    "ended",
  ]);
});

test("resumes a tour at the step where the person left", async ({ app }) => {
  await openTour(app, [centered("a"), anchored("b", "#apply"), centered("c")], { step_id: "b" });
  await title(app, "Title b");
  await expect(card(app).getByText("Step 2 of 3")).toBeVisible();
});

test("ends by the close button, as “Do not show again” if selected", async ({ app }) => {
  await openTour(app, [centered("a")], { days: 365 });
  await card(app).getByLabel("Do not show again for 365 days").check();
  await card(app).getByRole("button", { name: "Close" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
});

test("keeps the selected option over steps and applies that at the end", async ({ app }) => {
  await openTour(app, [centered("a"), centered("b")], { days: 30 });
  await card(app).getByLabel("Do not show again for 30 days").check();
  await card(app).getByRole("button", { name: "Next" }).click();
  await card(app).getByRole("button", { name: "Done" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "completed", suppress: true });
});

test("shows no checkbox and suppresses nothing without an offer", async ({ app }) => {
  await openTour(app, [centered("a")], { days: 0 });
  await expect(card(app).getByRole("checkbox")).toHaveCount(0);
  await card(app).getByRole("button", { name: "Close" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "close_button", suppress: false });
});

test("passes clicks through the spotlight to the target and blocks the rest", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply"), centered("b")]);
  await app.mouse.click(...(await middle(app, "#apply")));
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["apply"]);
  await app.mouse.click(...(await middle(app, "#new-order")));
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["apply"]);
  await title(app, "Title a");
});

test("shows a blocked target without letting people use the target", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply", { interaction: "block" })]);
  await app.mouse.click(...(await middle(app, "#apply")));
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual([]);
});

test("advances once on the person's click on the target, after the page's handler", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply", { advance: [{ kind: "click" }] }), centered("b")]);
  await app.mouse.click(...(await middle(app, "#apply")));
  await title(app, "Title b");
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["apply"]);
  await expect
    .poll(async () => (await events(app)).map(({ kind }) => kind))
    .toEqual(["step_shown", "step_completed", "step_shown"]);
});

test("hides clicks in the card from the page", async ({ app }) => {
  await openTour(app, [centered("a"), centered("b")]);
  await card(app).getByRole("button", { name: "Next" }).click();
  await app.keyboard.press("Space");
  await expect.poll(() => app.evaluate(() => window.heard)).toEqual({ clicks: [], keys: [] });
});

test("leaves the page unchanged after a tour closes", async ({ app }) => {
  const picture = () =>
    app.evaluate(() => ({
      html: document.documentElement.outerHTML,
      sheets: document.adoptedStyleSheets.length,
      active: document.activeElement?.localName,
      globals: Object.keys(window).length,
    }));
  const before = await picture();
  const listener_count = await listeners(app);
  expect(listener_count.length).toBeGreaterThan(0);
  const more: Step[] = [
    anchored("d", "#apply", {
      highlights: [{ strategies: [{ kind: "css", value: "#status" }] }],
      advance: [{ kind: "click" }, { kind: "input" }],
      buttons: [{ label: "On", action: { kind: "next" } }],
    }),
    { ...centered("e"), kind: "banner", edge: "top", advance: [{ kind: "delay", after_ms: 60_000 }] } as Step,
  ];
  await openTour(app, [centered("a"), anchored("b", "#customer"), anchored("c", "x-parcel"), ...more]);
  await expect.poll(async () => (await listeners(app)).length).toBeGreaterThan(listener_count.length);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await app.locator("#customer").fill("Ada");
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title c");
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title d");
  await card(app).getByRole("button", { name: "On" }).click();
  await title(app, "Title e");
  await app.evaluate(() => window.driver.tour?.close("api"));
  await ended(app);
  await expect.poll(() => picture()).toEqual(before);
  await expect.poll(() => listeners(app)).toEqual(listener_count);
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
});

test("ends a tour with the error of a throwing listener, isolated from the page", async ({ app }) => {
  await startTour(app, [centered("a")], { throw_at: "step_shown" });
  expect(await ended(app)).toEqual({
    kind: "ended",
    reason: "error",
    suppress: false,
    error: "Error: thrown by the listener",
  });
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
});

test("applies new texts in place, keeping focus and the selected option", async ({ app }) => {
  await openTour(app, [centered("a"), centered("b")]);
  await card(app).getByRole("checkbox").check();
  await card(app).getByRole("button", { name: "Next" }).focus();
  await app.evaluate(([list]) => window.driver.tour?.update(window.driver.edition(list)), [
    [centered("a", { title: "Better", next_label: "Onward" }), centered("b"), centered("c")],
  ] as const);
  await title(app, "Better");
  await expect(card(app).getByText("Step 1 of 3")).toBeVisible();
  await expect(card(app).getByRole("checkbox")).toBeChecked();
  await expect.poll(() => focus(app)).toBe("Onward");
  await expect.poll(async () => (await events(app)).map(({ kind }) => kind)).toEqual(["step_shown"]);
});

test("renders an author's text as text and drops executable links", async ({ app }) => {
  const evil = "<img src=x onerror=alert(1)>";
  await openTour(app, [
    centered("a", {
      title: evil,
      blocks: [
        {
          kind: "paragraph",
          spans: [
            { text: evil, href: "javascript:alert(1)" },
            { text: "Help", href: "https://example.com/" },
          ],
        },
        { kind: "image", url: "javascript:alert(1)", alt: "A picture" },
        { kind: "paragraph", spans: [{ text: "First" }], format: "heading" },
        { kind: "paragraph", spans: [{ text: "Run " }, { text: evil, code: true }], format: "quote" },
      ],
    }),
  ]);
  await expect(card(app).getByRole("heading", { level: 2 })).toHaveText(evil);
  await expect(card(app).getByRole("heading", { level: 3 })).toHaveText("First");
  await expect(card(app).getByRole("blockquote").getByRole("code")).toHaveText(evil);
  await expect(card(app).getByRole("img")).toHaveCount(0);
  const links = card(app).getByRole("link");
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute("rel", "noopener");
  await expect(links).toHaveAttribute("target", "_blank");
});

test("draws, times, and measures nothing while a step is open", async ({ app }) => {
  await openTour(app, [anchored("a", "#row-3")]);
  const counts = await app.evaluate(async () => {
    const seen = { frames: 0, reads: 0, timers: 0 };
    const count = (owner: object, name: string, what: keyof typeof seen): void => {
      const own = Object.getOwnPropertyDescriptor(owner, name);
      const call = own?.value ?? own?.get;
      const counted = function (this: unknown, ...args: unknown[]): unknown {
        seen[what]++;
        return Reflect.apply(call, this, args);
      };
      Object.defineProperty(owner, name, own?.get ? { ...own, get: counted } : { ...own, value: counted });
    };
    const wait = window.setTimeout;
    count(window, "requestAnimationFrame", "frames");
    count(window, "setTimeout", "timers");
    count(window, "setInterval", "timers");
    for (const name of ["getBoundingClientRect", "getClientRects", "checkVisibility", "scrollTop", "clientWidth"])
      count(Element.prototype, name, "reads");
    for (const name of ["offsetWidth", "offsetHeight", "offsetTop"]) count(HTMLElement.prototype, name, "reads");
    count(window, "getComputedStyle", "reads");
    let idle = { ...seen };
    for (let looks = 0; looks < 20; looks++) {
      Object.assign(seen, { frames: 0, reads: 0, timers: 0 });
      await new Promise((resolve) => wait(resolve, 1_500));
      idle = { ...seen };
      // Files that load after the card is shown cost something once.
      if (idle.frames + idle.reads + idle.timers === 0) break;
    }
    document.querySelector("#scroller")?.scrollBy(0, 30);
    for (let looks = 0; looks < 200 && seen.reads === idle.reads; looks++)
      await new Promise((resolve) => wait(resolve, 50));
    return { idle, moved: seen.reads > idle.reads };
  });
  expect(counts).toEqual({ idle: { frames: 0, reads: 0, timers: 0 }, moved: true });
});

async function middle(app: Parameters<typeof settled>[0], selector: string): Promise<[number, number]> {
  const box = await app.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page.`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}
