import type { Body } from "@fanfare/contract/content/body";
import {
  anchored,
  boxesOf,
  card,
  centered,
  expect,
  openTour,
  paragraph,
  settled,
  startTour,
  test,
  title,
} from "./support/app-page.ts";

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

test("shows a bottom sheet on a narrow screen, or a top one for a low target", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 640 });
  await openTour(app, [anchored("a", "#new-order"), anchored("b", "#archive"), long]);
  const at = async () => (await card(app).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
  const sheet = async () => {
    const { x, y, width, height } = await at();
    return [x, width, Math.round(y + height)];
  };
  await expect.poll(sheet).toEqual([0, 320, 640]);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await expect.poll(async () => (await at()).y).toBe(0);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title long");
  const fits = async () => {
    const { y, height } = await at();
    return y >= 0 && y + height <= 640;
  };
  await expect.poll(fits).toBe(true);
  await expect(card(app).getByRole("button", { name: "Done" })).toBeInViewport({ ratio: 1 });
  expect(await app.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("keeps the target visible beside its card at 400% zoom", async ({ app }) => {
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

test("mirrors the card from right to left, with the close button on the left", async ({ app }) => {
  await app.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  const tile = ".tile:nth-child(2)";
  await openTour(app, [anchored("a", tile, { placement: "start" }), anchored("b", tile, { placement: "end" })]);
  const places = async () => {
    const [target, pane, close, heading] = await boxesOf(
      app,
      ...[tile, "fanfare-ui .card", "fanfare-ui .close", "fanfare-ui h2"],
    );
    if (!target || !pane || !close || !heading) return [];
    return [
      ...(pane.x > target.right ? ["right of the target"] : []),
      ...(pane.x + 300 < target.x ? ["left of the target"] : []),
      ...(close.x + close.width / 2 < heading.x + 40 ? ["close button left"] : []),
    ];
  };
  await expect.poll(places).toEqual(["right of the target", "close button left"]);
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await expect.poll(places).toEqual(["left of the target", "close button left"]);
});

test("follows the page's color theme and its changes, otherwise the system's", async ({ app }) => {
  const background = () =>
    app.evaluate(() => {
      const pane = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".card");
      return pane ? getComputedStyle(pane).backgroundColor : "";
    });
  await openTour(app, [centered("a")]);
  await expect.poll(() => background()).toBe("rgb(255, 255, 255)");
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

test("moves nothing with reduced motion: no transition, no smooth scrolling", async ({ app }) => {
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

test("isolates the card from aggressive page styles", async ({ app }) => {
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
  await expect.poll(size).toEqual(before);
  await expect(card(app).getByRole("button", { name: "Done" })).toBeVisible();
  await expect(app.locator("fanfare-ui")).toHaveCSS("opacity", "1");
  // Fanfare isn't printed.
  await app.emulateMedia({ media: "print" });
  await expect(app.locator("fanfare-ui")).toBeHidden();
});

test("uses borders instead of shadows and fills in forced colors", async ({ app }) => {
  await app.emulateMedia({ forcedColors: "active" });
  await startTour(app, [anchored("a", "#apply")]);
  await title(app, "Title a");
  await expect(card(app)).toHaveCSS("border-top-style", "solid");
  await expect(card(app).getByRole("button", { name: "Done" })).toHaveCSS("border-top-style", "solid");
  await expect(app.locator(".ring")).toHaveCSS("outline-style", "solid");
});

test("cuts and hides nothing with the person's text spacing", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 640 });
  await openTour(app, [rich, centered("b")], { days: 365 });
  await app.evaluate(() => {
    const spaced = new CSSStyleSheet();
    // Values of WCAG 1.4.12.
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

test("marks text in another language than the page's, with its own direction", async ({ app }) => {
  const page = (): Promise<readonly string[]> =>
    app.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
  const before = await page();
  const body: Body = {
    type: "tour",
    steps: [
      anchored("a", "#new-order", {
        ...{ title: "طلب جديد", placement: "start" },
        blocks: [...paragraph("ابدأ من هنا."), ...paragraph("Then go on.")],
      }),
    ],
    suppression: { offered: true, days: 365 },
  };
  const untranslated = { locale: "en", texts: ["Then go on."] };
  await app.evaluate(([it, lacking]) => window.driver.show(it, { locale: "ar", untranslated: lacking }), [
    body,
    untranslated,
  ] as const);
  await settled(app);
  const [close, heading] = [card(app).getByRole("button", { name: "Close" }), card(app).getByRole("heading")];
  expect(await heading.evaluate((it) => it.closest("[lang]")?.getAttribute("lang"))).toBe("ar");
  const lacking = card(app).getByText("Then go on.");
  await expect(lacking).toHaveAttribute("lang", "en");
  await expect(lacking).toHaveCSS("direction", "ltr");
  await expect(card(app).getByText("ابدأ من هنا.")).not.toHaveAttribute("lang");
  await expect(close).toBeVisible();
  const apart = async () => {
    const [at, text] = await boxesOf(app, "fanfare-ui .close", "fanfare-ui h2");
    return (text?.x ?? 0) - (at?.x ?? 0);
  };
  await expect.poll(apart).toBeGreaterThan(0);
  expect(await page()).toEqual(before);
});
