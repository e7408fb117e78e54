import type { Block, Span } from "@fanfare/contract/content/block";

type Marks = Omit<Span, "text">;
type Format = Extract<Block, { readonly kind: "paragraph" }>["format"];

interface Place {
  readonly marks: Marks;
  readonly format?: Format | undefined;
  /** Items of the list around it. */
  readonly items?: (readonly Span[])[] | undefined;
}

const LINES = /^(?:p|div|li|h\d|blockquote|ul|ol)$/;
const MARKS: Readonly<Record<string, Marks>> = {
  ...{ b: { bold: true }, strong: { bold: true }, i: { italic: true }, em: { italic: true }, code: { code: true } },
};

/** The address of a link, and the block of an image or media, as the draft has them. Copies of an element keep them. */
export const HREF = "data-href";
export const IMAGE = "data-image";
/** Stands for the address of a link while it's made. */
export const NEW_LINK = "#fanfare-new-link";

/** Marks what a rendered text doesn't show: addresses as they were written, and images. */
export function keepOrigins(text: Element, blocks: readonly Block[]): void {
  blocks.forEach((block, index) => {
    const shown = text.children[index];
    if (shown === undefined) return;
    if ("url" in block) {
      shown.setAttribute(IMAGE, JSON.stringify(block));
      shown.setAttribute("contenteditable", "false");
      return;
    }
    const lines = block.kind === "list" ? block.items : [block.spans];
    lines.forEach((spans, at) => {
      const line = block.kind === "list" ? shown.children[at] : shown;
      spans.forEach(({ href }, order) => {
        const node = line?.childNodes[order];
        // Nodes of spans with an address are links.
        if (href !== undefined && node?.nodeType === 1) (node as Element).setAttribute(HREF, href);
      });
    });
  });
}

/**
 * Reads blocks from an edited text, whatever elements the browser made. Its styles don't count. Blank lines are left
 * out.
 */
export function readBlocks(root: Element): readonly Block[] {
  const blocks: Block[] = [];
  let line: Span[] = [];
  const endLine = ({ items, format }: Place): void => {
    const spans = tidy(line);
    line = [];
    if (spans.length === 0) return;
    if (items !== undefined) items.push(spans);
    else blocks.push({ kind: "paragraph", spans, ...(format && { format }) });
  };
  const walk = (node: Node, place: Place): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) line.push({ ...place.marks, text: child.textContent ?? "" });
      // The rest of a text's nodes are elements.
      else visit(child as Element, place);
    }
  };
  const visit = (child: Element, place: Place): void => {
    const { localName: name } = child;
    const image = child.getAttribute(IMAGE);
    if (name === "br" || image !== null) endLine(place);
    if (image !== null) {
      blocks.push(JSON.parse(image));
      return;
    }
    if (!LINES.test(name)) {
      const href = child.getAttribute(HREF);
      walk(child, { ...place, marks: { ...place.marks, ...MARKS[name], ...(href && { href }) } });
      return;
    }
    endLine(place);
    const is_list = name === "ul" || name === "ol";
    const items: (readonly Span[])[] = [];
    const format = name === "blockquote" ? "quote" : /^h/.test(name) ? "heading" : place.format;
    const inside = { ...place, format, ...(is_list && { items }) };
    const at = blocks.length;
    walk(child, inside);
    endLine(inside);
    if (items.length > 0) blocks.splice(at, 0, { kind: "list", ordered: name === "ol", items });
  };
  walk(root, { marks: {} });
  endLine({ marks: {} });
  return blocks;
}

/** Joins neighbors with the same marks, and drops blanks at both ends. */
function tidy(line: readonly Span[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { text: raw, ...marks } of line) {
    const text = raw.replace(/\u200b/g, "").replace(/[\s\u00a0]+/g, " ");
    const last = spans.at(-1);
    if (last && sameMarks(last, marks)) spans[spans.length - 1] = { ...last, text: last.text + text };
    else if (text !== "") spans.push({ ...marks, text });
  }
  const trimmed = spans.map((span, index) => {
    const text = index === 0 ? span.text.trimStart() : span.text;
    return { ...span, text: index === spans.length - 1 ? text.trimEnd() : text };
  });
  return trimmed.filter(({ text }) => text !== "");
}

const sameMarks = (one: Marks, other: Marks): boolean =>
  !one.bold === !other.bold && !one.italic === !other.italic && !one.code === !other.code && one.href === other.href;
