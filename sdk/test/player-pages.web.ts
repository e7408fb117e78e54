import {
  anchored,
  card,
  centered,
  distanceToRing,
  ended,
  expect,
  focus,
  openTour,
  test,
  title,
} from "./support/app-page.ts";

test.describe("spotlight position on a page that is", () => {
  for (const [how, property, value] of [
    ["zoomed", "zoom", "1.5"],
    ["transformed", "transform", "scale(0.8)"],
    ["filtered and clipped", "filter", "blur(0px)"],
  ] as const) {
    test(how, async ({ app }) => {
      await app.evaluate(
        ([name, to]) => {
          document.body.style.setProperty(name, to);
          document.body.style.overflow = "clip";
        },
        [property, value] as const,
      );
      await openTour(app, [anchored("a", "#apply")]);
      await expect.poll(() => distanceToRing(app, "apply")).toBeLessThan(1.5);
      await card(app).getByRole("button", { name: "Done" }).click();
      expect((await ended(app)).reason).toBe("completed");
    });
  }

  test("fullscreen", async ({ app }) => {
    await app.evaluate(() => document.querySelector("main")?.requestFullscreen());
    await openTour(app, [anchored("a", "#apply")]);
    await expect.poll(() => distanceToRing(app, "apply")).toBeLessThan(1.5);
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
  });
});

test("shows a tour on a page that shadows document functions", async ({ app }) => {
  await app.evaluate(() => {
    const form = document.createElement("form");
    form.setAttribute("name", "querySelectorAll");
    document.querySelector("main")?.append(form);
  });
  await openTour(app, [anchored("a", "#apply")]);
  await expect.poll(() => distanceToRing(app, "apply")).toBeLessThan(1.5);
  await card(app).getByRole("button", { name: "Done" }).click();
  expect((await ended(app)).reason).toBe("completed");
});

test.describe("native modal dialog", () => {
  test.beforeEach(async ({ app }) => {
    await app.locator("#open-dialog").click();
  });

  test("keeps card and target usable, and closes only the tour on Escape", async ({ app }) => {
    await openTour(app, [anchored("a", "#pack"), anchored("b", "#note")]);
    await app.locator("#pack").click();
    await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["open-dialog", "pack"]);
    await card(app).getByRole("button", { name: "Next" }).click();
    await title(app, "Title b");
    await app.locator("#note").fill("Fragile");
    await app.keyboard.press("Tab");
    await app.keyboard.press("Escape");
    expect((await ended(app)).reason).toBe("escape");
    await expect.poll(() => app.locator("dialog").getAttribute("open")).toBe("");
    await expect(app.locator("#note")).toHaveValue("Fragile");
  });

  test("keeps a centered step reachable", async ({ app }) => {
    await app.locator("#pack").focus();
    await openTour(app, [centered("a")]);
    await expect.poll(() => focus(app)).toBe("title");
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
  });

  test("waits for an outside target until the dialog closes, then continues", async ({ app }) => {
    await openTour(app, [anchored("a", "#pack"), anchored("b", "#apply", { wait_ms: 20_000 })]);
    await card(app).getByRole("button", { name: "Next" }).click();
    await expect(card(app).getByText("One moment…")).toBeVisible();
    await app.locator("#close-dialog").click();
    await title(app, "Title b");
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
    await expect.poll(() => app.evaluate(() => document.querySelectorAll("fanfare-ui").length)).toBe(0);
  });

  test("leaves Escape to a dialog that opens over the tour", async ({ app }) => {
    await app.locator("#close-dialog").click();
    await openTour(app, [centered("a")]);
    await app.evaluate(() => document.querySelector<HTMLDialogElement>("dialog")?.showModal());
    await app.locator("#close-dialog").focus();
    await app.keyboard.press("Escape");
    await expect(app.locator("dialog#order")).toBeHidden();
    await title(app, "Title a");
  });
});

test.describe("other layers of the page", () => {
  test("moves the tour into a nested dialog, then to the outer one", async ({ app }) => {
    await app.locator("#open-dialog").click();
    await app.evaluate(() => {
      const inner = document.createElement("dialog");
      inner.id = "inner";
      inner.ariaLabel = "Sure?";
      const sure = document.createElement("button");
      sure.id = "sure";
      sure.textContent = "Sure";
      sure.addEventListener("click", () => inner.close());
      inner.append(sure);
      document.querySelector("#order")?.append(inner);
      inner.showModal();
    });
    await openTour(app, [
      anchored("a", "#sure", { advance: [{ kind: "click" }] }),
      anchored("b", "#pack", { wait_ms: 20_000 }),
    ]);
    await expect.poll(() => distanceToRing(app, "sure")).toBeLessThan(1.5);
    await app.locator("#sure").click();
    await title(app, "Title b");
    await expect.poll(() => distanceToRing(app, "pack")).toBeLessThan(1.5);
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
    await expect(app.locator("#order")).toBeVisible();
  });

  test("keeps a popover open while the card beside its element is used", async ({ app }) => {
    await app.evaluate(() => {
      const menu = document.createElement("div");
      menu.id = "menu";
      menu.popover = "auto";
      const item = document.createElement("button");
      item.id = "item";
      item.textContent = "Export";
      menu.append(item);
      document.body.append(menu);
      menu.showPopover();
    });
    await openTour(app, [anchored("a", "#item"), anchored("b", "#item")]);
    await expect.poll(() => distanceToRing(app, "item")).toBeLessThan(1.5);
    await card(app).getByRole("button", { name: "Next" }).click();
    await title(app, "Title b");
    await expect(app.locator("#menu")).toBeVisible();
  });

  test("gives the card focus despite a dialog's focus trap", async ({ app }) => {
    await app.evaluate(() => {
      const trap = document.createElement("div");
      trap.id = "trap";
      trap.role = "dialog";
      trap.ariaModal = "true";
      trap.ariaLabel = "Trapped";
      trap.style.cssText = "position:fixed;inset:100px;background:#fff;z-index:5000";
      const storeAnonymous = document.createElement("button");
      storeAnonymous.id = "keep";
      storeAnonymous.textContent = "Keep";
      trap.append(storeAnonymous);
      document.body.append(trap);
      document.addEventListener("focusin", ({ target }) => {
        if (target instanceof Node && !trap.contains(target)) storeAnonymous.focus();
      });
      storeAnonymous.focus();
    });
    await openTour(app, [anchored("a", "#keep"), anchored("b", "#keep")]);
    await expect.poll(() => focus(app)).toBe("title");
    await app.keyboard.press("Tab");
    await app.keyboard.press("Tab");
    await expect.poll(() => focus(app)).toBe("Next");
    await app.keyboard.press("Enter");
    await title(app, "Title b");
    await expect.poll(() => focus(app)).toBe("title");
  });

  test("scrolls a target out from under a sticky header", async ({ app }) => {
    await app.evaluate(() => {
      const bar = document.querySelector<HTMLElement>("header.bar");
      if (bar !== null) bar.style.cssText = "position:sticky;top:0;z-index:50;height:120px";
      const { top } = document.querySelector("#apply")?.getBoundingClientRect() ?? new DOMRect();
      window.scrollTo({ top: top - 40, behavior: "instant" });
    });
    await openTour(app, [anchored("a", "#apply")]);
    const { y = 0 } = (await app.locator("#apply").boundingBox()) ?? {};
    expect(y).toBeGreaterThan(120);
    await expect.poll(() => distanceToRing(app, "apply")).toBeLessThan(1.5);
  });
});
