import type { Block, LoadedBlock, MediaBlock, Span } from "@fanfare/contract/content/block";
import { mergeSpans } from "@fanfare/contract/text/inline-text";
import { type DOMOutputSpec, Fragment, type Mark, type MarkType, type Node, Schema } from "prosemirror-model";

/** `dir`: each line has the direction of its own text. */
const line = (tag: string): DOMOutputSpec => [tag, { dir: "auto" }, 0];

/** What a text editor holds: exactly what blocks can say. The elements are those of a card. */
export const textSchema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: { group: "block", content: "text*", toDOM: () => line("p"), parseDOM: [{ tag: "p" }] },
    heading: { group: "block", content: "text*", toDOM: () => line("h4"), parseDOM: [{ tag: "h4" }] },
    quote: { group: "block", content: "text*", toDOM: () => line("blockquote"), parseDOM: [{ tag: "blockquote" }] },
    list: {
      group: "block",
      content: "item+",
      attrs: { ordered: { default: false } },
      toDOM: ({ attrs }) => [attrs["ordered"] === true ? "ol" : "ul", 0],
      parseDOM: [
        { tag: "ul", attrs: { ordered: false } },
        { tag: "ol", attrs: { ordered: true } },
      ],
    },
    item: { content: "text*", defining: true, toDOM: () => line("li"), parseDOM: [{ tag: "li" }] },
    image: {
      group: "block",
      atom: true,
      draggable: true,
      attrs: { block: {} },
      toDOM: ({ attrs: { block } }) => ["img", { src: block.url, alt: block.alt }],
    },
    media: {
      group: "block",
      atom: true,
      draggable: true,
      attrs: { block: {} },
      toDOM: ({ attrs: { block } }) => mediaView(block),
    },
    text: {},
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      toDOM: ({ attrs: { href } }) => ["a", { href, title: href }, 0],
      parseDOM: [{ tag: "a[href]", getAttrs: (element) => ({ href: element.getAttribute("href") }) }],
    },
    bold: { toDOM: () => ["strong", 0], parseDOM: [{ tag: "strong" }, { tag: "b" }] },
    italic: { toDOM: () => ["em", 0], parseDOM: [{ tag: "em" }, { tag: "i" }] },
    code: { code: true, toDOM: () => ["code", 0], parseDOM: [{ tag: "code" }] },
  },
});

/** Nothing is requested from the media's host in the editor. */
function mediaView({ kind, title, url }: MediaBlock): DOMOutputSpec {
  return ["figure", { "data-media": kind }, ["strong", { dir: "auto" }, title], ["span", { dir: "ltr" }, url]];
}

export type LineKind = "paragraph" | "heading" | "quote" | "bullets" | "numbers";

/** Kind of a line by its node and the node around it. Undefined for images and media. */
export function lineKind(node: Node, parent: Node): LineKind | undefined {
  const { list, paragraph, heading } = textSchema.nodes;
  if (parent.type === list) return parent.attrs["ordered"] === true ? "numbers" : "bullets";
  if (!node.isTextblock) return undefined;
  return node.type === paragraph ? "paragraph" : node.type === heading ? "heading" : "quote";
}

/** Marks of a span. */
export const SPAN_MARKS = ["bold", "italic", "code"] as const;
export type SpanMark = (typeof SPAN_MARKS)[number];

export const markType = (mark: SpanMark | "link"): MarkType => textSchema.marks[mark];

/** The card shows a line break as a space. */
export function inlineContent(spans: readonly Span[]): Fragment {
  return Fragment.fromArray(
    mergeSpans(spans).map(({ text, href, ...marks }) =>
      textSchema.text(text.replaceAll(/[\r\n]+/g, " "), [
        ...(href === undefined ? [] : [markType("link").create({ href })]),
        ...SPAN_MARKS.filter((mark) => marks[mark] === true).map((mark) => markType(mark).create()),
      ]),
    ),
  );
}

export function loadedNode(block: LoadedBlock): Node {
  return textSchema.nodes[block.kind === "image" ? "image" : "media"].create({ block });
}

/** The block of an image or of media. */
export function loadedBlock(node: Node): LoadedBlock | undefined {
  return node.type === textSchema.nodes.image || node.type === textSchema.nodes.media ? node.attrs["block"] : undefined;
}

/** There is always a line to write in, also after an image. */
export function textDocument(blocks: readonly Block[]): Node {
  const nodes = blocks.map(blockNode);
  const last = blocks.at(-1);
  if (last === undefined || "url" in last) nodes.push(textSchema.nodes.paragraph.create());
  return textSchema.nodes.doc.create(null, nodes);
}

export function blockNode(block: Block): Node {
  const { list, item } = textSchema.nodes;
  switch (block.kind) {
    case "paragraph":
      return textSchema.nodes[block.format ?? "paragraph"].create(null, inlineContent(block.spans));
    case "list":
      return list.create(
        { ordered: block.ordered },
        block.items.map((spans) => item.create(null, inlineContent(spans))),
      );
    default:
      return loadedNode(block);
  }
}

/**
 * Inverse of {@link textDocument}. Leaves out empty lines.
 *
 * @example
 * textBlocks(textDocument(blocks)); // the same blocks
 */
export function textBlocks(doc: Node): Block[] {
  return doc.children.flatMap((node): Block[] => {
    const loaded = loadedBlock(node);
    if (loaded !== undefined) return [loaded];
    if (node.type === textSchema.nodes.list) {
      const items = node.children.map(inlineSpans).filter((spans) => spans.length > 0);
      return items.length === 0 ? [] : [{ kind: "list", ordered: node.attrs["ordered"] === true, items }];
    }
    const spans = inlineSpans(node);
    const format = lineKind(node, doc);
    if (spans.length === 0) return [];
    return [{ kind: "paragraph", spans, ...(format === "heading" || format === "quote" ? { format } : {}) }];
  });
}

/** Spans of a line, without blanks at its ends. None if it's blank. */
export function inlineSpans(line: Node): readonly Span[] {
  if (line.textContent.trim() === "") return [];
  const spans = mergeSpans(
    line.children.map(({ text = "", marks }) => Object.assign({ text }, ...marks.map(spanFormat))),
  );
  return mergeSpans(
    spans.map((span, index) => {
      const text = index === 0 ? span.text.trimStart() : span.text;
      return { ...span, text: index === spans.length - 1 ? text.trimEnd() : text };
    }),
  );
}

const spanFormat = ({ type, attrs }: Mark): Omit<Span, "text"> =>
  type === markType("link") ? { href: attrs["href"] } : { [type.name]: true };
