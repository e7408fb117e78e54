import type { Block, Span } from "@fanfare/contract/content/block";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { limits } from "@fanfare/contract/limits";
import type { TextSource } from "@fanfare/contract/translation/texts";
import { read } from "../../lib/native.ts";
import { element } from "../../ui/dom/element.ts";
import { HOST_NAME } from "../../ui/dom/page-modals.ts";
import { t } from "../language/t.ts";
import type { Head, Written } from "../translate/body-texts.ts";
import { takeMarks } from "../translate/mark-texts.ts";
import type { AuthorPage } from "./author-page.ts";
import { placeBar, WRITE_STYLE } from "./write-in-card.ts";
import { writeLine } from "./write-line.ts";
import { writeText } from "./write-text.ts";

/** A text in the card. `source`: in the source language. */
export interface CardText {
  readonly source: TextSource;
  /** As shown. */
  readonly spans: readonly Span[];
  /** Shown in the source language, because it has no translation. */
  readonly is_missing: boolean;
}

export interface TextListeners {
  readonly changed: (key: string, written: Written) => void;
  /** The blocks of a title's text were written; never called for translations, whose blocks are those of the source. */
  readonly changedBlocks: (head: Head) => void;
  /** A text that can't be written in the card was pressed, such as that of a button. */
  readonly pressed: (key: string) => void;
}

interface WriteTextsDeps extends TextListeners {
  readonly page: AuthorPage;
  /** What shows the content, with marked texts. */
  readonly shadow: ShadowRoot;
  /** Of the marks. */
  readonly keys: readonly string[];
  readonly textOf: (key: string) => CardText | undefined;
  /** Texts whose paragraphs can be added, removed, and formatted. */
  readonly heads: readonly Head[];
  /** The source language, for texts without a translation. */
  readonly locale: string | undefined;
}

/** Controls, whose own keys and presses would conflict with writing. */
const CONTROLS = "button,a.act,label,summary,legend";

