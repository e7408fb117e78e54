import type { Page } from "@playwright/test";
import { anchored, expect, openTour, test } from "./support/app-page.ts";
import { SCENES } from "./support/scenes.ts";

interface Cost {
  /** Pending timers and animation frames. */
  pending: number;
  frames: number;
  reads: number;
  /** Reads after one of our changes, which force another layout. */
  again: number;
}

const COST = "cost";
const LOOKS = "looks";

const count = (app: Page): Promise<void> =>
  app.evaluate((name) => {
    const timers = new Set<unknown>();
    const cost: Cost = { pending: 0, frames: 0, reads: 0, again: 0 };
    Reflect.set(window, Symbol.for(name), cost);
    const changes = new MutationObserver(() => {});
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (this: Element, options: ShadowRootInit) {
      const root = attach.call(this, options);
      changes.observe(root, { subtree: true, attributes: true, childList: true });
      return root;
    };
    const watch = (owner: object, key: string, onCall: (call: () => unknown, args: unknown[]) => unknown): void => {
      const own = Object.getOwnPropertyDescriptor(owner, key);
      const call = own?.value ?? own?.get;
      const counted = function (this: unknown, ...args: unknown[]): unknown {
        return onCall(() => Reflect.apply(call, this, args), args);
      };
      Object.defineProperty(owner, key, own?.get ? { ...own, get: counted } : { ...own, value: counted });
    };
    const forget = (id: unknown): void => {
      timers.delete(id);
      cost.pending = timers.size;
    };
    for (const key of ["setTimeout", "requestAnimationFrame"]) {
      watch(window, key, (call, args) => {
        const [task] = args;
        args[0] = (...given: unknown[]): unknown => {
          forget(id);
          return typeof task === "function" ? Reflect.apply(task, window, given) : undefined;
        };
        const id = call();
        cost.pending = timers.add(id).size;
        if (key !== "setTimeout") cost.frames++;
        return id;
      });
    }
    // Intervals stay pending forever.
    watch(window, "setInterval", (call) => {
      const id = call();
      cost.pending = timers.add(id).size;
      return id;
    });
    for (const key of ["clearTimeout", "clearInterval", "cancelAnimationFrame"]) {
      watch(window, key, (call, [id]) => {
        forget(id);
        return call();
      });
    }
    const read = (call: () => unknown): unknown => {
      cost.reads++;
      if (changes.takeRecords().length > 0) cost.again++;
      return call();
    };
    watch(window, "getComputedStyle", read);
    const scrolled = ["scrollTop", "scrollHeight", "scrollWidth", "clientWidth", "clientHeight"];
    for (const key of ["getBoundingClientRect", "getClientRects", "checkVisibility", ...scrolled]) {
      watch(Element.prototype, key, read);
    }
    for (const key of ["offsetWidth", "offsetHeight", "offsetTop"]) watch(HTMLElement.prototype, key, read);
  }, COST);

const costOf = (app: Page): Promise<Cost> =>
  app.evaluate((name) => ({ ...(Reflect.get(window, Symbol.for(name)) as Cost) }), COST);

/** Waits until half a second costs nothing and nothing is pending. Never resolves for continuous work. */
async function rests(app: Page): Promise<void> {
  let before: Cost | undefined;
  await expect
    .poll(
      async () => {
        const after = await costOf(app);
        const cost = before && [after.pending, after.frames - before.frames, after.reads - before.reads];
        before = after;
        return cost;
      },
      { intervals: [500], message: "pending, frames, reads" },
    )
    .toEqual([0, 0, 0]);
}

async function show(app: Page, name: string): Promise<void> {
  const scene = SCENES.find((each) => each.name === name);
  if (typeof scene?.shows !== "object") throw new Error(`No content is called ${name}.`);
  await app.evaluate(([body, step_id]) => window.driver.show(body, { step_id, name: step_id }), [
    scene.shows,
    scene.step_id ?? "",
  ] as const);
  await scene.prepare?.(app);
  await app.locator(scene.whole).filter({ visible: true }).first().waitFor();
}

test("draws, times, and measures nothing while other content is open", async ({ app }) => {
  await count(app);
  for (const name of ["checklist", "survey, nps", "banner, info", "toast, info", "hotspot", "tooltip"]) {
    await show(app, name);
  }
  await rests(app);
  await show(app, "modal");
  await rests(app);
});

test("measures a tour once per change, with all reads before writes", async ({ app }) => {
  await count(app);
  await openTour(app, [anchored("a", "#row-3")]);
  await rests(app);
  await app.evaluate((name) => {
    const target = document.querySelector("#row-3");
    const looks = Symbol.for(name);
    Reflect.set(window, looks, 0);
    if (target === null) throw new Error("There is no row 3.");
    const measure = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function counted() {
      if (this === target) Reflect.set(window, looks, Number(Reflect.get(window, looks)) + 1);
      return measure.call(this);
    };
  }, LOOKS);
  const looks = (): Promise<unknown> => app.evaluate((name) => Reflect.get(window, Symbol.for(name)), LOOKS);
  const scrolled = async (): Promise<readonly [looks: number, again: number]> => {
    const before = { looks: Number(await looks()), again: (await costOf(app)).again };
    await app.evaluate(() => document.querySelector("#scroller")?.scrollBy(0, 10));
    await expect.poll(looks).not.toBe(before.looks);
    await rests(app);
    return [Number(await looks()) - before.looks, (await costOf(app)).again - before.again];
  };
  expect(await scrolled()).toEqual([1, 0]);
  // If an element of the page has focus, the card's position is measured again.
  await app.locator("#search").focus();
  await rests(app);
  expect(await scrolled()).toEqual([1, 1]);
  await app.locator("#search").blur();
  // Same with several highlights.
  await app.evaluate(() => window.driver.tour?.close("api"));
  const highlights = ["#row-2", "#row-4"].map((value) => ({ strategies: [{ kind: "css" as const, value }] }));
  await openTour(app, [anchored("b", "#row-3", { highlights })]);
  await expect(app.locator("fanfare-ui .ring").filter({ visible: true })).toHaveCount(3);
  await rests(app);
  expect((await scrolled())[1]).toBe(0);
});
