import {
  anchored,
  card,
  centered,
  distanceToRing,
  ended,
  expect,
  focus,
  openTour,
  startTour,
  test,
  title,
} from "./app-page.ts";

test.describe("the spotlight is in the right place on a page that is", () => {
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

test("on a page that shadows the document's own functions the tour ends, and the page hears nothing", async ({
  app,
}) => {
  await app.evaluate(() => {
    const form = document.createElement("form");
    form.setAttribute("name", "querySelectorAll");
    document.querySelector("main")?.append(form);
  });
  await startTour(app, [anchored("a", "#apply")]);
  expect((await ended(app)).reason).toBe("error");
  expect(await app.evaluate(() => document.querySelector("fanfare-ui"))).toBeNull();
});

test.describe("in a native modal dialog", () => {
  test.beforeEach(async ({ app }) => {
    await app.locator("#open-dialog").click();
  });

  test("card and target are usable both, and Escape closes the tour alone", async ({ app }) => {
    await openTour(app, [anchored("a", "#pack"), anchored("b", "#note")]);
    await app.locator("#pack").click();
    expect(await app.evaluate(() => window.heard.clicks)).toEqual(["open-dialog", "pack"]);
    await card(app).getByRole("button", { name: "Next" }).click();
    await title(app, "Title b");
    await app.locator("#note").fill("Fragile");
    await app.keyboard.press("Tab");
    await app.keyboard.press("Escape");
    expect((await ended(app)).reason).toBe("escape");
    expect(await app.locator("dialog").getAttribute("open")).toBe("");
    await expect(app.locator("#note")).toHaveValue("Fragile");
  });

  test("a centred step is reachable too", async ({ app }) => {
    await app.locator("#pack").focus();
    await openTour(app, [centered("a")]);
    expect(await focus(app)).toBe("title");
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
  });

  test("a target outside is waited for until the dialog is closed, then the tour goes on in the page", async ({
    app,
  }) => {
    await openTour(app, [anchored("a", "#pack"), anchored("b", "#apply", { wait_ms: 20_000 })]);
    await card(app).getByRole("button", { name: "Next" }).click();
    await expect(card(app).getByText("One moment…")).toBeVisible();
    await app.locator("#close-dialog").click();
    await title(app, "Title b");
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
    expect(await app.evaluate(() => document.querySelectorAll("fanfare-ui").length)).toBe(0);
  });

  test("a dialog that opens over the tour has its own Escape", async ({ app }) => {
    await app.locator("#close-dialog").click();
    await openTour(app, [centered("a")]);
    await app.evaluate(() => document.querySelector<HTMLDialogElement>("dialog")?.showModal());
    await app.locator("#close-dialog").focus();
    await app.keyboard.press("Escape");
    await expect(app.locator("dialog#order")).toBeHidden();
    await title(app, "Title a");
  });
});
