import type { Block, Span } from "@fanfare/contract/content/block";
import { imageSchema } from "@fanfare/contract/schema/content/link";
import { isSafeLink } from "@fanfare/contract/text/safe-link";
import { textOf } from "./html-blocks.ts";
import type { Fields, LostOptions } from "./import-report.ts";
import type { CardTexts } from "./imported-content.ts";

/** What nodes have besides their type, text, and content. */
export const NODE_LOST = { attrs: "appearance" } as const satisfies LostOptions;

const ATTRIBUTES_LOST = {
  ...{ title: "built_in", width: "appearance", height: "appearance", class: "appearance" },
  ...{ target: "built_in", rel: "built_in" },
} as const satisfies LostOptions;

/**
 * A TipTap document as blocks: paragraphs, lists, images, bold, italic, and links. The first heading becomes the title.
 * Other nodes keep their text, and are reported.
 */
export function tiptapBlocks(document: Fields): CardTexts {
  const blocks: Block[] = [];
  let title = "";
  const paragraph = (node: Fields, format?: "heading" | "quote"): void => {
    for (const spans of linesOf(spansOf(node)))
      blocks.push({ kind: "paragraph", spans, ...(format === undefined ? {} : { format }) });
  };
  const list = (node: Fields, ordered: boolean): void => {
    const items = childrenOf(node)
      .map((item) => spansWithin(item, ["listItem"]))
      .filter((spans) => spans.length > 0);
    if (items.length > 0) blocks.push({ kind: "list", ordered, items });
  };
  const visit = (node: Fields): void => {
    const type = node.text("type") ?? "";
    if (type === "doc") childrenOf(node).forEach(visit);
    else if (type === "bulletList" || type === "orderedList") list(node, type === "orderedList");
    else if (type === "image") blocks.push(...imageOf(node));
    else if (type === "heading" && title === "") title = textOf(spansOf(node));
    else if (type === "heading") paragraph(node, "heading");
    else if (type === "blockquote") {
      for (const spans of childrenOf(node).flatMap((child) => linesOf(spansWithin(child, ["paragraph"]))))
        blocks.push({ kind: "paragraph", spans, format: "quote" });
    } else if (type === "codeBlock")
      blocks.push({ kind: "paragraph", spans: [{ text: textOf(spansOf(node)), code: true }] });
    else {
      if (type !== "paragraph") node.report("type", "html", type);
      paragraph(node);
    }
  };
  visit(document);
  return { title, blocks };
}

/** A break within a paragraph. */
const LINE: Span = { text: "\n" };

function linesOf(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    if (span === LINE) lines.push([]);
    else if (span.text !== "") lines.at(-1)?.push(span);
  }
  return lines.filter((line) => line.length > 0);
}

function childrenOf(node: Fields): readonly Fields[] {
  return node.objects("content", NODE_LOST);
}

/** Text of a node's children, however deep. */
function spansOf(node: Fields): readonly Span[] {
  return childrenOf(node).flatMap((child) => spansWithin(child, ["paragraph"]));
}

/** Text of a node that is expected to be of one of these types. */
function spansWithin(node: Fields, expected: readonly string[]): readonly Span[] {
  const type = node.text("type") ?? "";
  if (type === "hardBreak") return [LINE];
  const text = node.text("text");
  const is_text = text !== undefined && type === "text";
  if (!is_text && !expected.includes(type)) node.report("type", "html", type);
  return text === undefined ? spansOf(node) : [{ text, ...marksOf(node) }];
}

function imageOf(node: Fields): readonly Block[] {
  const attributes = node.object("attrs", ATTRIBUTES_LOST);
  const [url, alt] = [attributes?.text("src") ?? "", attributes?.text("alt") ?? ""];
  if (!imageSchema.safeParse(url).success) {
    (attributes ?? node).report(attributes === undefined ? "attrs" : "src", "unsafe_address", url);
    return [];
  }
  if (alt === "") attributes?.report("alt", "picture", url);
  return [{ kind: "image", url, alt }];
}

function marksOf(node: Fields): Omit<Span, "text"> {
  let format: Omit<Span, "text"> = {};
  for (const mark of node.objects("marks", NODE_LOST)) {
    const type = mark.text("type");
    if (type === "code") format = { ...format, code: true };
    else if (type === "bold") format = { ...format, bold: true };
    else if (type === "italic") format = { ...format, italic: true };
    else if (type !== "link") mark.report("type", "html", type);
    else {
      const attributes = mark.object("attrs", ATTRIBUTES_LOST);
      const href = attributes?.text("href") ?? "";
      if (isSafeLink(href)) format = { ...format, href };
      else (attributes ?? mark).report(attributes === undefined ? "type" : "href", "unsafe_address", href);
    }
  }
  return format;
}
