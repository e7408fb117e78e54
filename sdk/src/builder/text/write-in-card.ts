import type { Block } from "@fanfare/contract/content/block";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { RICH_STYLE } from "../../ui/card/rich-blocks.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "./author-page.ts";
import { TEXT_STYLE } from "./text-style.ts";
import { writeText } from "./write-text.ts";

export interface CardTexts {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface CardListeners {
  /** All texts of the card, after each change. */
  readonly changed: (texts: CardTexts) => void;
  /** A button of the card was pressed, in display order. */
  readonly pressed: (index: number) => void;
}

/** Between a card and its bar. */
const GAP_PX = 6;

/** Added to the card's own styles while it's edited. Its overlay lets presses through to the page. */
export const WRITE_STYLE = `${RICH_STYLE}${TEXT_STYLE}
.dim,.ring.shut{pointer-events:none!important}
dialog.modal{pointer-events:none;background:#0d0e158f}dialog.modal .card{pointer-events:auto}
[contenteditable]{outline:1px dashed color-mix(in srgb,var(--accent) 60%,#0000);outline-offset:3px;border-radius:3px;cursor:text}
[contenteditable]:focus{outline:2px solid var(--accent)}
[data-missing]{outline:2px dashed light-dark(#b26a00,#fbbf24)!important;background:light-dark(#fff4dc,#3a2c08)}
[contenteditable]:empty::before{content:attr(data-hint);color:var(--mute)}
.card:has(h2:focus-visible)::after{display:none!important}
.close{background:none}
.card>.marks{position:absolute;inset:auto 0 calc(100% + ${GAP_PX}px);width:fit-content;max-width:100%;padding:4px;border-radius:10px;background:var(--bg);box-shadow:var(--shadow);pointer-events:auto}
.card>.marks.low{inset-block:calc(100% + ${GAP_PX}px) auto}
.notice{flex-wrap:wrap}.notice>.marks{flex-basis:100%}
`;

/**
 * Keeps the tools of a text above its card, or below where they have more room, also while they show a list. The panel
 * makes room for them.
 */
export function placeBar({ window, uncover }: AuthorPage, bar: HTMLElement, box: Element, signal: AbortSignal): void {
  const place = (): void => {
    const { top, bottom } = box.getBoundingClientRect();
    const below = window.innerHeight - bottom;
    const needed = bar.offsetHeight + GAP_PX;
    const is_low = top < Math.min(needed, below);
    bar.classList.toggle("low", is_low);
    // Over the edge of a card that leaves no room.
    bar.style.translate = `0 ${is_low ? Math.min(0, below - needed) : Math.max(0, needed - top)}px`;
    uncover?.(bar.hidden ? undefined : bar);
  };
  const sizes = new window.ResizeObserver(place);
  for (const each of [bar, box]) sizes.observe(each);
  // The card also moves, such as to the other edge of a narrow page.
  const moves = new window.MutationObserver(place);
  moves.observe(box, { attributeFilter: ["class", "style"] });
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    moves.disconnect();
  });
}

/**
 * Makes the texts of a displayed card editable in place. What is typed becomes typed blocks. The card's own buttons and
 * keys rest meanwhile.
 */
export function writeInCard(
  page: AuthorPage,
  box: Element,
  texts: CardTexts,
  { changed, pressed }: CardListeners,
): Cancel {
  const { window } = page;
  const shadow = box.getRootNode();
  const heading = box.querySelector<HTMLElement>("h2");
  const body = box.querySelector<HTMLElement>(".body");
  if (!(shadow instanceof window.ShadowRoot) || heading === null || body === null) return () => {};
  const over = new AbortController();
  const { signal } = over;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(WRITE_STYLE);
  shadow.adoptedStyleSheets.push(sheet);
  let { blocks } = texts;
  const report = (): void => {
    const title = (heading.textContent ?? "").slice(0, limits.step_title_chars_max);
    changed({ title, blocks });
  };
  heading.textContent = texts.title;
  heading.contentEditable = "plaintext-only";
  heading.dataset["hint"] = t("Title");
  heading.addEventListener("input", report, { signal });
  heading.addEventListener(
    "beforeinput",
    (event) => {
      if (event.inputType.startsWith("insertParagraph") || event.inputType === "insertLineBreak")
        event.preventDefault();
    },
    { signal },
  );
  const write = (now: readonly Block[]): void => {
    blocks = now;
    report();
  };
  const bar = writeText(page, body, texts.blocks, write, signal);
  bar.hidden = true;
  box.append(bar);
  placeBar(page, bar, box, signal);
  const showBar = ({ target, type, relatedTarget }: FocusEvent): void => {
    // Focus moves between nodes.
    const to = (type === "focusin" ? target : relatedTarget) as Node | null;
    bar.hidden = !body.contains(to) && !bar.contains(to);
  };
  for (const each of [body, bar]) {
    each.addEventListener("focusin", showBar, { signal });
    each.addEventListener("focusout", showBar, { signal });
  }
  leadButtons(box, shadow, pressed, signal);
  return () => {
    over.abort();
    bar.remove();
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

/** The card's buttons and keys rest. The tools of its text don't. */
function leadButtons(box: Element, shadow: ShadowRoot, pressed: (index: number) => void, signal: AbortSignal): void {
  const rest = (event: Event): void => {
    // An event of the card.
    const target = event.target as HTMLElement;
    const is_click = event.type === "click";
    if (is_click && target.closest(".marks")) return;
    event.stopPropagation();
    if (!is_click) return;
    event.preventDefault();
    const buttons = [...box.querySelectorAll<HTMLElement>(".foot button")].filter(({ hidden }) => !hidden);
    const index = buttons.indexOf(target);
    if (index >= 0) pressed(index);
  };
  // On the view, where the root notes that an event has arrived. It would repeat one that didn't.
  const view = shadow.querySelector(".view") ?? shadow;
  for (const name of ["click", "keydown"]) view.addEventListener(name, rest, { capture: true, signal });
}
