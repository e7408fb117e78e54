import type { Step } from "@fanfare/contract/content/tour";
import type { Page } from "@playwright/test";
import { anchored, card, centered, ended, expect, openTour, startTour, test, title } from "./support/app-page.ts";

const INPUT_EVENTS =
  "pointerdown pointerup mousedown mouseup click dblclick touchstart touchend keydown keyup keypress".split(" ");

/** The page stops all pointer and key events before they reach their element. */
function stopEvents(app: Page, at: "window" | "document"): Promise<void> {
  return app.evaluate(
    ([names, where]) => {
      const stopper = where === "window" ? window : document;
      for (const name of names) stopper.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    },
    [INPUT_EVENTS, at] as const,
  );
}

/** Also waits for the file that keeps a tour usable: it shows the tour that the page hides. */
async function openUsable(app: Page, steps: readonly Step[]): Promise<void> {
  await openTour(app, steps);
  await app.evaluate(() => document.querySelector("fanfare-ui")?.setAttribute("aria-hidden", "true"));
  await app.waitForFunction(() => document.querySelector("fanfare-ui:not([aria-hidden])"));
}

test.describe("on a page that stops all pointer and key events", () => {
  test("advances by clicks and keys, and checks options once", async ({ app }) => {
    await stopEvents(app, "document");
    await openUsable(app, [anchored("a", "#apply"), centered("b"), centered("c")]);
    const again = card(app).getByRole("checkbox", { name: /^Do not show again/ });
    await again.click();
    await expect(again).toBeChecked();
    await card(app).getByRole("button", { name: "Next" }).click();
    await title(app, "Title b");
    await card(app).getByRole("button", { name: "Next" }).focus();
    await app.keyboard.press("Enter");
    await title(app, "Title c");
    await app.keyboard.press("Escape");
    expect(await ended(app)).toMatchObject({ suppress: true });
  });

  test("closes on Escape in the card", async ({ app }) => {
    await stopEvents(app, "document");
    await openUsable(app, [centered("a")]);
    await app.keyboard.press("Escape");
    expect((await ended(app)).reason).toBe("escape");
  });

  test("closes on Escape in the card if nothing else receives events", async ({ app }) => {
    await stopEvents(app, "window");
    await openUsable(app, [centered("a")]);
    await app.keyboard.press("Escape");
    expect((await ended(app)).reason).toBe("escape");
  });

  test("leaves stopped keys of the page alone", async ({ app }) => {
    await stopEvents(app, "document");
    await openUsable(app, [anchored("a", "#apply")]);
    await app.locator("#apply").focus();
    await app.keyboard.press("Escape");
    await app.locator("#apply").click();
    await expect(card(app)).toBeVisible();
    expect(await app.evaluate(() => window.heard)).toEqual({ clicks: [], keys: [] });
  });
});

test("stays usable on a page that keeps making everything but its main part inert", async ({ app }) => {
  await app.evaluate(() => {
    setInterval(() => {
      for (const each of document.body.children) if (each.localName !== "main") each.toggleAttribute("inert", true);
    }, 30);
  });
  await openTour(app, [centered("a"), centered("b")]);
  await app.waitForFunction(() => document.querySelector("fanfare-ui:not([inert])"));
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
});

test("lets people out on a page that restores inert at once, without blocking it", async ({ app }) => {
  await app.evaluate(() => {
    const enforce = (): void => {
      for (const each of document.body.children) {
        if (each.localName !== "main" && !each.hasAttribute("inert")) each.setAttribute("inert", "");
      }
    };
    new MutationObserver(enforce).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await openTour(app, [centered("a")]);
  await app.keyboard.press("Escape");
  expect((await ended(app)).reason).toBe("escape");
});

test("follows an animated target without anything else that causes frames", async ({ app }) => {
  await app.evaluate(() => {
    const target = document.createElement("button");
    target.id = "swing";
    target.textContent = "Swings";
    target.style.cssText = "position:fixed;inset:200px auto auto 100px";
    document.body.append(target);
    const [from, to] = [{ translate: "0 0" }, { translate: "240px 0" }];
    target.animate([from, to], { duration: 2_000, iterations: Number.POSITIVE_INFINITY, direction: "alternate" });
  });
  await startTour(app, [anchored("a", "#swing", { wait_ms: 500 })]);
  await card(app).waitFor();
  const gaps = await app.evaluate(async () => {
    const seen: number[] = [];
    const ring = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector<HTMLElement>(".ring");
    for (let look = 0; look < 4; look++) {
      // Longer than a frame. Reading a position forces a layout, so the ring's own position is read first, as text.
      await new Promise((resolve) => setTimeout(resolve, 700));
      const left = Number.parseFloat(ring?.style.left ?? "");
      seen.push(Math.abs(left + 4 - (document.querySelector("#swing")?.getBoundingClientRect().x ?? 0)));
    }
    return seen;
  });
  expect(Math.max(...gaps)).toBeLessThan(24);
});

test("follows a target that never stops moving", async ({ app }) => {
  await app.evaluate(() => {
    const target = document.createElement("button");
    target.id = "swing";
    target.textContent = "Swings";
    target.style.position = "fixed";
    target.style.inset = "200px auto auto 100px";
    document.body.append(target);
    const [from, to] = [{ translate: "0 0" }, { translate: "240px 0" }];
    target.animate([from, to], { duration: 2_000, iterations: Number.POSITIVE_INFINITY, direction: "alternate" });
  });
  await startTour(app, [anchored("a", "#swing", { wait_ms: 500 })]);
  await card(app).waitFor();
  const gaps = await app.evaluate(async () => {
    const seen: number[] = [];
    for (let frame = 0; frame < 60; frame++) {
      await new Promise(requestAnimationFrame);
      const ring = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".ring")?.getBoundingClientRect();
      const target = document.querySelector("#swing")?.getBoundingClientRect();
      if (ring && target) seen.push(Math.abs(ring.x + ring.width / 2 - target.x - target.width / 2));
    }
    return seen;
  });
  expect(gaps).toHaveLength(60);
  expect(Math.max(...gaps)).toBeLessThan(24);
});
