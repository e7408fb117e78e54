import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Panel } from "@fanfare/contract/content/panel";
import type { Question } from "@fanfare/contract/content/survey";
import type { Page } from "@playwright/test";
import { card, ended, events, expect, focus, listeners, paragraph, test } from "./support/app-page.ts";

const panel = (id: string, more: Partial<Panel> = {}): Panel => ({
  id,
  title: `Title ${id}`,
  blocks: paragraph(`Text of ${id}.`),
  ...more,
});
const announcementOf = (form: AnnouncementBody["form"], more: Partial<AnnouncementBody> = {}): AnnouncementBody => ({
  type: "announcement",
  form,
  panels: form === "carousel" || form === "tabs" ? [panel("a"), panel("b"), panel("c")] : [panel("a")],
  tone: "info",
  feed: false,
  suppression: { offered: false, days: 365 },
  ...more,
});

async function show(app: Page, body: AnnouncementBody, step_id = ""): Promise<void> {
  await app.evaluate(
    ([body, id]) => {
      window.driver.events.length = 0;
      return window.driver.show(body, { name: "Spring news", step_id: id });
    },
    [body, step_id] as const,
  );
  await app.waitForFunction(() => window.driver.events.length > 0);
}
const button = (app: Page, name: string) => card(app).getByRole("button", { name });
const shown = async (app: Page) =>
  (await events(app)).flatMap((event) => (event.kind === "step_shown" ? [event.step_id] : []));
/** Everything about Fanfare that the page can observe. */
const pageAsItIs = (app: Page) =>
  app.evaluate(() => [
    document.documentElement.outerHTML,
    document.adoptedStyleSheets.length,
    [window.scrollX, window.scrollY],
    getComputedStyle(document.documentElement).overflow,
    history.length,
  ]);

test("sets the page inert under a modal, traps Tab, and restores page and focus", async ({ app }) => {
  await app.evaluate(() => window.scrollTo(0, 200));
  await app.locator("#apply").focus();
  const before = [await pageAsItIs(app), await listeners(app)];
  const width = await app.evaluate(() => document.querySelector("main")?.getBoundingClientRect().width);
  await show(app, announcementOf("modal", { suppression: { offered: true, days: 365, snooze_hours: 24 } }));
  const dialog = app.getByRole("dialog", { name: "Title a" });
  await expect(dialog).toBeVisible();
  await expect(card(app).getByRole("heading")).toBeFocused();
  // Inert elements can't be focused, not even by script.
  await app.evaluate(() => document.querySelector<HTMLElement>("#new-order")?.focus());
  await expect(card(app).getByRole("heading")).toBeFocused();
  const seen: string[] = [];
  for (let step = 0; step < 5; step++) {
    await app.keyboard.press("Tab");
    seen.push(await focus(app));
  }
  expect(seen).toEqual(["input", "Remind me later", "Done", "Close", "input"]);
  await app.keyboard.press("Shift+Tab");
  await expect.poll(() => focus(app)).toBe("Close");

  await expect
    .poll(() => app.evaluate(() => document.querySelector("main")?.getBoundingClientRect().width))
    .toBe(width);
  await app.mouse.wheel(0, 400);
  await app.keyboard.press("PageDown");
  await app.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect.poll(() => app.evaluate(() => window.scrollY)).toBe(200);

  await app.keyboard.press("Escape");
  expect(await ended(app)).toEqual({ kind: "ended", reason: "escape", suppress: false });
  await expect.poll(() => focus(app)).toBe("apply");
  await expect.poll(async () => [await pageAsItIs(app), await listeners(app)]).toEqual(before);
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual([]);
});

