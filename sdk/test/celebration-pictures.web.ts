import { CELEBRATION_PRESETS } from "@fanfare/contract/content/celebration-preset";
import type { PageTheme, PageThemes } from "@fanfare/contract/theme/theme";
import type { Page } from "@playwright/test";
import { CELEBRATION_THEME_MS } from "../src/ui/limits.ts";
import type { CelebrateMore } from "./fixtures/player.ts";
import { expect, listeners, test } from "./support/app-page.ts";

interface Mark {
  readonly kind: "fillRect" | "fill" | "stroke" | "drawImage";
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

declare global {
  interface Window {
    /** Runs the requested frame at this time of the celebration and returns what it drew. */
    frameAt(time_ms: number): Promise<readonly Mark[]>;
    skipFrame(): void;
    /** Runs timers with at most this delay. */
    elapse(wait_ms: number): void;
  }
}

/** Puts animation frames and timers under the test's control, so that pictures don't depend on machine speed. */
async function takeFrames(app: Page): Promise<void> {
  await app.evaluate(() => {
    let due: FrameRequestCallback | undefined;
    window.requestAnimationFrame = (draw) => {
      due = draw;
      return 1;
    };
    const soon = window.setTimeout.bind(window);
    let waits: { readonly task: () => void; readonly wait_ms: number }[] = [];
    Object.assign(window, {
      setTimeout(task: () => void, wait_ms = 0): number {
        if (wait_ms < 400) return soon(task, wait_ms);
        waits.push({ task, wait_ms });
        return 0;
      },
    });
    window.elapse = (wait_ms) => {
      const over = waits.filter((each) => each.wait_ms <= wait_ms);
      waits = [];
      for (const { task } of over) task();
    };
    let marks: Mark[] = [];
    const context = CanvasRenderingContext2D.prototype;
    for (const kind of ["fillRect", "fill", "stroke", "drawImage"] as const) {
      const draw = context[kind] as (...args: readonly unknown[]) => void;
      Object.assign(context, {
        [kind](this: CanvasRenderingContext2D, ...args: readonly unknown[]) {
          const { e, f } = this.getTransform();
          const scale = this.canvas.width / innerWidth;
          marks.push({ kind, x: e / scale, y: f / scale, color: String(this.fillStyle) });
          Reflect.apply(draw, this, args);
        },
      });
    }
    window.skipFrame = () => {
      due = undefined;
    };
    window.frameAt = async (time_ms) => {
      // The preset may have to load first.
      while (due === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
      const draw = due;
      due = undefined;
      marks = [];
      draw(time_ms);
      return marks;
    };
  });
}

function marksAt(app: Page, more: CelebrateMore, ...times: readonly number[]): Promise<readonly (readonly Mark[])[]> {
  return app.evaluate(
    async ([options, all]) => {
      await window.driver.celebrate(options);
      const marks: (readonly Mark[])[] = [];
      for (const time_ms of all) marks.push(await window.frameAt(time_ms));
      return marks;
    },
    [more, times] as const,
  );
}

/** How the latest celebration ended, after canceling it or drawing its last frame. */
function end(app: Page, last_ms?: number): Promise<string | undefined> {
  return app.evaluate(async (time_ms) => {
    if (time_ms === undefined) window.driver.party?.cancel();
    else await window.frameAt(time_ms);
    const reason = (await window.driver.party?.finished)?.reason;
    // Discard a frame requested before the end, so that the next celebration doesn't get it.
    window.skipFrame();
    return reason;
  }, last_ms);
}

test.beforeEach(({ app }) => takeFrames(app));

test("draws a unique, repeatable picture per preset and cleans up within 5 seconds", async ({ app }) => {
  const before = await app.evaluate(() => document.documentElement.outerHTML);
  const listener_count = await listeners(app);
  const pictures = new Map<string, string>();
  for (const preset of CELEBRATION_PRESETS) {
    const [, picture = []] = await marksAt(app, { preset, seed: 3 }, 0, 900);
    expect(picture.length, preset).toBeGreaterThan(20);
    expect(await end(app, 5_000), preset).toBe("played");
    pictures.set(JSON.stringify(picture), preset);
    await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML), preset).toBe(before);
    await expect.poll(() => listeners(app), preset).toEqual(listener_count);
  }
  expect([...pictures.values()]).toEqual([...CELEBRATION_PRESETS]);
  const [, again] = await marksAt(app, { preset: "fireworks", seed: 3 }, 0, 900);
  expect(pictures.get(JSON.stringify(again))).toBe("fireworks");
  await end(app);
  const [, other] = await marksAt(app, { preset: "fireworks", seed: 4 }, 0, 900);
  expect(pictures.get(JSON.stringify(other))).toBeUndefined();
});

