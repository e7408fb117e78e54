import type { Block, Span } from "@fanfare/contract/content/block";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { call } from "../lib/native.ts";
import { element } from "../ui/dom/element.ts";
import type { Page } from "../ui/types.ts";

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

/** Added to the card's own styles while it's edited. Its overlay lets presses through to the page. */
const WRITE_STYLE = `
.dim,.ring.shut{pointer-events:none!important}
[contenteditable]{outline:1px dashed color-mix(in srgb,var(--accent) 60%,#0000);outline-offset:3px;border-radius:3px;cursor:text}
[contenteditable]:focus{outline:2px solid var(--accent)}
[contenteditable]:empty::before{content:attr(data-hint);color:var(--mute)}
.card:has(h2:focus-visible)::after{display:none!important}
`;

/**
 * Makes the texts of a displayed card editable in place. What is typed becomes typed blocks: pasted markup is text, and
 * marks, links, and images stay as they are. The card's own buttons and keys rest meanwhile.
 */
export function writeInCard(page: Page, box: Element, texts: CardTexts, { changed, pressed }: CardListeners): Cancel {
  const { document, window } = page;
  const shadow = box.getRootNode();
  const heading = box.querySelector<HTMLElement>("h2");
  const body = box.querySelector<HTMLElement>(".body");
  if (!(shadow instanceof window.ShadowRoot) || heading === null || body === null) return () => {};
  const over = new AbortController();
  const { signal } = over;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(WRITE_STYLE);
  shadow.adoptedStyleSheets.push(sheet);
  /** Spans, paragraphs, and images of the draft, by the nodes that show them. */
  const origins = new WeakMap<Node, Span>();
  const shownBlocks = new WeakMap<Node, Exclude<Block, { readonly kind: "list" }>>();

  const report = (): void => {
    const title = (heading.textContent ?? "").slice(0, limits.step_title_chars_max);
    changed({ title, blocks: readBlocks(body, origins, shownBlocks) });
  };
  const open = (place: HTMLElement, hint: string): void => {
    place.contentEditable = "plaintext-only";
    place.dataset["hint"] = hint;
    place.addEventListener("input", report, { signal });
  };
  const openLine = (line: HTMLElement): void => {
    open(line, "Text");
    const edit = (event: InputEvent): void => {
      if (event.inputType === "insertParagraph" || event.inputType === "insertLineBreak") {
        event.preventDefault();
        const next = element(document, line.localName === "li" ? "li" : "p", "");
        call(line, "after", next);
        openLine(next);
        next.focus();
        report();
      } else if (event.inputType === "deleteContentBackward" && line.textContent === "") {
        const before = line.previousElementSibling;
        if (!(before instanceof window.HTMLElement) || !before.isContentEditable) return;
        event.preventDefault();
        line.remove();
        before.focus();
        window.getSelection()?.selectAllChildren(before);
        window.getSelection()?.collapseToEnd();
        report();
      }
    };
    line.addEventListener("beforeinput", edit, { signal });
  };

  heading.textContent = texts.title;
  open(heading, "Title");
  heading.addEventListener("beforeinput", (event) => {
    if (event.inputType.startsWith("insertParagraph") || event.inputType === "insertLineBreak") event.preventDefault();
  });
  if (texts.blocks.length === 0) body.append(element(document, "p", ""));
  [...body.children].forEach((shown, index) => {
    if (!(shown instanceof window.HTMLElement)) return;
    const block = texts.blocks[index];
    if (block && block.kind !== "list") shownBlocks.set(shown, block);
    const lines = block?.kind === "list" ? block.items : block?.kind === "image" ? [] : [block?.spans ?? []];
    const places = block?.kind === "list" ? [...shown.children] : [shown];
    lines.forEach((spans, at) => {
      const place = places[at];
      if (!(place instanceof window.HTMLElement)) return;
      spans.forEach((span, order) => {
        const node = place.childNodes[order];
        if (node !== undefined) origins.set(node, span);
      });
      openLine(place);
    });
  });
  leadButtons(box, shadow, pressed, signal);
  return () => {
    over.abort();
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

/** The card's buttons and keys rest. */
function leadButtons(box: Element, shadow: ShadowRoot, pressed: (index: number) => void, signal: AbortSignal): void {
  const rest = (event: Event): void => {
    event.stopPropagation();
    if (event.type !== "click") return;
    event.preventDefault();
    const buttons = [...box.querySelectorAll<HTMLElement>(".foot button")].filter(({ hidden }) => !hidden);
    // An event of the card.
    const index = buttons.indexOf(event.target as HTMLElement);
    if (index >= 0) pressed(index);
  };
  for (const name of ["click", "keydown"]) shadow.addEventListener(name, rest, { capture: true, signal });
}

function readBlocks(
  body: Element,
  origins: WeakMap<Node, Span>,
  shownBlocks: WeakMap<Node, Exclude<Block, { readonly kind: "list" }>>,
): readonly Block[] {
  return [...body.children].flatMap((shown): readonly Block[] => {
    const block = shownBlocks.get(shown);
    if (block?.kind === "image") return [block];
    if (shown.localName === "ul" || shown.localName === "ol") {
      const items = [...shown.children].map((item) => readSpans(item, origins)).filter((spans) => spans.length > 0);
      return items.length === 0 ? [] : [{ kind: "list", ordered: shown.localName === "ol", items }];
    }
    const spans = readSpans(shown, origins);
    return spans.length === 0 ? [] : [{ ...block, kind: "paragraph", spans }];
  });
}

/** A node that showed a span keeps its marks and link. Other nodes are plain text. */
function readSpans(line: Element, origins: WeakMap<Node, Span>): readonly Span[] {
  return [...line.childNodes].flatMap((node): readonly Span[] => {
    const text = (node.textContent ?? "").replaceAll("\n", " ");
    return text === "" ? [] : [{ ...origins.get(node), text }];
  });
}