test("closes on a click outside the card, and reports the selected options", async ({ app }) => {
  await show(app, announcementOf("modal", { suppression: { offered: true, days: 30, snooze_hours: 24 } }));
  const box = await card(app).boundingBox();
  if (box === null) throw new Error("The card has no box.");
  await app.mouse.move(box.x + 40, box.y + 40);
  await app.mouse.down();
  await app.mouse.move(5, 5);
  await app.mouse.up();
  await expect(card(app)).toBeVisible();
  await card(app).getByRole("checkbox").check();
  await app.mouse.click(5, 5);
  expect(await ended(app)).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
  await show(app, announcementOf("modal"));
  await app.mouse.click(5, 5);
  expect((await ended(app)).reason).toBe("outside_click");
  await show(app, announcementOf("modal", { suppression: { offered: false, days: 30, snooze_hours: 24 } }));
  await button(app, "Remind me later").click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "snoozed", suppress: false, snooze: true });
});

test("works over a modal dialog of the page and returns the keys afterwards", async ({ app }) => {
  await app.locator("#open-dialog").click();
  await app.locator("#note").focus();
  await show(
    app,
    announcementOf("modal", {
      panels: [panel("a", { button: { label: "Show me", action: { kind: "host", name: "menu" } } })],
    }),
  );
  await expect(card(app).getByRole("heading")).toBeFocused();
  await button(app, "Show me").click();
  await expect.poll(async () => (await events(app)).map(({ kind }) => kind)).toEqual(["step_shown", "acted", "ended"]);
  expect((await ended(app)).reason).toBe("completed");
  await expect.poll(() => app.evaluate(() => window.driver.acts)).toEqual([{ kind: "host", name: "menu" }]);
  await expect.poll(() => focus(app)).toBe("note");
  await app.keyboard.press("Escape");
  await expect(app.locator("#order")).toBeHidden();
});

test("restores the card in the same place when the page replaces its body", async ({ app }) => {
  await show(app, announcementOf("carousel"), "b");
  await app.evaluate(() => document.querySelector("fanfare-ui")?.remove());
  await expect(card(app).getByRole("heading", { name: "Title b" })).toBeFocused();
  await expect.poll(() => shown(app)).toEqual(["b"]);
  await button(app, "Close").click();
  expect((await ended(app)).reason).toBe("close_button");
});

