import type { Step } from "@fanfare/contract/content/tour";
import type { PageRule } from "@fanfare/contract/targeting/page-rule";
import type { Page } from "@playwright/test";
import {
  anchored,
  boxesOf,
  card,
  centered,
  ended,
  events,
  expect,
  openTour,
  startTour,
  test,
  title,
} from "./support/app-page.ts";

const press = (app: Page, name: string) => card(app).getByRole("button", { name, exact: true }).click();
const eventNames = async (app: Page) =>
  (await events(app)).map((event) => ("step_id" in event ? `${event.kind} ${event.step_id}` : event.kind));
const goTo = (label: string, step_id: string) => ({ label, action: { kind: "go_to", step_id } }) as const;

test("follows buttons to their steps and Back to the previous one", async ({ app }) => {
  await openTour(app, [
    centered("a", { buttons: [goTo("Short", "c"), goTo("Long", "b")] }),
    centered("b"),
    centered("c", {
      buttons: [
        { label: "Back", action: { kind: "back" } },
        { label: "Thank-you message", action: { kind: "finish" } },
      ],
    }),
    centered("d"),
  ]);
  await expect(card(app).getByRole("button")).toHaveText(["Short", "Long", ""]);
  await press(app, "Short");
  await title(app, "Title c");
  await press(app, "Back");
  await title(app, "Title a");
  await press(app, "Long");
  await title(app, "Title b");
  await expect(card(app).getByRole("button")).toHaveText(["Back", "Next", ""]);
  await press(app, "Next");
  await title(app, "Title c");
  await press(app, "Thank-you message");
  expect((await ended(app)).reason).toBe("completed");
  await expect
    .poll(() => eventNames(app))
    .toEqual([
      ...["step_shown a", "step_completed a", "step_shown c", "step_shown a", "step_completed a", "step_shown b"],
      ...["step_completed b", "step_shown c", "step_completed c", "ended"],
    ]);
});

test("styles and orders buttons as the author chose, side by side or with equal width", async ({ app }) => {
  const choice = (label: string, style?: "primary" | "secondary") =>
    ({ label, style, action: { kind: "close" } }) as const;
  const words = "Words that fill most of a line";
  await openTour(app, [
    centered("a", { buttons: [choice("Yes", "primary"), choice("No", "secondary")] }),
    centered("b", { buttons: [choice(`${words} here`), choice(`${words} there`)] }),
  ]);
  const buttons = () =>
    card(app)
      .locator(".acts button")
      .evaluateAll((all) =>
        all.map((each) => {
          const { top, width } = each.getBoundingClientRect();
          return { text: each.textContent, look: each.className, top: Math.round(top), width: Math.round(width) };
        }),
      );
  const [yes, no] = await buttons();
  expect([yes?.text, yes?.look, no?.text, no?.look]).toEqual(["Yes", "primary", "No", "plain"]);
  expect(yes?.top).toBe(no?.top ?? 0);
  await app.evaluate(() => window.driver.tour?.goTo("b"));
  await title(app, "Title b");
  const [first, last] = await buttons();
  expect([first?.look, last?.look]).toEqual(["plain", "primary"]);
  expect([first?.top === last?.top, first?.width]).toEqual([false, last?.width]);
});

test("runs a page action by button with the tour open, and closes like the cross", async ({ app }) => {
  const steps: Step[] = [
    centered("a", {
      buttons: [
        { label: "Open it", action: { kind: "host", name: "open-menu" } },
        { label: "Not now", action: { kind: "close" } },
      ],
    }),
  ];
  await app.evaluate(
    (list) => window.driver.show({ type: "tour", steps: list, suppression: { offered: false, days: 365 } }),
    steps,
  );
  await press(app, "Open it");
  await expect.poll(() => app.evaluate(() => window.driver.acts)).toEqual([{ kind: "host", name: "open-menu" }]);
  await title(app, "Title a");
  await press(app, "Not now");
  expect((await ended(app)).reason).toBe("close_button");
});

