import { anchored, card, centered, expect, openTour, paragraph, startTour, test, title } from "./app-page.ts";

const rich = anchored("a", "#apply", {
  blocks: [
    {
      kind: "paragraph",
      spans: [
        { text: "Plain, " },
        { text: "strong", bold: true },
        { text: " and " },
        { text: "linked", href: "/help" },
      ],
    },
    { kind: "list", ordered: true, items: [[{ text: "One" }], [{ text: "Two", italic: true }]] },
  ],
});
const long = centered("long", {
  blocks: Array.from({ length: 20 }, () => paragraph("A sentence of some length.")).flat(),
});

test("a narrow screen gets a sheet along its bottom, and along its top where the target is below", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 640 });
  await openTour(app, [anchored("a", "#new-order"), anchored("b", "#archive"), long]);
  const at = async () => (await card(app).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
  const first = await at();
  expect(first.x).toBe(0);
  expect(first.width).toBe(320);
  expect(Math.round(first.y + first.height)).toBe(640);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await expect.poll(async () => (await at()).y).toBe(0);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title long");
  const whole = await at();
  expect(whole.y).toBeGreaterThanOrEqual(0);
  expect(whole.y + whole.height).toBeLessThanOrEqual(640);
  await expect(card(app).getByRole("button", { name: "Done" })).toBeInViewport({ ratio: 1 });
  expect(await app.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("at 400 % zoom the target is not hidden by its card", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 256 });
  await openTour(app, [anchored("a", "#new-order"), anchored("b", "#archive")]);
  for (const [id, name] of [
    ["#new-order", "Next"],
    ["#archive", "Done"],
  ] as const) {
    await expect
      .poll(async () => {
        const box = await app.locator(id).boundingBox();
        const cover = await card(app).boundingBox();
        if (box === null || cover === null) return "missing";
        return cover.y >= box.y + box.height || cover.y + cover.height <= box.y ? "free" : "covered";
      })
      .toBe("free");
    await expect(card(app).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    await card(app).getByRole("button", { name }).click();
  }
});

test("from right to left the card is mirrored: start is right, end is left, the close button left", async ({ app }) => {
  await app.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  const tile = ".tile:nth-child(2)";
  await openTour(app, [anchored("a", tile, { placement: "start" }), anchored("b", tile, { placement: "end" })]);
  const box = async (selector: string) => {
    const found = await app.locator(selector).boundingBox();
    if (found === null) throw new Error(`${selector} is not shown.`);
    return found;
  };
  const target = await box(tile);
  expect((await box("fanfare-ui .card")).x).toBeGreaterThan(target.x + target.width);
  const close = await box("fanfare-ui .close");
  expect(close.x + close.width / 2).toBeLessThan((await box("fanfare-ui h2")).x + 40);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  expect((await box("fanfare-ui .card")).x + 300).toBeLessThan(target.x);
});

test("colours follow the page's own theme, also when it changes, and else the system", async ({ app }) => {
  const background = () =>
    app.evaluate(() => {
      const pane = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".card");
      return pane ? getComputedStyle(pane).backgroundColor : "";
    });
  await openTour(app, [centered("a")]);
  expect(await background()).toBe("rgb(255, 255, 255)");
  await app.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
  });
  await expect.poll(background).toBe("rgb(28, 29, 38)");
  await app.evaluate(() => {
    delete document.documentElement.dataset["theme"];
    document.documentElement.style.colorScheme = "normal";
  });
  await expect.poll(background).toBe("rgb(255, 255, 255)");
  await app.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).toBe("rgb(28, 29, 38)");
  await app.evaluate(() => document.body.classList.add("theme-light"));
  await expect.poll(background).toBe("rgb(255, 255, 255)");
});

test("with reduced motion nothing moves: no transition, no smooth scrolling", async ({ app }) => {
  await app.emulateMedia({ reducedMotion: "reduce" });
  await app.evaluate(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      moves.push("animate");
      return animate.apply(this, args);
    };
    const scroll = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function (options) {
      moves.push(typeof options === "object" ? `scroll ${options.behavior}` : "scroll");
      scroll.call(this, options);
    };
  });
  await openTour(app, [centered("a"), anchored("b", "#archive")]);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  expect(await app.evaluate(() => ("moves" in window ? window.moves : null))).toEqual(["scroll instant"]);
});

test("a page whose styles shout does not reach the card", async ({ app }) => {
  const size = async () => {
    await title(app, "Title a");
    const box = await card(app).boundingBox();
    return { width: box?.width, height: box?.height };
  };
  await openTour(app, [centered("a")]);
  const before = await size();
  await app.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { all: unset !important; font-size: 40px !important; display: none; }
      fanfare-ui { width: 10px !important; opacity: 0 !important; transform: scale(3) !important; direction: ltr; }
      ::backdrop { background: red !important; }`);
    document.adoptedStyleSheets = [sheet];
  });
  expect(await size()).toEqual(before);
  await expect(card(app).getByRole("button", { name: "Done" })).toBeVisible();
  await expect(app.locator("fanfare-ui")).toHaveCSS("opacity", "1");
});

test("in forced colours borders take the place of shadows and fills", async ({ app }) => {
  await app.emulateMedia({ forcedColors: "active" });
  await startTour(app, [anchored("a", "#apply")]);
  await title(app, "Title a");
  await expect(card(app)).toHaveCSS("border-top-style", "solid");
  await expect(card(app).getByRole("button", { name: "Done" })).toHaveCSS("border-top-style", "solid");
  await expect(app.locator(".ring")).toHaveCSS("outline-style", "solid");
});

test("text spacing that a person has set neither cuts nor hides anything", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 640 });
  await openTour(app, [rich, centered("b")], { days: 365 });
  await app.evaluate(() => {
    const spaced = new CSSStyleSheet();
    // The values of WCAG 1.4.12.
    spaced.replaceSync(
      "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}",
    );
    document.querySelector("fanfare-ui")?.shadowRoot?.adoptedStyleSheets.push(spaced);
  });
  for (const name of ["Next", "Close"]) {
    await expect(card(app).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  }
  const wide = await app.evaluate(() =>
    [...(document.querySelector("fanfare-ui")?.shadowRoot?.querySelectorAll(".flow, .foot, button") ?? [])]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className }) => className),
  );
  expect(wide).toEqual([]);
});