test("shows whole pictures, and leaves no hole under the texts of a carousel", async ({ app }) => {
  // Wide, tall, and none; the texts have one, nine, and one line.
  const picture = (size: string) => ({ kind: "image" as const, url: `/picture-${size}.svg`, alt: "" });
  await app.route("**/picture-*.svg", async (route) => {
    const [, width, height] = /-(\d+)x(\d+)/.exec(route.request().url()) ?? [];
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="50%" cy="50%" r="50"/></svg>`;
    await route.fulfill({ contentType: "image/svg+xml", body });
  });
  const long = paragraph("More words than fit on one line of the card. ".repeat(12));
  const panels = [
    panel("a", { blocks: [picture("800x200"), ...paragraph("Short.")] }),
    panel("b", { blocks: [picture("300x900"), ...long] }),
    panel("c", { blocks: paragraph("Short.") }),
  ];
  await show(app, announcementOf("carousel", { panels }));
  await expect(card(app).locator("img").first()).toHaveJSProperty("naturalWidth", 800);
  await expect(card(app).locator("img").last()).toHaveCSS("object-fit", "contain");
  const holes = await app.evaluate(() =>
    [...(document.querySelector("fanfare-ui")?.shadowRoot?.querySelectorAll<HTMLElement>(".page") ?? [])].map(
      (page) => {
        const texts = [...page.querySelectorAll(":scope > :not(.lead)")].map((each) => each.getBoundingClientRect());
        const above = page.querySelector(".lead")?.getBoundingClientRect().bottom ?? page.getBoundingClientRect().top;
        return [(texts[0]?.top ?? 0) - above, page.getBoundingClientRect().bottom - (texts.at(-1)?.bottom ?? 0)];
      },
    ),
  );
  // The tallest page scrolls. The others are centered within their padding.
  for (const [above = 0, below = 99] of [holes[0] ?? [], holes[2] ?? []])
    expect(Math.abs(above - below)).toBeLessThan(8);
});

test("moves a carousel by buttons and swipes, announces each panel, and resumes", async ({ app }) => {
  await show(app, announcementOf("carousel"));
  const region = app.getByRole("group", { name: "Title a" });
  await expect.poll(() => region.getAttribute("aria-roledescription")).toBe("carousel");
  const slide = app.locator("fanfare-ui .page:not([inert])");
  await expect(slide).toHaveAttribute("aria-label", "1 of 3");
  await expect(slide).toHaveAttribute("aria-roledescription", "slide");
  await expect(app.locator("fanfare-ui .pages")).toHaveAttribute("aria-live", "off");
  await expect(button(app, "Back")).toBeHidden();
  await button(app, "Next").press("Enter");
  await expect(slide).toHaveAttribute("aria-label", "2 of 3");
  // Focus stays, so the live region announces; if focus moves, the heading does.
  await expect(app.locator("fanfare-ui .pages")).toHaveAttribute("aria-live", "polite");
  await expect.poll(() => focus(app)).toBe("Next");
  await app.keyboard.press("Enter");
  await expect(slide).toHaveAttribute("aria-label", "3 of 3");
  await expect(app.locator("fanfare-ui .pages")).toHaveAttribute("aria-live", "off");
  await expect.poll(() => focus(app)).toBe("title-2");
  // Pressing Enter repeatedly doesn't finish the announcement.
  await app.keyboard.press("Enter");
  await expect.poll(() => shown(app)).toEqual(["a", "b", "c"]);

  // Native touch input: gestures that the browser uses for scrolling don't reach the page.
  const finger = await app.context().newCDPSession(app);
  const swipe = async (from: number, to: number): Promise<void> => {
    for (const [type, ...at] of [
      ["touchStart", from],
      ["touchMove", (from + to) / 2],
      ["touchMove", to],
      ["touchEnd"],
    ] as const) {
      await finger.send("Input.dispatchTouchEvent", { type, touchPoints: at.map((x) => ({ x, y: 325 })) });
    }
  };
  await swipe(500, 700);
  await expect(slide).toHaveAttribute("aria-label", "2 of 3");
  await app.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await swipe(500, 700);
  await expect(slide).toHaveAttribute("aria-label", "3 of 3");
  await button(app, "Done").click();
  expect((await ended(app)).reason).toBe("completed");

  await show(app, announcementOf("carousel"), "b");
  await expect(slide).toHaveAttribute("aria-label", "2 of 3");
  await app.evaluate((body) => {
    const [first, , last] = body.panels;
    if (first === undefined || last === undefined) return;
    window.driver.tour?.update(window.driver.editionOf({ ...body, panels: [{ ...first, title: "Anew" }, last] }));
  }, announcementOf("carousel"));
  await expect(slide).toHaveAttribute("aria-label", "2 of 2");
  await expect.poll(() => shown(app)).toEqual(["b", "c"]);
  await app.evaluate(() => window.driver.tour?.back());
  await expect(card(app).getByRole("heading")).toHaveText("Anew");
});

test("gives tabs one Tab stop, with arrows, Home, and End in reading direction", async ({ app }) => {
  await show(app, announcementOf("tabs"));
  await expect(app.getByRole("dialog", { name: "Title a" })).toBeVisible();
  const chosen = app.getByRole("tab", { selected: true });
  await expect(chosen).toBeFocused();
  await expect(app.getByRole("tabpanel")).toHaveAccessibleName("Title a");
  for (const [key, name] of [
    ["ArrowRight", "Title b"],
    ["End", "Title c"],
    ["ArrowRight", "Title a"],
    ["ArrowLeft", "Title c"],
    ["Home", "Title a"],
  ] as const) {
    await app.keyboard.press(key);
    await expect(chosen).toHaveText(name);
    await expect(chosen).toBeFocused();
    await expect(app.getByRole("tabpanel")).toHaveAccessibleName(name);
  }
  await app.keyboard.press("Tab");
  await expect(app.getByRole("tabpanel")).toBeFocused();
  await app.keyboard.press("Shift+Tab");
  await app.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await app.keyboard.press("ArrowLeft");
  await expect(chosen).toHaveText("Title b");
  await expect.poll(() => shown(app)).toEqual(["a", "b", "c", "a", "c", "a", "b"]);
  await button(app, "Done").click();
  expect((await ended(app)).reason).toBe("completed");
});

test("closes a toast automatically as completed, unless hovered or with a control", async ({ app }) => {
  await app.clock.install({ time: 0 });
  await app.clock.pauseAt(1_000);
  const toast = app.locator("fanfare-ui .notice");
  const before = await app.evaluate(() => document.documentElement.outerHTML);
  await show(app, announcementOf("toast"));
  await app.clock.runFor(200);
  await expect(app.locator("fanfare-ui .sr-only[role=status]")).toHaveText("Title a. Text of a.");
  await app.clock.runFor(4_700);
  const { x = 0, y = 0 } = (await toast.boundingBox()) ?? {};
  await app.mouse.move(x + 20, y + 20);
  await app.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await app.mouse.move(5, 5);
  await app.clock.runFor(200);
  expect((await ended(app)).reason).toBe("completed");
  await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);

  // Both regions exist before their texts. The toast is unsolicited, so it's polite regardless of its tone.
  const region = (role: "alert" | "status") => app.locator(`fanfare-ui .sr-only[role=${role}]`);
  await show(app, announcementOf("toast", { tone: "error" }));
  await expect(region("status")).toHaveText("");
  await app.clock.runFor(200);
  await expect(region("status")).toHaveText("Title a. Text of a.");
  await expect(region("alert")).toHaveText("");
  await app.evaluate(() => window.driver.tour?.close("api"));

  // At least one second per 120 characters, so 1,200 take more than ten seconds.
  await show(app, announcementOf("toast", { panels: [panel("a", { blocks: paragraph("abcdefghi ".repeat(120)) })] }));
  await app.clock.runFor(10_000);
  await expect(toast).toBeVisible();
  await app.evaluate(() => window.driver.tour?.close("api"));
  for (const more of [
    { suppression: { offered: true, days: 30 } },
    { panels: [panel("a", { blocks: [{ kind: "paragraph", spans: [{ text: "Read on", href: "/help" }] }] })] },
  ] satisfies Partial<AnnouncementBody>[]) {
    await show(app, announcementOf("toast", more));
    await app.clock.runFor(600_000);
    await expect(toast).toBeVisible();
    await toast.getByRole("button", { name: "Close" }).press("Enter");
    expect((await ended(app)).reason).toBe("close_button");
  }
});

test("pauses a toast's timer during focus and in hidden tabs, or for good on request", async ({ app }) => {
  const toast = app.locator("fanfare-ui .notice");
  const close = toast.getByRole("button", { name: "Close" });
  await app.clock.install({ time: 0 });
  await app.clock.pauseAt(1_000);
  await app.locator("#open-dialog").focus();
  await show(app, announcementOf("toast"));
  await show(app, announcementOf("toast", { panels: [panel("b")], suppression: { offered: true, days: 30 } }));
  await app.keyboard.press("F6");
  await expect(app.locator("fanfare-ui .toasts")).toBeFocused();
  await app.keyboard.press("Tab");
  await expect(close.first()).toBeFocused();
  await app.clock.runFor(60_000);
  await expect(toast).toHaveText([/Title a/, /Title b/]);
  await app.keyboard.press("Enter");
  await expect(toast).toHaveText([/Title b/]);
  await expect(close).toBeFocused();
  await app.keyboard.press("Escape");
  await expect(toast).toHaveCount(0);
  await expect(app.locator("#open-dialog")).toBeFocused();

  const see = (state: "hidden" | "visible") =>
    app.evaluate((now) => {
      Object.defineProperty(Document.prototype, "visibilityState", { get: () => now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);
  await show(app, announcementOf("toast"));
  await app.clock.runFor(3_000);
  await see("hidden");
  await app.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await see("visible");
  await app.clock.runFor(3_000);
  expect((await ended(app)).reason).toBe("completed");

  await show(app, announcementOf("toast"));
  await show(app, announcementOf("toast", { panels: [panel("b")] }));
  await app.keyboard.press("F6");
  await app.clock.runFor(60_000);
  await expect(toast).toHaveText([/Title a/, /Title b/]);
  await app.keyboard.press("Escape");
  await expect(toast).toHaveText([/Title a/]);
  await app.keyboard.press("Escape");
  await expect(toast).toHaveCount(0);

  await app.evaluate((body) => window.driver.show(body, { toasts_stay: true }), announcementOf("toast"));
  await toast.waitFor();
  await app.clock.runFor(600_000);
  await expect(toast).toBeVisible();
});

test("announces everything in one pair of live regions, even inside a dialog", async ({ app }) => {
  const region = (role: "alert" | "status") => app.locator(`fanfare-ui .sr-only[role=${role}]`);
  await app.clock.install({ time: 0 });
  await app.clock.pauseAt(1_000);
  for (const [form, id] of [
    ["toast", "a"],
    ["banner", "b"],
  ] as const) {
    await show(app, announcementOf(form, { panels: [panel(id)] }));
  }
  // Neither announcement cuts off the other.
  await app.clock.runFor(200);
  await expect(region("status")).toHaveText("Title a. Text of a.. Title b. Text of b.");
  await app.evaluate(() => window.driver.tour?.close("api"));
  await show(app, announcementOf("banner", { panels: [panel("c")] }));
  await app.clock.runFor(200);
  await expect(region("status")).toHaveText("Title c. Text of c.");
  await expect(region("alert")).toHaveCount(1);
  // Our dialogs announce inside themselves, because everything else is inert.
  const question: Question = { id: "why", kind: "text", title: "Why?", required: true, long: true };
  await app.evaluate(
    (body) =>
      window.driver.show({
        ...{ type: "survey", form: "modal", title: "How is it going?", blocks: [], questions: [body] },
        suppression: { offered: false, days: 365 },
      }),
    question,
  );
  await card(app).getByRole("textbox", { name: /Why/ }).fill("It is quick");
  await app.keyboard.press("Escape");
  await app.clock.runFor(200);
  await expect(app.locator("fanfare-ui dialog .sr-only[role=status]")).toContainText("hasn’t been sent");
  await expect(region("status")).toHaveCount(1);
});

test("pushes the page down for a banner and reports its link before leaving", async ({ app }) => {
  const top = async () => (await app.getByRole("heading", { name: "Orders" }).boundingBox())?.y ?? 0;
  const before = await top();
  const picture = await app.evaluate(() => document.documentElement.outerHTML);
  await show(
    app,
    announcementOf("banner", {
      panels: [panel("a", { button: { label: "Details", action: { kind: "link", href: "#archive" } } })],
    }),
  );
  const region = app.getByRole("region", { name: "Title a" });
  await expect(region).toBeVisible();
  await expect.poll(() => region.getAttribute("role")).toBe("region");
  await expect.poll(async () => (await top()) - before - ((await region.boundingBox())?.height ?? 0)).toBe(0);
  await app.evaluate(
    (body) => window.driver.tour?.update(window.driver.editionOf(body)),
    announcementOf("banner", { tone: "error" }),
  );
  await expect(region.getByRole("link")).toHaveCount(0);
  await app.keyboard.press("F6");
  await expect(region).toBeFocused();
  await app.keyboard.press("Escape");
  expect((await ended(app)).reason).toBe("escape");
  await expect.poll(top).toBe(before);
  await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(picture);

  await show(
    app,
    announcementOf("banner", {
      panels: [panel("a", { button: { label: "Details", action: { kind: "link", href: "#archive" } } })],
    }),
  );
  await region.getByRole("link", { name: "Details" }).click();
  await expect.poll(async () => (await events(app)).map(({ kind }) => kind)).toEqual(["step_shown", "acted", "ended"]);
  expect(new URL(app.url()).hash).toBe("#archive");
  await show(
    app,
    announcementOf("modal", {
      panels: [panel("a", { button: { label: "Orders", action: { kind: "link", href: "#orders" } } })],
    }),
  );
  await card(app).getByRole("link", { name: "Orders" }).click();
  expect((await ended(app)).reason).toBe("completed");
  expect(new URL(app.url()).hash).toBe("#orders");
});

test("keeps banners at their positions and ends their countdowns", async ({ app }) => {
  const region = app.getByRole("region", { name: "Title a" });
  const timer = app.getByRole("timer");
  await app.clock.install();
  const top = async () => (await app.getByRole("heading", { name: "Orders" }).boundingBox())?.y ?? 0;
  const now = await app.evaluate(() => Date.now());
  const inMs = (left_ms: number) => new Date(now + left_ms).toISOString().slice(0, 16);
  const target = { strategies: [{ kind: "css", value: "#late" }] } as const;
  await app.evaluate(
    (body) => {
      window.driver.events.length = 0;
      return window.driver.show(body, { name: "Sale" });
    },
    announcementOf("banner", {
      panels: [panel("a", { blocks: paragraph("Long. ".repeat(400)) })],
      position: { place: "before", target, wait_ms: 60_000 },
      countdown: { ends_at: inMs(120_000), zone: "utc", ended_text: "Over." },
    }),
  );
  await app.evaluate(() => {
    const late = Object.assign(document.createElement("p"), { id: "late", textContent: "Late" });
    document.querySelector("main")?.prepend(late);
  });
  await app.clock.runFor(1_000);
  await expect(region).toBeVisible();
  const before = await app.evaluate(() => document.querySelector("#late")?.previousElementSibling?.localName);
  expect(before).toBe("fanfare-ui");
  // A long text scrolls in a third of the screen, which bounds how far the page moves.
  const height = app.viewportSize()?.height ?? 0;
  expect((await region.boundingBox())?.height).toBeLessThanOrEqual(height / 3);
  await expect(timer).toHaveText(/^\d min \d+ sec$/);
  await expect(timer).toHaveAttribute("role", "timer");
  // The page removes and renders its part again.
  await app.evaluate(() => {
    const late = document.querySelector("#late");
    const copy = late?.cloneNode(true);
    late?.previousElementSibling?.remove();
    if (copy) late?.replaceWith(copy);
  });
  await app.clock.runFor(2_000);
  await expect(region).toBeVisible();
  await app.clock.runFor(120_000);
  await expect(app.getByRole("region", { name: "Over." })).toBeVisible();
  await expect(timer).toBeHidden();
  expect(await shown(app)).toEqual(["a"]);
  await app.evaluate(() => window.driver.tour?.close("api"));
  await expect(region).toHaveCount(0);
  const unmoved = await top();

  const later = (await app.evaluate(() => Date.now())) - now;
  await show(
    app,
    announcementOf("banner", {
      position: { place: "bottom", sticky: true },
      countdown: { ends_at: inMs(later + 120_000), zone: "utc" },
    }),
  );
  const bar = await region.boundingBox();
  expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(height);
  // At the bottom, it moves nothing.
  expect(await top()).toBe(unmoved);
  await app.evaluate((top) => {
    const low = Object.assign(document.createElement("button"), { id: "low", textContent: "Low" });
    low.style.cssText = `position:absolute;top:${top}px`;
    document.body.append(low);
    low.focus({ preventScroll: true });
  }, bar?.y ?? 0);
  await expect.poll(async () => ((await app.locator("#low").boundingBox())?.y ?? 0) + 1).toBeLessThan(bar?.y ?? 0);
  await app.clock.runFor(121_000);
  expect((await ended(app)).reason).toBe("completed");
  await expect(region).toHaveCount(0);
});
