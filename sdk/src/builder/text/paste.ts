import type { Block, Span } from "@fanfare/contract/content/block";
import { parseBlocks } from "@fanfare/contract/text/block-text";
import { mergeSpans } from "@fanfare/contract/text/inline-text";
import { pastedBlocks } from "@fanfare/contract/text/pasted-html";
import { call } from "../../lib/native.ts";
import { renderBlocks } from "../../ui/card/blocks.ts";
import * as rich from "../../ui/card/rich-blocks.ts";
import type { Page } from "../../ui/types.ts";
import { keepOrigins, readBlocks } from "./read-blocks.ts";

/** Stands for the caret. No text contains it. */
export const CARET = "\ue0ca";

/** Replaces the selection of an edited text, and leaves the caret after what was pasted. */
export function pasteInto({ document, window }: Page, text: HTMLElement, pasted: readonly Block[]): void {
  call(document, "execCommand", "insertText", false, CARET);
  const blocks = pasteAtCaret(readBlocks(text), pasted);
  text.replaceChildren(...renderBlocks(document, blocks, rich));
  keepOrigins(text, blocks);
  const nodes = call(document, "createTreeWalker", text, TEXTS);
  while (nodes.nextNode() !== null) {
    // Only text nodes are visited.
    const node = nodes.currentNode as Text;
    const at = node.data.indexOf(CARET);
    if (at < 0) continue;
    // Alone after a mark, the caret needs a place of its own.
    const is_alone = node.data === CARET;
    node.data = is_alone ? "\u200b" : node.data.replace(CARET, "");
    window.getSelection()?.collapse(node, is_alone ? 1 : at);
    return;
  }
}

/** `NodeFilter.SHOW_TEXT` */
const TEXTS = 4;

/** What a clipboard has: formatted text of a document editor, otherwise Markdown. */
export function clipboardBlocks(html: string, text: string): readonly Block[] {
  return pastedBlocks(html) ?? parseBlocks(text);
}

/**
 * Replaces the caret in `blocks` with pasted ones: one line joins the line of the caret, several become lines of their
 * own. The result has the caret after them.
 */
export function pasteAtCaret(blocks: readonly Block[], pasted: readonly Block[]): readonly Block[] {
  const [only] = pasted;
  // The caret alone stays.
  const inline = only === undefined ? [] : pasted.length === 1 && isPlain(only) ? only.spans : undefined;
  return blocks.flatMap((block) => pasteInBlock(block, pasted, inline)).map(merged);
}

/** @param inline The only pasted line. */
function pasteInBlock(block: Block, pasted: readonly Block[], inline: readonly Span[] | undefined): readonly Block[] {
  if ("url" in block) return [block];
  if (block.kind === "paragraph") {
    const halves = split(block.spans);
    if (halves === undefined) return [block];
    const [before, after] = halves;
    if (inline !== undefined) return [{ ...block, spans: [...before, ...inline, AT_CARET, ...after] }];
    return joined({ ...block, spans: before }, pasted, { ...block, spans: after });
  }
  const at = block.items.findIndex((item) => split(item) !== undefined);
  const [before, after] = split(block.items[at] ?? []) ?? [];
  if (before === undefined || after === undefined) return [block];
  const lines = pasted.flatMap(linesOf);
  const first = inline !== undefined || before.length === 0 ? [] : [before];
  const last = inline === undefined ? (lines.at(-1) ?? []) : [...before, ...inline];
  const items = [...first, ...lines.slice(0, -1), [...last, AT_CARET, ...after]];
  return [{ ...block, items: [...block.items.slice(0, at), ...items, ...block.items.slice(at + 1)] }];
}

const linesOf = (block: Block): readonly (readonly Span[])[] =>
  "url" in block ? [] : block.kind === "list" ? block.items : [block.spans];

const merged = (block: Block): Block =>
  "url" in block
    ? block
    : block.kind === "list"
      ? { ...block, items: block.items.map(mergeSpans) }
      : { ...block, spans: mergeSpans(block.spans) };

type Paragraph = Extract<Block, { readonly kind: "paragraph" }>;

const AT_CARET: Span = { text: CARET };

const isPlain = (block: Block): block is Paragraph => block.kind === "paragraph" && block.format === undefined;

/** Plain lines at both ends of what was pasted join what stood around the caret. */
function joined(before: Paragraph, pasted: readonly Block[], after: Paragraph): readonly Block[] {
  const middle = [...pasted];
  const [first] = middle;
  let head: readonly Block[] = before.spans.length === 0 ? [] : [before];
  if (head.length > 0 && first !== undefined && isPlain(first)) {
    head = [{ ...before, spans: [...before.spans, ...first.spans] }];
    middle.shift();
  }
  const last = middle.at(-1);
  if (last !== undefined && isPlain(last)) {
    middle.pop();
    return [...head, ...middle, { ...after, spans: [...last.spans, AT_CARET, ...after.spans] }];
  }
  return [...head, ...middle.slice(0, -1), ...(last === undefined ? [] : endingWithCaret(last, after))];
}

/** The caret stays in the last pasted block, and what stood after it follows. */
function endingWithCaret(last: Block, after: Paragraph): readonly Block[] {
  const rest = after.spans.length === 0 ? [] : [after];
  if ("url" in last) return [last, { ...after, spans: [AT_CARET, ...after.spans] }];
  if (last.kind === "paragraph") return [{ ...last, spans: [...last.spans, AT_CARET] }, ...rest];
  const item = [...(last.items.at(-1) ?? []), AT_CARET];
  return [{ ...last, items: [...last.items.slice(0, -1), item] }, ...rest];
}

/** What stands before and after the caret. Undefined if it's elsewhere. */
function split(spans: readonly Span[]): readonly [before: readonly Span[], after: readonly Span[]] | undefined {
  const at = spans.findIndex(({ text }) => text.includes(CARET));
  const span = spans[at];
  if (span === undefined) return undefined;
  const [before = "", after = ""] = span.text.split(CARET);
  return [
    [...spans.slice(0, at), { ...span, text: before }].filter(({ text }) => text !== ""),
    [{ ...span, text: after }, ...spans.slice(at + 1)].filter(({ text }) => text !== ""),
  ];
}
