import type { Page } from "@playwright/test";
import { ended, expect, focus, test } from "./support/app-page.ts";
import { audit } from "./support/axe-audit.ts";
import { type Look, looksOf, SIZES, THEMES } from "./support/pairwise.ts";
import { SCENES, type Scene } from "./support/scenes.ts";

declare global {
  interface Window {
    announced: string[];
  }
}

const NIGHTLY = process.env["NIGHTLY"] !== undefined;

/** Records live region announcements, starting before the regions exist. */
async function listen(app: Page): Promise<void> {
  await app.evaluate(() => {
    window.announced = [];
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (this: Element, options: ShadowRootInit) {
      const root = attach.call(this, options);
      new MutationObserver((records) => {
        for (const { target } of records) {
          const region = target instanceof Element ? target : target.parentElement;
          if (region?.matches(".sr-only[role]") && region.textContent) window.announced.push(region.textContent);
        }
      }).observe(root, { subtree: true, childList: true });
      return root;
    };
  });
}

async function applyLook(app: Page, { theme, dir, size }: Look): Promise<void> {
  await app.setViewportSize(size);
  await app.emulateMedia({ forcedColors: theme === "forced colors" ? "active" : "none", reducedMotion: "reduce" });
  await app.evaluate(
    ([name, direction]) => {
      document.documentElement.dataset["theme"] = name;
      document.documentElement.dir = direction;
      window.scrollTo(0, 0);
    },
    [theme === "dark" ? "dark" : "light", dir] as const,
  );
}

async function enter(app: Page, { shows, step_id = "", prepare, whole }: Scene): Promise<void> {
  await app.evaluate(
    ([body, id]) => {
      window.driver.events.length = 0;
      window.announced.length = 0;
      // This element must have focus again afterward.
      document.querySelector<HTMLElement>("#open-dialog")?.focus({ preventScroll: true });
      if (typeof body === "string") return window.driver.panel(body);
      return window.driver.show(body, { step_id: id, name: "Harbour news" });
    },
    [shows, step_id] as const,
  );
  await prepare?.(app);
  await app.locator(whole).filter({ visible: true }).waitFor();
}

/** Checks for any content: it fits, hides nothing, and nothing moves. */
function rectangles(app: Page, { whole, higher, target }: Scene, { size }: Look) {
  return app.evaluate(
    ([selector, pointed, { width, height }, is_higher]) => {
      const root = document.querySelector("fanfare-ui")?.shadowRoot;
      const boxes = [...(root?.querySelectorAll(selector) ?? [])].map((each) => each.getBoundingClientRect());
      const box = boxes.find((each) => each.width > 0) ?? new DOMRect(-1);
      const under = pointed === undefined ? undefined : document.querySelector(pointed)?.getBoundingClientRect();
      const high = is_higher ? [] : [-box.top, box.bottom - height];
      const hidden = under && [
        Math.min(under.right, box.right) - Math.max(under.left, box.left),
        Math.min(under.bottom, box.bottom) - Math.max(under.top, box.top),
      ];
      return {
        px_outside: Math.floor(Math.max(0, -box.left, box.right - width, ...high)),
        px_of_target_hidden: Math.floor(Math.max(0, Math.min(...(hidden ?? [0])))),
        scrolls_sideways: document.documentElement.scrollWidth > width,
        moves: root?.querySelector(".view")?.getAnimations({ subtree: true }).length,
      };
    },
    [whole.replace("fanfare-ui ", ""), target, size, higher === true] as const,
  );
}

const inside = (app: Page): Promise<boolean> => app.evaluate(() => document.activeElement?.localName === "fanfare-ui");

/** Checks keyboard access in and out, announcements, and complete removal. */
async function leave(app: Page, scene: Scene): Promise<void> {
  switch (scene.focus) {
    case "taken":
      await expect.poll(() => inside(app), "the focus comes into it").toBe(true);
      await app.keyboard.press("Tab");
      await expect.poll(() => inside(app), "Tab leads on in it").toBe(true);
      await app.keyboard.press("Escape");
      break;
    case "left":
      await expect.poll(() => app.evaluate(() => window.announced.length), "it is announced").toBe(1);
      await expect.poll(() => focus(app), "the focus stays").toBe("open-dialog");
      await app.keyboard.press("F6");
      await expect.poll(() => inside(app), "F6 leads into it").toBe(true);
      await app.evaluate(() => window.driver.tour?.close("escape"));
      break;
    case "opened":
      await app.evaluate(() => window.driver.tour?.close("escape"));
  }
  expect((await ended(app)).reason).toBe("escape");
  if (scene.focus !== "opened") await expect.poll(() => focus(app), "the focus is back").toBe("open-dialog");
  expect(await app.evaluate(() => window.announced.length), "announced once at most").toBeLessThan(2);
}

