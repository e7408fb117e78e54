import type { Block, Span } from "@fanfare/contract/content/block";
import { imageSchema } from "@fanfare/contract/schema/content/link";
import { isSafeLink } from "@fanfare/contract/text/safe-link";
import { type HtmlBlocks, textOf } from "./html-blocks.ts";
import type { SourceObject, SourceValue } from "./source/source-value.ts";
import { isObject } from "./tour-import.ts";

export interface TiptapText extends HtmlBlocks {
  /** The first heading. */
  readonly title: string;
}

/**
 * A TipTap document as blocks: paragraphs, lists, images, bold, italic, and links. The first heading becomes the title.
 * Other nodes keep their text and are named in the findings.
 */
export function tiptapBlocks(document: SourceValue): TiptapText {
  const findings: HtmlBlocks["findings"][number][] = [];
  const unknown = new Set<string>();
  const blocks: Block[] = [];
  let title = "";
  const spansOf = (node: SourceObject): readonly Span[] =>
    childrenOf(node).flatMap((child) => {
      const text = textField(child, "text");
      if (textField(child, "type") === "hardBreak") return [LINE];
      return text === undefined ? spansOf(child) : [{ text, ...marksOf(child, findings) }];
    });
  const paragraph = (node: SourceObject, format?: "heading" | "quote"): void => {
    for (const spans of linesOf(spansOf(node)))
      blocks.push({ kind: "paragraph", spans, ...(format === undefined ? {} : { format }) });
  };
  const list = (node: SourceObject, ordered: boolean): void => {
    const items = childrenOf(node)
      .map(spansOf)
      .filter((spans) => spans.length > 0);
    if (items.length > 0) blocks.push({ kind: "list", ordered, items });
  };
  const image = (node: SourceObject): void => {
    const [url, alt] = [attributeOf(node, "src") ?? "", attributeOf(node, "alt") ?? ""];
    if (!imageSchema.safeParse(url).success) findings.push({ reason: "unsafe_address", detail: url });
    else {
      blocks.push({ kind: "image", url, alt });
      if (alt === "") findings.push({ reason: "picture", detail: url });
    }
  };
  const visit = (node: SourceObject): void => {
    const type = textField(node, "type") ?? "";
    if (type === "doc") childrenOf(node).forEach(visit);
    else if (type === "bulletList" || type === "orderedList") list(node, type === "orderedList");
    else if (type === "image") image(node);
    else if (type === "heading" && title === "") title = textOf(spansOf(node));
    else if (type === "heading") paragraph(node, "heading");
    else if (type === "blockquote") for (const child of childrenOf(node)) paragraph(child, "quote");
    else if (type === "codeBlock")
      blocks.push({ kind: "paragraph", spans: [{ text: textOf(spansOf(node)), code: true }] });
    else {
      if (type !== "paragraph") unknown.add(type);
      paragraph(node);
    }
  };
  if (isObject(document)) visit(document);
  if (unknown.size > 0) findings.push({ reason: "html", detail: [...unknown].join(", ") });
  return { title, blocks, findings };
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

function childrenOf(node: SourceObject): readonly SourceObject[] {
  const content = node.fields.get("content");
  return content?.kind === "list" ? content.items.filter(isObject) : [];
}

function textField(node: SourceObject, name: string): string | undefined {
  const value = node.fields.get(name);
  return value?.kind === "text" ? value.text : undefined;
}

function attributeOf(node: SourceObject, name: string): string | undefined {
  const attributes = node.fields.get("attrs");
  return isObject(attributes) ? textField(attributes, name) : undefined;
}

function marksOf(node: SourceObject, findings: HtmlBlocks["findings"][number][]): Omit<Span, "text"> {
  const marks = node.fields.get("marks");
  let format: Omit<Span, "text"> = {};
  for (const mark of marks?.kind === "list" ? marks.items.filter(isObject) : []) {
    const type = textField(mark, "type");
    if (type === "code") format = { ...format, code: true };
    else if (type === "bold") format = { ...format, bold: true };
    else if (type === "italic") format = { ...format, italic: true };
    else if (type === "link") {
      const href = attributeOf(mark, "href") ?? "";
      if (isSafeLink(href)) format = { ...format, href };
      else findings.push({ reason: "unsafe_address", detail: href });
    }
  }
  return format;
}