test("starts at the center, a point, an element, or the pointer and follows", async ({ app }) => {
  const { width, height } = app.viewportSize() ?? { width: 0, height: 0 };
  const from = async (marks: readonly Mark[] = []) => [
    ...new Set(marks.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)),
  ];
  const begins = async (more: CelebrateMore) => {
    const [first] = await marksAt(app, more, 0);
    await end(app);
    return from(first);
  };
  const middle = [`${width / 2},${Math.round(height * 0.55)}`];
  expect(await begins({})).toEqual(middle);
  expect(await begins({ origin: "viewport" })).toEqual(middle);
  expect(await begins({ origin: { x: 100, y: 500 } })).toEqual(["100,500"]);
  const middleOf = (css: string) =>
    app.locator(css).evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [`${Math.round(x + width / 2)},${Math.round(y + height / 2)}`];
    });
  expect(await begins({ origin: "#new-order" })).toEqual(await middleOf("#new-order"));

  await app.evaluate(() => {
    document.addEventListener("click", () => void window.driver.celebrate({ origin: "cursor" }), { once: true });
  });
  await app.mouse.click(321, 234);
  expect(await from(await app.evaluate(() => window.frameAt(0)))).toEqual(["321,234"]);
  await end(app);

  const [first] = await marksAt(app, { preset: "cannons", origin: "#apply" }, 0);
  const [there] = await middleOf("#apply");
  expect((await from(first)).every((each) => each === there)).toBe(true);
  await app.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("scroll", () => setTimeout(resolve), { once: true });
        scrollBy(0, 80);
      }),
  );
  const [moved] = await middleOf("#apply");
  expect(moved).not.toBe(there);
  // The second volley starts at the element's current position.
  const born = await app.evaluate(async () => {
    const seen: (readonly Mark[])[] = [];
    for (const time_ms of [419, 420.5, 425, 430, 440]) seen.push(await window.frameAt(time_ms));
    return seen.flat();
  });
  const near = (place = "") => {
    const [x = 0, y = 0] = place.split(",").map(Number);
    return born.filter((mark) => Math.hypot(mark.x - x, mark.y - y) < 15).length;
  };
  expect(near(moved)).toBeGreaterThan(0);
  expect(near(there)).toBe(0);
});

test("uses the requested colors, shapes, amount, and duration", async ({ app }) => {
  const colors = ["rgb(200, 0, 0)", "#00c800"];
  const [, red = []] = await marksAt(app, { colors, intensity: 0.4 }, 0, 300);
  expect(red).toHaveLength(60);
  const colors_used = new Set(red.map(({ color }) => color));
  // Two front colors and two back colors.
  expect([colors_used.size, colors_used.has("#c80000"), colors_used.has("#00c800")]).toEqual([4, true, true]);
  await end(app);

  // Without explicit colors, those of the theme, as soon as it's known.
  const themed = (more: CelebrateMore) =>
    app.evaluate(async (options) => {
      let themes: PageThemes | undefined;
      const theme = { confetti: ["#123456"] } as unknown as PageTheme;
      const first = new Promise<void>((resolve) => setTimeout(resolve, 30)).then(() => {
        themes = { default: theme };
      });
      await window.driver.celebrate({ ...options, first, decisions: { current: () => ({ themes }) } });
      return (await window.frameAt(0)).map(({ color }) => color);
    }, more);
  expect(new Set(await themed({}))).toContain("#123456");
  await end(app);
  expect(new Set(await themed({ colors }))).not.toContain("#123456");
  await end(app);
  // The wait for a missing response is limited.
  const late = await app.evaluate(async (wait_ms) => {
    await window.driver.celebrate({ first: new Promise(() => {}) });
    window.elapse(wait_ms);
    return (await window.frameAt(0)).map(({ color }) => color);
  }, CELEBRATION_THEME_MS);
  expect(new Set(late)).toContain("#6a4cff");
  await end(app);

  const kinds = async (more: CelebrateMore) => {
    const [, marks = []] = await marksAt(app, more, 0, 300);
    await end(app);
    return [...new Set(marks.map(({ kind }) => kind))].sort();
  };
  expect(await kinds({ shapes: ["rectangle", "ribbon"] })).toEqual(["fillRect"]);
  expect(await kinds({ shapes: ["circle", "star"] })).toEqual(["fill"]);
  expect(await kinds({ shapes: ["flake"] })).toEqual(["stroke"]);
  expect(await kinds({ shapes: [{ text: "Yes!" }] })).toEqual(["drawImage"]);
  // Without an emoji font, stars are used.
  expect([["drawImage"], ["fill"]]).toContainEqual(await kinds({ shapes: [{ text: "🎉" }] }));
  expect(await kinds({ shapes: [{ path: "M12 2l3 7h7l-6 4 2 8-6-5-6 5 2-8-6-4h7z" }] })).toEqual(["fill"]);
  expect(await kinds({ shapes: [{ text: "Much longer than a word may be" }] })).toEqual(["fill", "fillRect"]);

  await marksAt(app, { preset: "rain", duration_ms: 9_000 }, 0, 5_000);
  expect(await end(app, 9_000)).toBe("played");
  await marksAt(app, { preset: "rain", duration_ms: 3_000 }, 0, 1_500);
  expect(await end(app, 3_000)).toBe("played");
});
