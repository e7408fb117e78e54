import { seededRng } from "@fanfare/contract/lib/rng";
import type { Page } from "@playwright/test";
import { ended, expect, listeners, test } from "./support/app-page.ts";
import { SCENES, type Scene } from "./support/scenes.ts";

async function enter(app: Page, { shows, step_id = "", prepare, whole }: Scene): Promise<void> {
  await app.evaluate(
    ([body, id]) => {
      window.driver.events.length = 0;
      if (typeof body === "string") return window.driver.panel(body);
      return window.driver.show(body, { step_id: id, name: "Harbour news" });
    },
    [shows, step_id] as const,
  );
  await prepare?.(app);
  await app.locator(whole).filter({ visible: true }).waitFor();
}

/** All that the page itself could see of us. */
const picture = async (app: Page) => [
  await app.evaluate(() => [
    document.documentElement.outerHTML,
    document.adoptedStyleSheets.length,
    [window.scrollX, window.scrollY],
    history.length,
    Object.keys(window).length,
  ]),
  await listeners(app),
];

async function close(app: Page, scene: Scene): Promise<void> {
  if (typeof scene.shows === "string") await app.keyboard.press("Escape");
  else await app.evaluate(() => window.driver.tour?.close("escape"));
  await ended(app);
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
}

// The fixture fails a test with the first report of the strictest policy, and with the first uncaught error.
test("every content comes and goes under the strictest policy, and leaves the page as it was", async ({ app }) => {
  // What is loaded once, stays; a tray of toasts is there while they are.
  for (const scene of SCENES) {
    await test.step(scene.name, async () => {
      await app.evaluate(() => {
        window.scrollTo(0, 0);
        document.querySelector<HTMLElement>("#open-dialog")?.focus({ preventScroll: true });
      });
      const before = await picture(app);
      await enter(app, scene);
      await close(app, scene);
      await app.evaluate(() => window.scrollTo(0, 0));
      await expect.poll(() => picture(app)).toEqual(before);
    });
  }
});

test("a page whose callback throws hears nothing of it, whatever is shown", async ({ app }) => {
  for (const scene of SCENES.filter(({ shows }) => typeof shows !== "string")) {
    await test.step(scene.name, async () => {
      await app.evaluate(
        ([body, id]) => {
          window.driver.events.length = 0;
          if (typeof body === "string") return undefined;
          return window.driver.show(body, { step_id: id, name: "Harbour news", throw_at: "step_shown" });
        },
        [scene.shows, scene.step_id ?? ""] as const,
      );
      // A tooltip is shown when its target has the focus.
      if (scene.name === "tooltip") await scene.prepare?.(app);
      await app.waitForFunction(() => window.driver.events.some(({ kind }) => kind === "ended"));
      await expect(app.locator("fanfare-ui")).toHaveCount(0);
    });
  }
});

test("keys at random in a field do with anything beside it what they do without", async ({ app }) => {
  const keys = [
    "a",
    "Z",
    " ",
    "Home",
    "End",
    "Escape",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "Backspace",
    "Delete",
    "7",
  ];
  const typed = async () => {
    const rng = seededRng(8);
    await app.locator("#customer").focus();
    for (let count = 0; count < 24; count++)
      await app.keyboard.press(keys[Math.floor(rng.next() * keys.length)] ?? "a");
    return app.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>("#customer");
      const state = { text: field?.value, start: field?.selectionStart, keys: window.heard.keys.splice(0) };
      if (field !== null) field.value = "";
      return state;
    });
  };
  await typed();
  const alone = await typed();
  // What makes the page inert lets nobody type in it.
  const beside = SCENES.filter(
    ({ focus, shows }) => typeof shows !== "string" && (focus !== "taken" || /step/.test(JSON.stringify(shows))),
  );
  for (const scene of beside.filter(({ name }, index) => index % 2 === 0 || name === "popover")) {
    await test.step(scene.name, async () => {
      await enter(app, scene);
      expect(await typed()).toEqual(alone);
      expect(await app.evaluate(() => window.driver.events.filter(({ kind }) => kind === "ended"))).toEqual([]);
      await close(app, scene);
    });
  }
});
