import type { Block } from "@fanfare/contract/content/block";
import { call } from "../../lib/native.ts";
import { element } from "../../ui/dom/element.ts";
import type { Page } from "../../ui/types.ts";
import { t } from "../language/t.ts";
import type { IconName } from "../panel/icon.ts";
import type { AuthorPage } from "./author-page.ts";
import { createInsertTools } from "./insert-tools.ts";
import { keepOrigins, readBlocks } from "./read-blocks.ts";
import { tool } from "./tool.ts";

/** What typing at the end of a text's line turns into, by the elements of a card. */
const MARK_RULES: readonly (readonly [pattern: RegExp, name: "strong" | "em" | "code"])[] = [
  [/\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, "strong"],
  [/(?<![*\w])\*([^\s*](?:[^*]*[^\s*])?)\*$/, "em"],
  [/`([^`]+)`$/, "code"],
];

type Command = readonly [command: string, value?: string];

const LINE_RULES: readonly (readonly [pattern: RegExp, command: Command])[] = [
  [/^[-*] $/, ["insertUnorderedList"]],
  [/^\d+[.)] $/, ["insertOrderedList"]],
  [/^#{1,3} $/, ["formatBlock", "h3"]],
  [/^> $/, ["formatBlock", "blockquote"]],
];

const TOOLS: readonly (readonly [label: string, icon: IconName, command: Command])[] = [
  [t("Bold"), "bold", ["bold"]],
  [t("Italic"), "italic", ["italic"]],
  [t("Heading"), "heading", ["formatBlock", "h3"]],
  [t("Quote"), "quote", ["formatBlock", "blockquote"]],
  [t("List"), "list", ["insertUnorderedList"]],
  [t("Numbered list"), "numbers", ["insertOrderedList"]],
];

/**
 * Makes rendered blocks editable as one text: with the browser's own keys for bold and italic, Markdown as it's typed,
 * and pasted text with the formats that blocks have. Returns the bar with its tools.
 *
 * @param text Shows exactly `blocks`.
 */
export function writeText(
  page: AuthorPage,
  text: HTMLElement,
  blocks: readonly Block[],
  changed: (blocks: readonly Block[]) => void,
  signal?: AbortSignal,
): HTMLElement {
  const { document } = page;
  const on = signal === undefined ? {} : { signal };
  keepOrigins(text, blocks);
  if (blocks.length === 0) text.replaceChildren(element(document, "p", "", element(document, "br", "")));
  text.contentEditable = "true";
  text.role = "textbox";
  text.ariaMultiLine = "true";
  text.ariaLabel = t("Text");
  text.style.setProperty("--hint", `"${t("Text")}"`);
  let rests = false;
  const report = (): void => {
    if (!rests) changed(readBlocks(text));
  };
  const run = (command: string, value?: string): void => {
    call(document, "execCommand", command, false, value);
  };
  const use = ([command, value]: Command): void => {
    text.focus();
    const is_on = value !== undefined && call(document, "queryCommandValue", command) === value;
    run(command, is_on ? "p" : value);
    report();
  };
  const inserts = createInsertTools({ page, text, report, signal, run });
  text.addEventListener("input", report, on);
  text.addEventListener("beforeinput", (event) => expandTyped(page, event, run, report), on);
  const insert = async (event: ClipboardEvent): Promise<void> => {
    event.preventDefault();
    const [html = "", plain = ""] = ["text/html", "text/plain"].map((each) => event.clipboardData?.getData(each));
    const paste = await import("./paste.ts").catch(() => undefined);
    if (paste === undefined) {
      run("insertText", plain.replaceAll(/\s+/g, " "));
      return;
    }
    rests = true;
    paste.pasteInto(page, text, paste.clipboardBlocks(html, plain));
    rests = false;
    report();
  };
  text.addEventListener("paste", (event) => void insert(event), on);
  text.addEventListener("drop", (event) => event.preventDefault(), on);
  const root = text.getRootNode();
  const onKey = (event: Event): void => {
    // Only key presses are listened for.
    const { ctrlKey, metaKey, key, target } = event as KeyboardEvent;
    if (!(ctrlKey || metaKey) || key !== "k" || target !== text) return;
    event.preventDefault();
    inserts.link();
  };
  const onClick = ({ target }: Event): void => {
    // An event of the text.
    const clicked = text.contains(target as Node) ? (target as Element).closest("a") : null;
    if (clicked !== null) inserts.link(clicked);
  };
  // Before a card's own listeners, which keep keys and clicks from everything else.
  root.addEventListener("keydown", onKey, { ...on, capture: true });
  root.addEventListener("click", onClick, { ...on, capture: true });
  const tools = TOOLS.map(([label, icon, command]) => tool(document, label, icon, () => use(command)));
  const link = tool(document, t("Link"), "link", () => inserts.link());
  const bar = element(document, "div", "marks", ...tools, link, ...inserts.buttons);
  bar.role = "group";
  bar.ariaLabel = t("Formatting");
  inserts.attach(bar);
  return bar;
}

/** Turns Markdown into what it means with its last character. */
function expandTyped(
  { document, window }: Page,
  event: InputEvent,
  run: (...command: Command) => void,
  report: () => void,
): void {
  const [range] = event.getTargetRanges();
  const node = range?.startContainer;
  if (event.inputType !== "insertText" || range === undefined || !(node instanceof window.Text)) return;
  const before = node.data.slice(0, range.startOffset) + event.data;
  const selection = window.getSelection();
  const rule = LINE_RULES.find(([pattern]) => pattern.test(before));
  if (rule !== undefined && node.parentElement?.localName === "p" && node.previousSibling === null) {
    event.preventDefault();
    selection?.setBaseAndExtent(node, 0, node, range.startOffset);
    run("delete");
    run(...rule[1]);
    return;
  }
  for (const [pattern, name] of MARK_RULES) {
    const match = pattern.exec(before);
    if (match === null) continue;
    event.preventDefault();
    const rest = node.splitText(range.startOffset);
    const made = element(document, name, "", match[1] ?? "");
    node.data = node.data.slice(0, match.index);
    // The caret has a place of its own after the mark.
    const after = call(document, "createTextNode", "\u200b");
    call(node.parentNode ?? document, "insertBefore", made, rest);
    call(node.parentNode ?? document, "insertBefore", after, rest);
    selection?.collapse(after, 1);
    report();
    return;
  }
}
