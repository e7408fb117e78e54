import type { Edition } from "@fanfare/contract/content/content";
import type { Step } from "@fanfare/contract/content/tour";
import { read } from "../../lib/native.ts";
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

/** Fanfare's card around the page's. */
interface SlottedCard {
  readonly card: TourCard;
  readonly options: PlayerOptions;
  readonly slot: HTMLSlotElement;
  /** Describes the box while the page renders the card. */
  readonly about: HTMLElement;
  /** The page's element. */
  readonly place: HTMLElement;
  root: ShadowRoot | undefined;
  shown: { readonly step: Step; readonly index: number; readonly count: number } | undefined;
}

function slotCard(
  card: TourCard,
  options: PlayerOptions,
  drawer: () => DrawStep | undefined,
): { readonly card: TourCard; finish(): void } {
  const { document, window, locale } = options;
  const { box, arrow, heading } = card;
  const slot = element(document, "slot", "", ...[...box.children].filter((each) => each !== arrow));
  const about = element(document, "p", "");
  about.id = "about";
  about.hidden = true;
  box.append(slot, about);
  const place = element(document, "div", "");
  const slotted: SlottedCard = { card, options, slot, about, place, root: undefined, shown: undefined };
  let over = false;
  const draw = (): void => {
    if (!over) drawStep(slotted, drawer, draw);
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
    labelBox(slotted);
    // The page removed the focused element.
    if (was && !isOwn(slotted) && read(document, "activeElement") === read(document, "body"))
      heading.focus({ preventScroll: true });
  });

  return {
    card: {
      ...card,
      get heading() {
        return isOwn(slotted) ? box : heading;
      },
      show(body, index, blocks) {
        card.show(body, index, blocks);
        const step = body.steps[index];
        slotted.shown = step && { step, index, count: body.steps.length };
        const around = box.getRootNode();
        if (slotted.root === undefined && around instanceof window.ShadowRoot) {
          slotted.root = around;
          const sheet = new window.CSSStyleSheet();
          sheet.replaceSync(STYLE);
          around.adoptedStyleSheets.push(sheet);
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
      place.replaceWith();
    },
  };
}

function isOwn({ place, slot }: SlottedCard): boolean {
  return place.assignedSlot === slot;
}

/** Labels and describes the box, which gets focus instead of the heading. */
function labelBox(slotted: SlottedCard): void {
  const { about } = slotted;
  const { box, heading, foot } = slotted.card;
  const own = isOwn(slotted);
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
}

/** Lets the page draw the shown step. `draw`: draws it again. */
function drawStep(slotted: SlottedCard, drawer: () => DrawStep | undefined, draw: () => void): void {
  const { place, root, options } = slotted;
  const view = viewOf(slotted, draw);
  if (view === undefined || root === undefined) return;
  let taken = false;
  try {
    const render = drawer();
    // Inherited text styles from the page's body, which our host resets.
    const { font, color, letterSpacing } = options.window.getComputedStyle(read(options.document, "body"));
    Object.assign(place.style, { font, color, letterSpacing });
    taken = render !== undefined && render(view, place) !== false;
  } catch {
    // If the page's renderer throws, Fanfare's card is shown.
  }
  if (!taken) place.replaceWith();
  else if (!isOwn(slotted)) root.host.append(place);
  labelBox(slotted);
}

function viewOf({ card, options, shown }: SlottedCard, draw: () => void): StepView | undefined {
  const { box, arrow, foot, heading, choices } = card;
  const { window, edition, name, langOf = () => undefined } = options;
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
