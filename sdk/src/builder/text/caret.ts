import { call } from "../../lib/native.ts";
import type { Page } from "../../ui/types.ts";

/** The selection in an edited text, also in a shadow root. Undefined if it's elsewhere. */
export function selectionIn({ window }: Page, text: HTMLElement): StaticRange | undefined {
  const root = text.getRootNode();
  const roots = root instanceof window.ShadowRoot ? [root] : [];
  const range = window.getSelection()?.getComposedRanges?.({ shadowRoots: roots })[0];
  return range !== undefined && text.contains(range.startContainer) && text.contains(range.endContainer)
    ? range
    : undefined;
}

/** Selects a range of an edited text, and moves the focus there. */
export function select({ window }: Page, text: HTMLElement, range: StaticRange | undefined): void {
  text.focus();
  const selection = window.getSelection();
  // What it was in may be gone.
  if (range !== undefined && text.contains(range.startContainer) && text.contains(range.endContainer))
    selection?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  else selection?.selectAllChildren(text);
  if (range === undefined) selection?.collapseToEnd();
}

/** What is written before the caret in its line. Undefined if there is no caret, such as while several characters are selected. */
export function textBeforeCaret(page: Page, text: HTMLElement): string | undefined {
  const range = selectionIn(page, text);
  if (range === undefined || !range.collapsed) return undefined;
  const node = range.startContainer;
  const holder = node instanceof page.window.Element ? node : node.parentElement;
  const line = holder?.closest("p,li,h3,blockquote,div");
  const before = call(page.document, "createRange");
  before.setStart(line && text.contains(line) ? line : text, 0);
  before.setEnd(node, range.startOffset);
  return before.toString().replaceAll("\u200b", "");
}

/** Replaces the characters before the caret as if they were typed. */
export function replaceBeforeCaret({ document, window }: Page, length: number, text: string): void {
  const selection = window.getSelection();
  for (let at = 0; at < length; at++) selection?.modify("extend", "backward", "character");
  call(document, "execCommand", "insertText", false, text);
}
