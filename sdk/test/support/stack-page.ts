import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Body } from "@fanfare/contract/content/body";
import type { Page } from "@playwright/test";
import { expect, paragraph } from "./app-page.ts";
import { SCENES } from "./scenes.ts";

export const scene = (name: string): Body => {
  const shows = SCENES.find((each) => each.name === name)?.shows;
  if (typeof shows !== "object") throw new Error(`No content is called ${name}.`);
  return shows;
};
export const announcement = (form: AnnouncementBody["form"], id: string): AnnouncementBody => ({
  ...{ type: "announcement", form, tone: "info", feed: false },
  ...{ panels: [{ id, title: `Title ${id}`, blocks: paragraph("A word.") }] },
  suppression: { offered: true, days: 365, snooze_hours: 24 },
});

export const show = (app: Page, body: Body): Promise<void> => app.evaluate((it) => window.driver.show(it), body);

export const shown = (app: Page, count: number): Promise<void> =>
  expect
    .poll(() => app.evaluate(() => window.driver.events.filter(({ kind }) => kind === "step_shown").length))
    .toBe(count);

/** For each of our hosts, the ID of its parent or its tag name. */
export const places = (app: Page): Promise<readonly string[]> =>
  app.evaluate(() => {
    const at: string[] = [];
    const look = (root: ParentNode): void => {
      for (const each of root.querySelectorAll("*")) {
        if (each.localName === "fanfare-ui") at.push(each.parentElement?.id || each.parentElement?.localName || "");
        if (each.shadowRoot) look(each.shadowRoot);
      }
    };
    look(document);
    return at.sort();
  });

export const pageItself = (app: Page): Promise<string> =>
  app.evaluate(() => {
    const copy = document.documentElement.cloneNode(true);
    if (copy instanceof Element) for (const each of copy.querySelectorAll("fanfare-ui")) each.remove();
    return copy instanceof Element ? copy.outerHTML : "";
  });

export const recordEvents = (app: Page): Promise<void> =>
  app.evaluate(() => {
    const recordedEvents: string[] = [];
    Reflect.set(window, Symbol.for("heard"), recordedEvents);
    for (const host of document.querySelectorAll("fanfare-ui")) {
      host.shadowRoot?.addEventListener("animationstart", ({ target }) => {
        recordedEvents.push(`moved ${target instanceof Element ? target.className : ""}`);
      });
      for (const live_region of host.shadowRoot?.querySelectorAll(".sr-only") ?? []) {
        new MutationObserver(
          () => live_region.textContent && recordedEvents.push(`announced ${live_region.textContent}`),
        ).observe(live_region, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }
    }
  });
export const heard = (app: Page): Promise<unknown> => app.evaluate(() => Reflect.get(window, Symbol.for("heard")));

export const onTop = (app: Page, ...selectors: readonly string[]): Promise<readonly boolean[]> =>
  app.evaluate(
    (all) =>
      all.map((selector) =>
        [...document.querySelectorAll("fanfare-ui")].some((host) => {
          const box = host.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
          if (!box || box.width === 0) return false;
          return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === host;
        }),
      ),
    selectors,
  );
