import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { FeedItem } from "@fanfare/contract/schema/client/feed";
import type { Untranslated } from "@fanfare/contract/translation/translation";
import { call } from "../../lib/native.ts";
import { element } from "../dom/element.ts";
import type { OpenStagedPlayer, Page } from "../types.ts";

/** A part of an announcement, and whether it's one of the texts in another language. */
export interface TextPiece {
  readonly text: string;
  readonly foreign: boolean;
}

/**
 * Splits an announcement around `texts` that occur as a whole sentence or item.
 *
 * @example
 * splitByLanguage("Orders. Schritt 1 von 2", new Set(["Orders"])); // "Orders" foreign, ". Schritt 1 von 2" not
 */
export function splitByLanguage(line: string, texts: ReadonlySet<string>): readonly TextPiece[] {
  if (line === "") return [];
  for (const text of [...texts].sort((one, other) => other.length - one.length)) {
    for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
      const end = at + text.length;
      const alone = (at === 0 || line[at - 1] === " ") && (end === line.length || ".,".includes(line.charAt(end)));
      if (!alone) continue;
      return [
        ...splitByLanguage(line.slice(0, at), texts),
        { text, foreign: true },
        ...splitByLanguage(line.slice(end), texts),
      ];
    }
  }
  return [{ text: line, foreign: false }];
}

/** Marks texts in a different language (WCAG 3.1.2) with `lang`, and with `dir` if the direction differs. */
interface Marker {
  mark(roots: Iterable<ParentNode & Node>): void;
}

function createMarker({ document, locale }: Pick<Page, "document" | "locale">, written: Untranslated): Marker {
  const texts = new Set(written.texts);
  const direction = textDirection(written.locale);
  const turns = locale === undefined || textDirection(locale) !== direction;
  const marked = new Set<HTMLElement>();

  const put = (place: HTMLElement, turned: boolean): void => {
    // An existing `lang` takes precedence.
    if (place.lang !== "" && !marked.has(place)) return;
    place.lang = written.locale;
    if (turned) place.dir = direction;
    marked.add(place);
  };
  const inSpan = (text: string): HTMLElement => {
    const span = element(document, "span", "", text);
    put(span, turns);
    return span;
  };
  const markText = (node: Text): void => {
    const place = node.parentElement;
    if (place === null) return;
    if (texts.has(node.data)) {
      if (place.textContent === node.data) put(place, turns);
      else node.replaceWith(inSpan(node.data));
    } else if (["status", "alert"].includes(place.getAttribute("role") ?? "")) {
      const pieces = splitByLanguage(node.data, texts);
      if (pieces.some(({ foreign }) => foreign)) {
        node.replaceWith(...pieces.map(({ text, foreign }) => (foreign ? inSpan(text) : text)));
      }
    }
  };
  /** The language of an attribute is that of its element, so the element must not contain text in another one. */
  const markName = (place: HTMLElement): void => {
    const names = ["aria-label", "alt", "placeholder"].map((name) => place.getAttribute(name) ?? "");
    const { textContent } = place;
    if (textContent !== "" && !texts.has(textContent)) return;
    if (names.some((name) => splitByLanguage(name, texts).some(({ foreign }) => foreign))) put(place, false);
  };

  return {
    mark(roots) {
      for (const place of marked) {
        place.removeAttribute("lang");
        place.removeAttribute("dir");
      }
      marked.clear();
      for (const root of roots) {
        const walker = call(document, "createTreeWalker", root, SHOW_TEXT);
        const nodes: Text[] = [];
        // `SHOW_TEXT` visits only text nodes.
        while (walker.nextNode()) nodes.push(walker.currentNode as Text);
        nodes.forEach(markText);
        root.querySelectorAll<HTMLElement>("[aria-label],[alt],[placeholder]").forEach(markName);
      }
    },
  };
}

/** `NodeFilter.SHOW_TEXT`, without depending on the page's global. */
const SHOW_TEXT = 4;

/** Marks the language of a feed item: its title, the last node in `head`, and its expandable details. */
export function markFeedItem(document: Document, item: FeedItem, head: HTMLElement, detail: HTMLElement): void {
  if (item.kind !== "announcement" || item.locale === undefined) return;
  const { locale, untranslated } = item;
  const title = element(document, "span", "", head.lastChild ?? "");
  head.append(title);
  if (untranslated !== undefined) createMarker({ document, locale }, untranslated).mark([detail]);
  const own = untranslated?.texts.includes(title.textContent) ? untranslated.locale : locale;
  for (const [place, tag] of [
    [title, own],
    [detail, locale],
  ] as const) {
    place.lang = tag;
    place.dir = textDirection(tag);
  }
}

/**
 * Marks untranslated texts wherever they appear, while the content is displayed. Loaded with the first such content.
 */
export function withLanguageMarks(open: OpenStagedPlayer, first: Untranslated): OpenStagedPlayer {
  return (options) => {
    let written: Untranslated | undefined = first;
    let marker = createMarker(options, first);
    const roots = new Set<ParentNode & Node>();
    const refresh = (): void => {
      marker.mark(roots);
      // Ignore mutations caused by marking.
      watch.takeRecords();
    };
    const watch = new options.window.MutationObserver(refresh);
    const langOf = (text: string): string | undefined => (written?.texts.includes(text) ? written.locale : undefined);

    const handle = open({
      ...options,
      langOf,
      celebrate(preset, wanted) {
        const locale = langOf(wanted.message ?? "") ?? wanted.locale;
        return options.celebrate(preset, { ...wanted, locale });
      },
      on(event, box) {
        const root = box?.getRootNode();
        if (root instanceof options.window.ShadowRoot && !roots.has(root)) {
          roots.add(root);
          watch.observe(root, { subtree: true, childList: true, characterData: true });
          refresh();
        }
        if (event.kind === "ended") watch.disconnect();
        options.on(event, box);
      },
    });
    return Object.assign(handle, {
      setUntranslated(next: Untranslated | undefined) {
        written = next;
        marker.mark([]);
        marker = createMarker(options, next ?? { locale: first.locale, texts: [] });
        refresh();
      },
    });
  };
}