test("advances a step by click, input, event, or URL", async ({ app }) => {
  await openTour(app, [
    anchored("a", "#apply", { advance: [{ kind: "click" }] }),
    anchored("b", "#customer", { advance: [{ kind: "input" }] }),
    centered("c", { advance: [{ kind: "event", event: "order_shipped" }], buttons: [] }),
    centered("d", { advance: [{ kind: "url", pattern: "/app.html#parcels" }] }),
    centered("e"),
  ]);
  await app.locator("#apply").click();
  await title(app, "Title b");
  await app.locator("#customer").pressSequentially("Ada", { delay: 20 });
  await expect(card(app).getByRole("heading")).toHaveText("Title b");
  await title(app, "Title c");
  await expect(app.locator("#customer")).toHaveValue("Ada");
  await expect(app.locator("#customer")).toBeFocused();
  await app.evaluate(() => window.driver.tour?.onPageEvent?.("another"));
  await title(app, "Title c");
  await app.evaluate(() => window.driver.tour?.onPageEvent?.("order_shipped"));
  await title(app, "Title d");
  await app.evaluate(() => {
    window.location.hash = "#parcels";
    window.driver.tour?.onPageEvent?.();
  });
  await title(app, "Title e");
  // Going back to a step whose URL already matches doesn't skip it.
  await press(app, "Back");
  await app.evaluate(() => window.driver.tour?.onPageEvent?.());
  await title(app, "Title d");
  await expect.poll(async () => (await events(app)).filter(({ kind }) => kind === "step_completed")).toHaveLength(4);
});

test("throws nothing into the page if the code that checks a typed text can't be loaded", async ({ app }) => {
  await app.route(/\/field-filled-[^/]*\.js$/, (route) => route.abort());
  await openTour(app, [anchored("a", "#customer", { advance: [{ kind: "input" }] }), centered("b")]);
  await app.evaluate(() => window.addEventListener("unhandledrejection", () => window.heard.keys.push("thrown")));
  const refused = app.waitForEvent("requestfailed");
  await app.locator("#customer").fill("Ada");
  await refused;
  await app.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await app.evaluate(() => window.heard.keys)).not.toContain("thrown");
  await title(app, "Title a");
});

test("pauses a delay while the pointer or focus is in the card", async ({ app }) => {
  // The card opens under the pointer, because moving there may take longer than the delay on a slow machine.
  const { width, height } = app.viewportSize() ?? { width: 0, height: 0 };
  await app.mouse.move(width / 2, height / 2);
  await openTour(app, [centered("a", { advance: [{ kind: "delay", after_ms: 700 }] }), centered("b")]);
  await card(app).hover();
  await app.waitForTimeout(900);
  await title(app, "Title a");
  await app.keyboard.press("Tab");
  await app.mouse.move(2, 2);
  await app.waitForTimeout(900);
  await title(app, "Title a");
  await app.evaluate(() => document.querySelector<HTMLElement>("#search")?.focus());
  await title(app, "Title b");
});

test("skips a step by an element that is visible, disabled, checked, or has a text", async ({ app }) => {
  const box = { kind: "element", selector: "#sold-out" } as const;
  const not = (rule: PageRule) => ({ skip_if: { kind: "not", rule } }) as const;
  await app.evaluate(() => {
    const box = Object.assign(document.createElement("div"), { id: "sold-out", textContent: "Sold out" });
    for (const [name, value] of [
      ["role", "checkbox"],
      ["aria-disabled", "true"],
      ["aria-checked", "true"],
    ] as const)
      box.setAttribute(name, value);
    box.style.opacity = "0";
    document.body.append(box);
  });
  await openTour(app, [
    centered("a"),
    centered("b", { skip_if: { ...box, state: "disabled" } }),
    centered("c", { skip_if: { ...box, state: "checked", text: "Sold out" } }),
    centered("d", not({ ...box, state: "visible" })),
    centered("e", { skip_if: { ...box, text: "In stock" } }),
    centered("f", { skip_if: { ...box, state: "visible" } }),
    centered("g"),
  ] as Step[]);
  await press(app, "Next");
  await title(app, "Title e");
  await app.evaluate(() => {
    const box = document.querySelector<HTMLElement>("#sold-out");
    if (box) box.style.opacity = "1";
  });
  await press(app, "Next");
  await title(app, "Title g");
});

