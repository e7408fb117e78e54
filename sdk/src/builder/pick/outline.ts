import { call, read } from "../../lib/native.ts";
import { element } from "../../ui/dom/element.ts";
import { HOST_NAME } from "../../ui/dom/page-modals.ts";
import { isVisible } from "../../ui/dom/visibility.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import { accessibleName, type LabelLookup, labelsIn, reading, roleOf } from "../../ui/target/accessible-name.ts";
import { searchRootsWithFrames } from "../../ui/target/locate.ts";
import { inSlices, type Steps } from "../../ui/target/reading-strategies.ts";
import type { Page } from "../../ui/types.ts";
import { t } from "../language/t.ts";
import { kindOf, pathOf } from "./element-name.ts";
import type { Highlight } from "./highlight.ts";

/** What people recognize by its role and name. */
const LISTED =
  "a[href],button,input:not([type=hidden]),select,textarea,summary,img[alt],h1,h2,h3,h4,h5,h6,nav,main,header,footer,aside,form,section,article,dialog,table,[role],[contenteditable=true]";
/** More can be found by searching. */
const SHOWN_MAX = 50;

interface Entry {
  readonly element: Element;
  readonly text: string;
}

interface OutlineDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly point: Highlight;
  readonly choose: (element: Element) => void;
  readonly append: (outline: HTMLElement) => void;
}

/** Lists the page's elements by role and name, for picking without pointing. */
export function openOutline({ page, root, point, choose, append }: OutlineDeps): void {
  const { document } = page;
  const input = element(document, "input", "");
  input.type = "text";
  input.autocomplete = "off";
  input.ariaLabel = input.placeholder = t("Search elements by role or name");
  const state = element(document, "p", "soft", t("Loading…"));
  const list = element(document, "ul", "lines");
  list.ariaLabel = t("Elements of the page");
  const made = element(document, "div", "search", input, state, list);
  let entries: readonly Entry[] = [];

  const line = ({ element: found, text }: Entry): HTMLElement => {
    const made_button = element(document, "button", "point", text);
    made_button.type = "button";
    made_button.addEventListener("focus", () => {
      call(found, "scrollIntoView", { block: "center" });
      point(found, pathOf(found));
    });
    made_button.addEventListener("pointerenter", () => point(found, pathOf(found)));
    made_button.addEventListener("click", () => choose(found));
    return element(document, "li", "", made_button);
  };
  const show = (): void => {
    const words = input.value.toLowerCase().split(" ");
    const matches = entries.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
    list.replaceChildren(...matches.slice(0, SHOWN_MAX).map(line));
    const more = matches.length > SHOWN_MAX ? t(", first {n} shown", { n: SHOWN_MAX }) : "";
    const said = state.textContent;
    state.textContent = matches.length === 0 ? t("No results") : t("Elements: {n}", { n: matches.length }) + more;
    if (state.textContent !== said) root.announce(state.textContent);
  };
  input.addEventListener("input", show);
  append(made);
  input.focus();
  inSlices(
    page,
    readOutline(document),
    (found) => {
      entries = found;
      show();
    },
    () => !made.isConnected,
  );
}

/** Visible elements in the order of the page, including open shadow roots and same-site frames. */
function* readOutline(document: Document): Steps<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const tree of searchRootsWithFrames(document)) {
    if (read(tree, "nodeType") === 1) continue;
    const labels: LabelLookup = yield* labelsIn(tree);
    for (const found of call(tree, "querySelectorAll", LISTED)) {
      reading.reads++;
      yield;
      if (read(found, "localName") === HOST_NAME || !isVisible(found)) continue;
      const name = accessibleName(found, labels).slice(0, NAME_CHARS_MAX);
      const kind = kindOf(found);
      if (name === "" && !LANDMARKS.has(roleOf(found) ?? "")) continue;
      const text = name === "" ? kind : `${kind} “${name}”`;
      entries.push({ element: found, text });
    }
  }
  return entries;
}

const NAME_CHARS_MAX = 60;
/** Recognizable without a name, because a page has one or few. */
const LANDMARKS: ReadonlySet<string> = new Set(["main", "navigation", "banner", "contentinfo", "complementary"]);
