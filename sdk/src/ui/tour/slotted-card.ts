import type { Edition } from "@fanfare/contract/content/content";
import type { Step } from "@fanfare/contract/content/tour";
import { element } from "../dom/element.ts";
import { SPOKEN_CHARS_MAX } from "../limits.ts";
import type { OpenPlayer, PlayerOptions } from "../types.ts";
import type { DrawStep, StepControl, StepView } from "./step-view.ts";
import type { openTour } from "./tour.ts";
import type { BuildTourCard, TourCard } from "./tour-card.ts";

/** The box belongs to Fanfare, so that it stays in position; its appearance belongs to the page. */
const STYLE = `
.view .own{width:max-content;max-width:calc(100% - 24px);background:none;border:0;border-radius:0;box-shadow:none}
.view .own:is(.sheet,.bar){width:100%;max-width:none}
.own.tall{max-height:var(--room);overflow:auto;overscroll-behavior:contain}
.own .arrow{display:none}`;

/**
 * Opens tours whose cards the page renders, as children of Fanfare's host element, in the page's styles, at the
 * position of Fanfare's card. That card still exists, hidden: the page's buttons click its buttons, and it is shown
 * when the page renders nothing or fails.
 */
export function slottedTour(open: typeof openTour, drawer: () => DrawStep | undefined): OpenPlayer {
  return (options) => {
    let finish = (): void => {};
    const around =
      (build: BuildTourCard): BuildTourCard =>
      (...args) => {
        const slotted = slotCard(build(...args), options, drawer);
        finish = slotted.finish;
        return slotted.card;
      };
    const on: PlayerOptions["on"] = (event, ...more) => {
      if (event.kind === "ended") finish();
      options.on(event, ...more);
    };
    const player = open({ ...options, edition: withEscape(options.edition), on }, around);
    return { ...player, update: (next) => player.update(withEscape(next)) };
  };
}

/** The page may render no close button, so Escape always closes its cards. */
function withEscape(edition: Edition): Edition {
  const { body } = edition;
  return body.type === "tour" ? { ...edition, body: { ...body, escape: undefined } } : edition;
}

function slotCard(
  card: TourCard,
  { document, window, locale, edition, name, langOf = () => undefined }: PlayerOptions,
  drawer: () => DrawStep | undefined,
): { readonly card: TourCard; finish(): void } {
  const { box, arrow, foot, heading, choices } = card;
  const slot = element(document, "slot", "", ...[...box.children].filter((each) => each !== arrow));
  const about = element(document, "p", "");
  about.id = "about";
  about.hidden = true;
  box.append(slot, about);
  const place = element(document, "div", "");
  let root: ShadowRoot | undefined;
  let shown: { readonly step: Step; readonly index: number; readonly count: number } | undefined;
  let over = false;

  const isOwn = (): boolean => place.assignedSlot === slot;

  /** Labels and describes the box, which gets focus instead of the heading. */
  const applyClasses = (): void => {
    const own = isOwn();
    box.classList.toggle("own", own);
    if (!own) {
      box.removeAttribute("tabindex");
      box.removeAttribute("aria-describedby");
      box.ariaLabel = null;
      box.setAttribute("aria-labelledby", "title");
      return;
    }
    box.tabIndex = -1;
    box.removeAttribute("aria-labelledby");
    box.ariaLabel = heading.textContent;
    box.setAttribute("aria-describedby", "about");
    const text = box.querySelector("#text")?.textContent ?? "";
    about.textContent = [progressText(foot), text.length <= SPOKEN_CHARS_MAX ? text : ""].filter(Boolean).join(" ");
  };

  const viewOf = (): StepView | undefined => {
    const close = box.querySelector<HTMLButtonElement>(".close");
    if (shown === undefined || close === null) return undefined;
    const { step, index, count } = shown;
    const [again, later] = choices.box.children;
    const tick = again?.querySelector("input");
    return {
      ...{ tour: { name, tags: edition.tags }, step_id: step.id, kind: step.kind, index, count },
      ...{ title: heading.textContent, blocks: step.blocks, langOf, progress: progressText(foot) },
      buttons: [...foot.querySelectorAll("button")].filter(({ hidden }) => !hidden).map(stepControl),
      close: stepControl(close),
      again:
        again === undefined || isHidden(again) || !tick
          ? undefined
          : {
              label: again.textContent,
              checked: tick.checked,
              toggle() {
                tick.click();
                draw();
              },
            },
      later: later instanceof window.HTMLButtonElement && !later.hidden ? stepControl(later) : undefined,
      anchor: arrowAnchor(arrow, box),
    };
  };

  const draw = (): void => {
    const view = viewOf();
    if (over || view === undefined || root === undefined) return;
    let taken = false;
    try {
      const drawStep = drawer();
      // Inherited text styles from the page's body, which our host resets.
      const { font, color, letterSpacing } = window.getComputedStyle(document.body);
      Object.assign(place.style, { font, color, letterSpacing });
      taken = drawStep !== undefined && drawStep(view, place) !== false;
    } catch {
      // If the page's renderer throws, Fanfare's card is shown.
    }
    if (!taken) place.remove();
    else if (!isOwn()) root.host.append(place);
    applyClasses();
  };

  const changes = new window.MutationObserver(draw);
  for (const each of [slot, arrow]) {
    changes.observe(each, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  const sizes = new window.ResizeObserver(() => {
    box.classList.toggle("tall", place.offsetHeight > Number.parseFloat(box.style.getPropertyValue("--room")));
  });
  sizes.observe(place);
  slot.addEventListener("slotchange", () => {
    const was = box.classList.contains("own");
    applyClasses();
    // The page removed the focused element.
    if (was && !isOwn() && document.activeElement === document.body) heading.focus({ preventScroll: true });
  });

  return {
    card: {
      ...card,
      get heading() {
        return isOwn() ? box : heading;
      },
      show(body, index, blocks) {
        card.show(body, index, blocks);
        const step = body.steps[index];
        shown = step && { step, index, count: body.steps.length };
        const around = box.getRootNode();
        if (root === undefined && around instanceof window.ShadowRoot) {
          root = around;
          const sheet = new window.CSSStyleSheet();
          sheet.replaceSync(STYLE);
          root.adoptedStyleSheets.push(sheet);
          if (locale !== undefined) place.lang = locale;
          place.dir = window.getComputedStyle(box).direction;
        }
        draw();
      },
    },
    finish() {
      over = true;
      changes.disconnect();
      sizes.disconnect();
      try {
        drawer()?.(null, place);
      } catch {
        // Rendering has ended, so ignore errors.
      }
      place.remove();
    },
  };
}

function stepControl(button: HTMLButtonElement): StepControl {
  return {
    label: button.textContent || (button.ariaLabel ?? ""),
    primary: button.classList.contains("primary"),
    disabled: button.ariaDisabled === "true",
    press: () => button.click(),
  };
}

function progressText(foot: HTMLElement): string {
  return foot.querySelector(".progress")?.textContent ?? "";
}

function isHidden(element: Element): boolean {
  return element.hasAttribute("hidden");
}

/** The arrow is on the edge of the box; its position determines which. */
function arrowAnchor(arrow: HTMLElement, box: HTMLElement): StepView["anchor"] {
  if (arrow.hidden || arrow.style.left === "") return undefined;
  const [x, y] = [Number.parseFloat(arrow.style.left), Number.parseFloat(arrow.style.top)];
  if (y === 0) return { edge: "top", offset_px: x };
  if (x === 0) return { edge: "left", offset_px: y };
  return y >= box.offsetHeight ? { edge: "bottom", offset_px: x } : { edge: "right", offset_px: y };
}
