import type { Strategy } from "@fanfare/contract/target/target";
import {
  anchored,
  card,
  centered,
  distanceToRing,
  ended,
  events,
  expect,
  openTour,
  startTour,
  test,
  title,
} from "./support/app-page.ts";

const by = (...strategies: Strategy[]) => ({ target: { strategies } });

test.describe("lookup of one visible element by", () => {
  const ways: readonly (readonly [string, Strategy])[] = [
    ["new-order", { kind: "test_id", value: "new-order" }],
    ["new-order", { kind: "role_name", role: "button", name: "New order" }],
    ["search", { kind: "label", value: "Search" }],
    ["customer", { kind: "label", value: "Customer" }],
    ["apply", { kind: "text", value: "Apply" }],
    ["new-order", { kind: "text", value: "New  order", tag: "button" }],
    ["filter", { kind: "attribute", name: "id", value: "filter" }],
    ["new-order", { kind: "role_name", role: "button", name: "NEW ORDER…" }],
    ["apply", { kind: "text", value: "apply (3)" }],
    ["status", { kind: "css", value: "form select" }],
    ["Track parcel", { kind: "test_id", value: "track" }],
    ["Track parcel", { kind: "role_name", role: "button", name: "Track parcel" }],
  ];
  for (const [expected, strategy] of ways) {
    test(`${strategy.kind} ${JSON.stringify(strategy)}`, async ({ app }) => {
      await openTour(app, [anchored("a", "", by(strategy))]);
      await expect.poll(() => distanceToRing(app, expected)).toBeLessThan(1.5);
    });
  }
});

test("tries the next locator on two matches, and reports all when none fits", async ({ app }) => {
  const twins: Strategy = { kind: "css", value: ".twin" };
  await openTour(app, [anchored("a", "", by(twins, { kind: "css", value: "#apply" }))]);
  await title(app, "Title a");
  await app.evaluate(() => window.driver.tour?.close("api"));
  await ended(app);
  await app.reload();
  await app.waitForFunction(() => window.driver !== undefined);
  const broken: Strategy = { kind: "css", value: "a[[" };
  await startTour(app, [
    anchored("a", "", {
      ...by(twins, broken, { kind: "role_name", role: "button", name: "No one" }),
      wait_ms: 300,
      on_missing: "end",
    }),
  ]);
  expect((await ended(app)).reason).toBe("target_missing");
  expect((await events(app))[0]).toEqual({
    kind: "target_missing",
    step_id: "a",
    tried: [
      { kind: "css", matches: 2, visible: 2 },
      { kind: "css", matches: 0, visible: 0 },
      { kind: "role_name", matches: 0, visible: 0 },
    ],
  });
});

test("finds a button by name among 10,000 on a page of 50,000 elements", async ({ app }) => {
  await app.evaluate(() => {
    const table = document.createElement("table");
    for (let row = 1; row <= 10_000; row++) {
      const cells = table.insertRow();
      for (const text of [`Order ${row}`, "Ready"]) cells.insertCell().textContent = text;
      const open = document.createElement("button");
      open.textContent = `Open order ${row}`;
      cells.insertCell().append(open);
    }
    document.body.append(table);
  });
  await startTour(app, [
    anchored("a", "", { ...by({ kind: "role_name", role: "button", name: "New order" }), wait_ms: 20_000 }),
  ]);
  await expect.poll(() => distanceToRing(app, "new-order")).toBeLessThan(1.5);
});

test("waits for a late target while the page stays usable", async ({ app }) => {
  await openTour(app, [centered("a"), anchored("b", "#late", { wait_ms: 10_000 })]);
  await card(app).getByRole("button", { name: "Next" }).click();
  await expect(card(app).getByText("One moment…")).toBeVisible();
  await app.locator("#new-order").click();
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["new-order"]);
  await app.evaluate(() => {
    const late = document.createElement("button");
    late.id = "late";
    late.textContent = "Late";
    late.hidden = true;
    document.querySelector("#filter")?.append(late);
  });
  await expect(card(app).getByText("One moment…")).toBeVisible();
  await app.evaluate(() => document.querySelector("#late")?.removeAttribute("hidden"));
  await title(app, "Title b");
});