test("skips unneeded steps in both directions and completes if none are left", async ({ app }) => {
  const there = { kind: "element", selector: "#apply" } as const;
  await openTour(app, [
    centered("a"),
    centered("b", { skip_if: there }),
    centered("c", { skip_if: { kind: "not", rule: there } }),
    anchored("d", "#nowhere", { skip_if: there, wait_ms: 60_000 }),
  ]);
  await press(app, "Next");
  await title(app, "Title c");
  await press(app, "Back");
  await title(app, "Title a");
  await press(app, "Next");
  await title(app, "Title c");
  await press(app, "Next");
  expect((await ended(app)).reason).toBe("completed");
});

test("asks the page to prepare before looking for a target", async ({ app }) => {
  await app.evaluate(() => {
    const acts: unknown[] = [];
    Object.assign(window.driver, {
      acts: Object.assign(acts, {
        push: () =>
          new Promise((resolve) =>
            setTimeout(() => {
              const late = document.createElement("button");
              late.id = "late";
              late.textContent = "Late";
              document.querySelector("#filter")?.append(late);
              resolve(undefined);
            }, 300),
          ),
      }),
    });
  });
  const step = anchored("a", "#late", { prepare: "open-filter", wait_ms: 100, on_missing: "end" });
  await app.evaluate(
    (list) => window.driver.show({ type: "tour", steps: list, suppression: { offered: false, days: 365 } }),
    [step],
  );
  await title(app, "Title a");
});

test("leaves the page unchanged for a corner and adds temporary room for a bar", async ({ app }) => {
  await openTour(app, [
    { ...centered("a"), kind: "corner", corner: "bottom_end" },
    { ...centered("b"), kind: "banner", edge: "top" },
    { ...centered("c"), kind: "banner", edge: "bottom" },
  ] as Step[]);
  const edges = async () => {
    const [box] = await boxesOf(app, "fanfare-ui .card");
    return { left: box?.left, top: box?.top, right: Math.round(box?.right ?? 0), bottom: Math.round(box?.bottom ?? 0) };
  };
  const { width = 0, height = 0 } = app.viewportSize() ?? {};
  await expect.poll(edges).toMatchObject({ right: width - 12, bottom: height - 12 });
  await expect(app.locator(".dim")).toBeHidden();
  await app.locator("#new-order").click();
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["new-order"]);
  const top = () => app.evaluate(() => document.querySelector("header")?.getBoundingClientRect().top ?? 0);
  const before = await top();
  await press(app, "Next");
  await title(app, "Title b");
  await expect.poll(edges).toMatchObject({ left: 0, top: 0, right: width });
  await expect
    .poll(async () => {
      const [bar, header] = await boxesOf(app, "fanfare-ui .card", "header");
      return (header?.top ?? 0) - Math.round(before + (bar?.height ?? 0));
    })
    .toBe(0);
  // Once the header sticks, the bar is below it; scrolled back, it's above it.
  const between = async () => {
    const [bar, header] = await boxesOf(app, "fanfare-ui .card", "header");
    return [header?.top, Math.round((bar?.top ?? 0) - (header?.bottom ?? 0))];
  };
  await app.evaluate(() => window.scrollTo({ top: 400, behavior: "instant" }));
  await expect.poll(between).toEqual([0, 0]);
  await app.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect.poll(edges).toMatchObject({ top: 0 });
  await press(app, "Next");
  await title(app, "Title c");
  await expect.poll(top).toBe(before);
  await expect.poll(edges).toMatchObject({ bottom: height });
  await app.keyboard.press("Escape");
  await ended(app);
  await expect(app.locator("fanfare-ui,fanfare-room")).toHaveCount(0);
});