/** Makes each text of displayed content editable by itself, whatever kind of content it is. Its buttons and keys rest. */
export function writeTexts(deps: WriteTextsDeps): Cancel {
  const { page, shadow, keys, changed, textOf, heads } = deps;
  const { window } = page;
  const over = new AbortController();
  const { signal } = over;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(WRITE_STYLE);
  shadow.adoptedStyleSheets.push(sheet);
  /** Elements of controls, with the texts that they lead to. */
  const leads = new Map<Element, string>();
  const bars: HTMLElement[] = [];

  const make = (key: string, node: Text): void => {
    const shown = textOf(key);
    const parent = node.parentElement;
    if (shown === undefined || parent === null) return;
    const { source } = shown;
    const control = parent.closest(CONTROLS);
    if (control !== null) {
      leads.set(control, key);
      return;
    }
    const line = source.spans === undefined ? asOwnElement(node) : (parent.closest<HTMLElement>(LINES) ?? parent);
    if (shown.is_missing) markMissing(deps, line, signal);
    if (source.spans === undefined) {
      writePlain(line, (text) => changed(key, text), signal);
      return;
    }
    line.ariaLabel = t("Text");
    const bar = writeLine({ page, line, ...shown, source: source.spans, changed: (now) => changed(key, now), signal });
    if (bar !== undefined) showWhileIn(page, line, bar, signal);
    if (bar !== undefined) bars.push(bar);
  };
  const scan = (): void => {
    const found = takeMarks(shadow, keys);
    const by_block = new Set<string>();
    for (const head of heads) {
      const texts = [...found].filter(([key]) => key.startsWith(`${head.prefix}blocks.`));
      const box = blocksIn(
        texts.map(([, node]) => node),
        head.blocks,
      );
      if (box === undefined) continue;
      for (const [key] of texts) by_block.add(key);
      const bar = writeText(page, box, head.blocks, (blocks) => deps.changedBlocks({ ...head, blocks }), signal);
      showWhileIn(page, box, bar, signal);
      bars.push(bar);
    }
    for (const [key, node] of found) if (!by_block.has(key)) make(key, node);
  };
  scan();
  // Some content shows its other texts later.
  const watch = new window.MutationObserver(scan);
  watch.observe(shadow, { childList: true, subtree: true, characterData: true });
  restControls(shadow, leads, deps.pressed, signal);
  return () => {
    watch.disconnect();
    over.abort();
    for (const bar of bars) bar.remove();
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

const LINES = "p,li,h3,blockquote";

/** The element that shows these blocks and nothing else. */
function blocksIn(nodes: readonly Text[], blocks: readonly Block[]): HTMLElement | undefined {
  const line = nodes[0]?.parentElement?.closest("p,ul,ol,h3,blockquote");
  const box = line?.closest("ul,ol")?.parentElement ?? line?.parentElement;
  return box && box.childElementCount === blocks.length && box.closest(CONTROLS) === null ? box : undefined;
}

/** The element of a text, which may share its parent with others. */
function asOwnElement(node: Text): HTMLElement {
  const { parentElement: parent } = node;
  if (parent !== null && parent.childNodes.length === 1) return parent;
  const own = element(read(node, "ownerDocument"), "span", "");
  node.replaceWith(own);
  own.append(node);
  return own;
}

function writePlain(line: HTMLElement, changed: (text: string) => void, signal: AbortSignal): void {
  line.contentEditable = "plaintext-only";
  line.dataset["hint"] = t("Text");
  line.addEventListener("input", () => changed(line.textContent.slice(0, limits.translation_chars_max)), { signal });
  line.addEventListener(
    "beforeinput",
    (event) => {
      if (/Paragraph|LineBreak/.test(event.inputType)) event.preventDefault();
    },
    { signal },
  );
}

/** Shown in the source language until it's written. Typing replaces it. */
function markMissing({ page, locale }: WriteTextsDeps, line: HTMLElement, signal: AbortSignal): void {
  line.dataset["missing"] = "";
  line.ariaDescription = t("Missing");
  if (locale !== undefined) line.lang = locale;
  // The sign of a list item stays on its side.
  if (locale !== undefined && line.localName !== "li") line.dir = textDirection(locale);
  const written = new AbortController();
  const options = { signal: AbortSignal.any([signal, written.signal]) };
  line.addEventListener("focus", () => page.window.getSelection()?.selectAllChildren(line), options);
  line.addEventListener(
    "input",
    () => {
      written.abort();
      delete line.dataset["missing"];
      line.ariaDescription = null;
      line.removeAttribute("lang");
      line.removeAttribute("dir");
    },
    options,
  );
}

/** Shows the tools of a text while it's written in. */
function showWhileIn(page: AuthorPage, line: HTMLElement, bar: HTMLElement, signal: AbortSignal): void {
  const card = line.closest(".card,.tip,.notice,.toast,.banner") ?? line.parentElement;
  bar.hidden = true;
  card?.append(bar);
  if (card) placeBar(page, bar, card, signal);
  const show = ({ target, type, relatedTarget }: FocusEvent): void => {
    // Focus moves between nodes.
    const to = (type === "focusin" ? target : relatedTarget) as Node | null;
    bar.hidden = !line.contains(to) && !bar.contains(to);
  };
  for (const each of [line, bar]) {
    each.addEventListener("focusin", show, { signal });
    each.addEventListener("focusout", show, { signal });
  }
}

/** The content's own controls and keys rest. Their texts lead to their fields. */
function restControls(
  shadow: ShadowRoot,
  leads: ReadonlyMap<Element, string>,
  pressed: (key: string) => void,
  signal: AbortSignal,
): void {
  const rest = (event: Event): void => {
    // An event of the content, or of the builder if it's mounted in a dialog of the content.
    const target = event.target as HTMLElement;
    if (target.localName === HOST_NAME) return;
    if (target.closest(".marks,.place") !== null) {
      if (event.type === "keydown") event.stopPropagation();
      return;
    }
    event.stopPropagation();
    const control = target.closest(CONTROLS);
    if (event.type === "keydown") {
      const is_press = event.target === control && /^(?:Enter| )$/.test((event as KeyboardEvent).key);
      if (!is_press) return;
    }
    if (event.type === "submit" || control !== null) event.preventDefault();
    const key = control === null ? undefined : leads.get(control);
    if (key !== undefined) pressed(key);
  };
  // On the view, where the root notes that an event has arrived. It would repeat one that didn't.
  const view = shadow.querySelector(".view") ?? shadow;
  for (const name of ["click", "keydown", "submit"]) view.addEventListener(name, rest, { capture: true, signal });
  // The browser or the player would end the content.
  for (const name of ["cancel", "close", "change"])
    shadow.addEventListener(
      name,
      (event) => {
        // Elements only.
        if ((event.target as Element).localName !== HOST_NAME) event.stopPropagation();
      },
      { capture: true, signal },
    );
}
