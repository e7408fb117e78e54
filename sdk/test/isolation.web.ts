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

/** Everything about Fanfare that the page can observe. */
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

// The fixture fails the test on any violation of the strict policy and any uncaught error.
test("shows each content under the strictest policy and leaves the page unchanged", async ({ app }) => {
  // Lazily loaded code stays; the toast tray exists only with toasts.
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

test("isolates the page from a throwing callback in any content", async ({ app }) => {
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
      // A tooltip opens when its target is focused.
      if (scene.name === "tooltip") await scene.prepare?.(app);
      await app.waitForFunction(() => window.driver.events.some(({ kind }) => kind === "ended"));
      await expect(app.locator("fanfare-ui")).toHaveCount(0);
    });
  }
});

test("leaves random keys in a field unaffected by any content", async ({ app }) => {
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
  // Content that makes the page inert prevents typing.
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