test.describe("axe without violations or undecided contrasts", () => {
  test.use({ bypassCSP: true, reducedMotion: "reduce" });
  for (const theme of THEMES) {
    test(`passes for everything in ${theme}`, async ({ app }) => {
      test.setTimeout(NIGHTLY ? 600_000 : 180_000);
      await listen(app);
      const cases = SCENES.flatMap((scene, index) =>
        looksOf(index, NIGHTLY).flatMap((look) => (look.theme === theme ? [{ scene, look }] : [])),
      );
      // Sort to minimize layout changes.
      const order = ({ dir, size }: Look): string => `${size.width} ${size.height} ${dir}`;
      cases.sort((a, b) => order(a.look).localeCompare(order(b.look)));
      let applied_id = "";
      for (const { scene, look } of cases) {
        const named = `${scene.name}, ${look.dir}, ${look.size.width} × ${look.size.height}`;
        await test.step(named, async () => {
          if (applied_id !== order(look)) await applyLook(app, look);
          applied_id = order(look);
          const before = await app.evaluate(() => document.documentElement.outerHTML);
          await enter(app, scene);
          await expect
            .poll(() => rectangles(app, scene, look))
            .toEqual({ px_outside: 0, px_of_target_hidden: 0, scrolls_sideways: false, moves: 0 });
          // Full audit in the light theme; elsewhere, only what another look can change.
          expect(await audit(app, theme !== "light" && !NIGHTLY)).toEqual({ violations: [], undecided: [] });
          await leave(app, scene);
          await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
        });
      }
    });
  }
});

/** Problems caused by user text spacing: clipped, overlapping, or off-screen texts. */
function badly(app: Page): Promise<readonly string[]> {
  return app.evaluate(() => {
    const wrong = new Set<string>();
    const lines: { readonly text: string; readonly node: Node; readonly box: DOMRect }[] = [];
    const walk = (root: ShadowRoot): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const holder = node.parentElement;
        const text = node.textContent?.trim();
        if (
          !(holder && text) ||
          holder.closest(".sr-only,style") ||
          !holder.checkVisibility({ visibilityProperty: true })
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        // Outside `cuts`, text is clipped; outside `scrollers`, it can be scrolled into view.
        const cuts = [new DOMRect(0, -1e5, innerWidth, 2e5)];
        const scrollers: DOMRect[] = [];
        let only_heard = false;
        for (let at: Element | null = holder; at; at = at.parentElement) {
          const { overflowX, overflowY, clipPath } = getComputedStyle(at);
          only_heard ||= clipPath !== "none";
          if (/auto|scroll/.test(overflowY)) scrollers.push(at.getBoundingClientRect());
          else if (/hidden|clip/.test(overflowX + overflowY)) cuts.push(at.getBoundingClientRect());
        }
        if (only_heard) continue;
        for (const box of range.getClientRects()) {
          const high = scrollers.length === 0;
          const past = ({ left, right, top, bottom }: DOMRect): number =>
            Math.max(left - box.left, box.right - right, high ? top - box.top : 0, high ? box.bottom - bottom : 0);
          if (cuts.some((each) => past(each) > 1)) wrong.add(`cut off: ${text}`);
          const top = Math.max(box.top, ...scrollers.map((each) => each.top));
          const bottom = Math.min(box.bottom, ...scrollers.map((each) => each.bottom));
          if (bottom > top) lines.push({ text, node, box: new DOMRect(box.x, top, box.width, bottom - top) });
        }
      }
    };
    for (const { shadowRoot } of document.querySelectorAll("fanfare-ui")) if (shadowRoot) walk(shadowRoot);
    lines.forEach(({ text, node, box }, index) => {
      for (const other of lines.slice(index + 1)) {
        if (other.node === node) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Line boxes are taller than their glyphs.
        if (across > 1 && down > 6) wrong.add(`one over the other: ${text} / ${other.text}`);
      }
    });
    if (document.documentElement.scrollWidth > innerWidth) wrong.add("scrolls sideways");
    return [...wrong];
  });
}

test("keeps all text visible with the person's text spacing", async ({ app }) => {
  test.setTimeout(60_000);
  await listen(app);
  await app.evaluate(() => {
    const spaced = new CSSStyleSheet();
    // Values of WCAG 1.4.12.
    spaced.replaceSync(
      "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}",
    );
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (this: Element, options: ShadowRootInit) {
      const root = attach.call(this, options);
      root.adoptedStyleSheets.push(spaced);
      return root;
    };
  });
  for (const size of SIZES.slice(0, 2)) {
    await applyLook(app, { theme: "light", dir: "ltr", size });
    for (const scene of SCENES) {
      await enter(app, scene);
      await expect.poll(() => badly(app), `${scene.name}, ${size.width} wide`).toEqual([]);
      await app.evaluate(() => window.driver.tour?.close("escape"));
      if (typeof scene.shows === "string") await app.keyboard.press("Escape");
      await ended(app);
    }
  }
});