test("skips a step with a missing target or centers the card", async ({ app }) => {
  await openTour(app, [
    centered("a"),
    anchored("b", "#none", { wait_ms: 200 }),
    anchored("c", "#none", { wait_ms: 200, on_missing: "center" }),
  ]);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title c");
  await expect(app.locator(".ring")).toBeHidden();
  await expect
    .poll(async () => (await events(app)).map(({ kind }) => kind))
    .toEqual(["step_shown", "step_completed", "target_missing", "target_missing", "step_shown"]);
});

test("finds a rerendered target again without a second announcement", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply")]);
  const before = await app.locator(".ring").boundingBox();
  await app.evaluate(() => {
    const old = document.querySelector("#apply");
    const fresh = document.createElement("button");
    fresh.textContent = "Apply to all of the orders";
    old?.replaceWith(fresh);
    fresh.id = "apply";
  });
  await expect
    .poll(async () => (await app.locator(".ring").boundingBox())?.width)
    .toBeGreaterThan((before?.width ?? 0) + 40);
  await title(app, "Title a");
  await expect.poll(async () => (await events(app)).map(({ kind }) => kind)).toEqual(["step_shown"]);
});

test("applies the missing target policy when a target disappears during a step", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply", { wait_ms: 300, on_missing: "end" })]);
  await app.evaluate(() => {
    const apply = document.querySelector<HTMLElement>("#apply");
    if (apply !== null) apply.style.display = "none";
  });
  expect((await ended(app)).reason).toBe("target_missing");
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
});

test("releases a target that is reused for another row, hidden, or disabled", async ({ app }) => {
  await app.evaluate(() => {
    for (const id of ["first", "second", "third", "fourth", "fifth"]) {
      const row = document.createElement("p");
      row.style.transition = "opacity 50ms";
      const button = document.createElement("button");
      button.id = id;
      button.textContent = `Order of ${id}`;
      row.append(button);
      document.querySelector("#filter")?.append(row);
    }
  });
  const short = { wait_ms: 200 } as const;
  await openTour(app, [
    anchored("a", "", {
      ...by({ kind: "text", value: "Order 1041" }, { kind: "text", value: "Order of first" }),
      ...short,
    }),
    anchored("b", "#second", short),
    anchored("c", "#third", short),
    anchored("d", "#fourth", short),
    centered("e"),
  ]);
  // The list reuses the element for another row.
  await app.evaluate(() => {
    const setText = (id: string, text: string): void => document.getElementById(id)?.firstChild?.replaceWith(text);
    setText("first", "Order of fifth");
    setText("fifth", "Order of first");
  });
  await expect.poll(() => distanceToRing(app, "fifth")).toBeLessThan(1.5);
  await title(app, "Title a");
  // And scrolled out of its list.
  await app.evaluate(() => document.getElementById("fifth")?.firstChild?.replaceWith("Order of sixth"));
  await title(app, "Title b");
  const around = (id: string, change: "visibility" | "inert" | "opacity"): Promise<void> =>
    app.evaluate(
      ([name, what]) => {
        const row = document.getElementById(name)?.parentElement;
        if (!row) throw new Error(`${name} is gone.`);
        if (what === "inert") row.inert = true;
        else row.style.setProperty(what, what === "opacity" ? "0" : "hidden");
      },
      [id, change] as const,
    );
  await around("second", "visibility");
  await title(app, "Title c");
  await around("third", "inert");
  await title(app, "Title d");
  await around("fourth", "opacity");
  await title(app, "Title e");
  await expect
    .poll(async () => (await events(app)).flatMap((event) => (event.kind === "target_missing" ? [event.step_id] : [])))
    .toEqual(["a", "b", "c", "d"]);
});