test("highlights several usable elements and merges overlapping spotlights", async ({ app }) => {
  const lit = (css: string) => ({ strategies: [{ kind: "css", value: css }] }) as const;
  await openTour(app, [
    anchored("a", "#apply", { highlights: [lit("#status"), lit("#new-order"), lit("#nowhere")], wait_ms: 500 }),
    centered("b"),
  ]);
  await expect(app.locator(".ring:not([hidden])")).toHaveCount(3);
  await app.locator("#new-order").click();
  await app.locator("#status").click({ force: true });
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["new-order", "status"]);
  const under = (id: string) =>
    app.evaluate((name) => {
      const { x, y, right, bottom } = document.getElementById(name)?.getBoundingClientRect() ?? new DOMRect();
      return document.elementFromPoint((x + right) / 2, (y + bottom) / 2)?.localName;
    }, id);
  await expect.poll(() => under("search")).toBe("fanfare-ui");
  await expect.poll(() => under("apply")).toBe("button");
  await press(app, "Next");
  await title(app, "Title b");
  await expect(app.locator(".ring:not([hidden])")).toHaveCount(0);
});

test("looks for a target only in its scope, if that is exactly one element", async ({ app }) => {
  await app.evaluate(() => {
    for (const [id, order] of [
      ["left", "1041"],
      ["right", "1042"],
    ] as const) {
      const row = document.createElement("p");
      row.dataset["order"] = order;
      const button = document.createElement("button");
      button.id = id;
      button.textContent = "Print";
      row.append(button);
      document.querySelector("#filter")?.append(row);
    }
  });
  const print = { kind: "role_name", role: "button", name: "Print" } as const;
  const inOrder = (value: string) =>
    ({ strategies: [print], scope: { kind: "attribute", name: "data-order", value } }) as const;
  await openTour(app, [anchored("a", "", { target: inOrder("1042") })]);
  await expect
    .poll(async () => {
      const [ring, right] = await boxesOf(app, "fanfare-ui .ring", "#right");
      return Math.round(ring?.x ?? 0) - Math.round((right?.x ?? 0) - 6);
    })
    .toBe(0);
  await app.evaluate(() => window.driver.tour?.close("api"));
  await app.evaluate(() => void window.driver.events.splice(0));
  const nowhere = { ...inOrder("1042"), scope: { kind: "css", value: "[data-order]" } } as const;
  await startTour(app, [anchored("a", "", { target: nowhere, wait_ms: 200, on_missing: "end" })]);
  expect((await ended(app)).reason).toBe("target_missing");
});

test("highlights a target in a same-site frame and advances on its click", async ({ app }) => {
  await app.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.id = "inner";
    frame.style.cssText = "width:300px;height:160px;border:5px solid";
    document.querySelector("#filter")?.append(frame);
    const button = document.createElement("button");
    button.textContent = "Inside";
    button.style.marginTop = "200px";
    frame.contentDocument?.body.append(button);
  });
  await openTour(app, [
    anchored("a", "", {
      target: { strategies: [{ kind: "text", value: "Inside", tag: "button" }] },
      advance: [{ kind: "click" }],
    }),
    centered("b"),
  ]);
  const inside = app.frameLocator("#inner").getByRole("button", { name: "Inside" });
  /** Distance of the ring's corner from its expected position, read together after scrolling has stopped. */
  const off = () =>
    app.evaluate(() => {
      const ring = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".ring")?.getBoundingClientRect();
      const frame = document.querySelector<HTMLIFrameElement>("#inner");
      const button = frame?.contentDocument?.querySelector("button")?.getBoundingClientRect();
      const around = frame?.getBoundingClientRect();
      if (!ring || !frame || !button || !around) return Number.POSITIVE_INFINITY;
      const x = around.x + frame.clientLeft + button.x - 6 - ring.x;
      const y = around.y + frame.clientTop + button.y - 6 - ring.y;
      return Math.max(Math.abs(x), Math.abs(y));
    });
  await expect.poll(off).toBeLessThan(1.5);
  await inside.click();
  await title(app, "Title b");
});

test("doesn't scroll for a step that leaves the page in place", async ({ app }) => {
  await openTour(app, [anchored("a", "#archive", { scroll: "none" })]);
  await expect.poll(() => app.evaluate(() => window.scrollY)).toBe(0);
});
