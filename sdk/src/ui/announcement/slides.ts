import { element } from "../dom/element.ts";
import { updateScrollStop } from "../dom/tab-stops.ts";
import { SWIPE_PX_MIN } from "../limits.ts";
import { type Pages, type PagesOptions, showPage } from "./pages.ts";
import { panelElements } from "./panel-content.ts";

/**
 * One titled panel, or several as a carousel (ARIA Authoring Practices). Slides never advance automatically, each
 * change is announced once, and swiping works like the buttons.
 */
export function buildSlides(options: PagesOptions): Pages {
  const { document, window, root, dialog, frame, labels, blocks, press, go, position } = options;
  const box = element(document, "div", "pages");
  let pages: readonly HTMLElement[] = [];
  let headings: readonly HTMLElement[] = [];
  let shown = -1;

  const measure = (): void => {
    for (const page of pages) updateScrollStop(page);
  };
  new window.ResizeObserver(measure).observe(box);

  let from: PointerEvent | undefined;
  box.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" ? undefined : event;
  });
  box.addEventListener("pointerup", (event) => {
    if (from === undefined) return;
    const across = event.clientX - from.clientX;
    const along = event.clientY - from.clientY;
    from = undefined;
    if (Math.abs(across) < Math.max(SWIPE_PX_MIN, 2 * Math.abs(along))) return;
    const rtl = window.getComputedStyle(root.view).direction === "rtl";
    go(shown + (across < 0 === rtl ? -1 : 1));
  });

  return {
    box,
    write(panels) {
      headings = panels.map(({ title }, index) => {
        const heading = element(document, "h2", "", title);
        heading.id = `title-${index}`;
        heading.tabIndex = -1;
        return heading;
      });
      pages = panels.map((panel, index) => {
        const page = element(
          document,
          "div",
          "page",
          ...panelElements(document, panel, blocks, headings[index], press),
        );
        page.role = "group";
        if (panels.length > 1) {
          page.ariaRoleDescription = labels.slide ?? "slide";
          page.ariaLabel = position(index);
        } else {
          page.setAttribute("aria-labelledby", `title-${index}`);
        }
        return page;
      });
      box.replaceChildren(...pages);
      if (panels.length === 1) return;
      frame.role = "group";
      frame.ariaRoleDescription = labels.carousel ?? "carousel";
    },
    show(index, announce) {
      box.ariaLive = announce ? "polite" : "off";
      shown = index;
      showPage(pages, index);
      for (const each of [dialog, frame]) each.setAttribute("aria-labelledby", `title-${index}`);
      measure();
    },
    first: () => headings[shown] ?? box,
  };
}