test("restores the card when a page replaces its whole body", async ({ app }) => {
  await openTour(app, [centered("a"), anchored("b", "#apply")]);
  const replace = () =>
    app.evaluate(() => {
      const fresh = document.createElement("body");
      fresh.append(...Array.from(document.body.children).filter(({ localName }) => localName !== "fanfare-ui"));
      document.body.replaceWith(fresh);
    });
  await replace();
  await title(app, "Title a");
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await replace();
  await title(app, "Title b");
  await expect.poll(() => distanceToRing(app, "apply")).toBeLessThan(1.5);
  await expect
    .poll(async () => (await events(app)).map(({ kind }) => kind))
    .toEqual(["step_shown", "step_completed", "step_shown"]);
});

test("waits for a sliding target to stop moving", async ({ app }) => {
  await openTour(app, [centered("a"), anchored("b", "#slider")]);
  await app.evaluate(() => {
    const slider = document.createElement("button");
    slider.id = "slider";
    slider.textContent = "Slides in";
    document.querySelector("#filter")?.append(slider);
    const slide = slider.animate([{ translate: "0 400px" }, { translate: "0 0" }], { duration: 900 });
    Object.assign(window, { slide });
  });
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  expect(await app.evaluate(() => ("slide" in window ? (window.slide as Animation).playState : null))).toBe("finished");
});

test("follows a target through scroll containers with a clipped spotlight", async ({ app }) => {
  await openTour(app, [anchored("a", "#row-3")]);
  const ring = async () => (await app.locator(".ring").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const first = await ring();
  await app.evaluate(() => document.querySelector("#scroller")?.scrollBy({ top: 20, behavior: "instant" }));
  await expect.poll(async () => Math.round((await ring()).y)).toBe(Math.round(first.y - 20));
  await app.evaluate(() => window.scrollBy({ top: 30, behavior: "instant" }));
  await expect.poll(async () => Math.round((await ring()).y)).toBe(Math.round(first.y - 50));
  // Half of the row is above the scroll container's edge.
  await app.evaluate(() => document.querySelector("#scroller")?.scrollBy({ top: 72, behavior: "instant" }));
  await expect.poll(async () => Math.round((await ring()).height)).toBeLessThan(Math.round(first.height));
});

test("follows a target that moves without scrolling", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply")]);
  const y = async () => Math.round((await app.locator(".ring").boundingBox())?.y ?? 0);
  const first = await y();
  await app.evaluate(() => {
    const banner = document.createElement("p");
    banner.style.height = "40px";
    banner.style.margin = "0";
    document.querySelector("main")?.prepend(banner);
  });
  await expect.poll(y).toBe(first + 40);
});

test("scrolls to a target only when out of view", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply"), anchored("b", "#archive"), anchored("c", "#row-28")]);
  await expect.poll(() => app.evaluate(() => window.scrollY)).toBe(0);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await expect(app.locator("#archive")).toBeInViewport({ ratio: 1 });
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title c");
  await expect(app.locator("#row-28")).toBeInViewport({ ratio: 1 });
});

test("places the top of a target taller than the screen below a fixed header", async ({ app }) => {
  await app.evaluate(() => {
    const far = document.querySelector<HTMLElement>(".far");
    if (far !== null) far.style.height = "2000px";
  });
  await openTour(app, [anchored("a", ".far")]);
  await expect
    .poll(() =>
      app.evaluate(() => {
        const box = (css: string) => document.querySelector(css)?.getBoundingClientRect();
        return Math.round((box(".far")?.top ?? 0) - (box("header")?.bottom ?? 0));
      }),
    )
    .toBe(0);
});

test("scrolls the author's margin around a target into view", async ({ app }) => {
  const { y = 0, height = 0 } = (await app.locator("#apply").boundingBox()) ?? {};
  // It ends 20 pixels above the bottom of the screen.
  const screen = Math.ceil(y + height + 20);
  await app.setViewportSize({ width: 1280, height: screen });
  await openTour(app, [anchored("a", "#apply"), anchored("b", "#apply", { scroll_margin_px: 100 })]);
  await expect.poll(() => app.evaluate(() => window.scrollY)).toBe(0);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  const below = async () => screen - height - ((await app.locator("#apply").boundingBox())?.y ?? screen);
  await expect.poll(below).toBeGreaterThanOrEqual(100);
});
