import type { Block, Span } from "@fanfare/contract/content/block";
import type { ImportReason } from "@fanfare/contract/content-import/import-reasons";
import { readVideo } from "@fanfare/contract/media/video";
import { imageSchema } from "@fanfare/contract/schema/content/link";
import { isSafeLink } from "@fanfare/contract/text/safe-link";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export interface HtmlBlocks {
  readonly blocks: readonly Block[];
  readonly findings: readonly { readonly reason: ImportReason; readonly detail: string }[];
}

type Format = Pick<Span, "bold" | "italic" | "code" | "href">;
type ParagraphFormat = Extract<Block, { kind: "paragraph" }>["format"];

/** Elements without meaning of their own. Their content is kept. */
const PLAIN = ["span", "div", "p", "section", "small", "font", "html", "body", "br"];
const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const PARAGRAPHS = [...HEADINGS, "p", "div", "section", "br", "blockquote", "pre", "tr", "hr"];
const CODE = ["code", "pre", "kbd", "samp"];
/** Elements with a counterpart in blocks. */
const FORMATTED = [...HEADINGS, ...CODE, "blockquote", "b", "strong", "i", "em", "a"];
/** Elements whose content isn't text. */
const WITHOUT_TEXT = ["script", "style", "iframe", "object", "embed", "video", "audio", "svg", "canvas", "template"];

/**
 * Text of other tools as blocks: paragraphs, headings, quotes, lists, pictures, videos, bold, italic, code, and links. Everything else keeps its text
 * and is named in the findings. Scripts and styles are removed.
 *
 * @example
 * htmlBlocks("<p>See <b>all</b> orders</p>").blocks;
 * // [{ kind: "paragraph", spans: [{ text: "See " }, { text: "all", bold: true }, { text: " orders" }] }]
 */
export function htmlBlocks(html: string): HtmlBlocks {
  const blocks: Block[] = [];
  const findings: HtmlBlocks["findings"][number][] = [];
  const unknown = new Set<string>();
  let spans: Span[] = [];
  let paragraph: ParagraphFormat;
  const flush = (): void => {
    const trimmed = trimSpans(spans);
    spans = [];
    if (trimmed.length > 0)
      blocks.push({ kind: "paragraph", spans: trimmed, ...(paragraph === undefined ? {} : { format: paragraph }) });
  };
  const visit = (node: ChildNode, format: Format): void => {
    if (isText(node)) spans.push({ text: node.value.replace(/\s+/g, " "), ...format });
    if (!isElement(node)) return;
    const { tagName: tag } = node;
    if (tag === "ul" || tag === "ol") addList(node, tag === "ol");
    else if (tag === "img") addImage(node);
    else if (tag === "iframe" || tag === "video") addVideo(node);
    else if (WITHOUT_TEXT.includes(tag)) unknown.add(tag);
    else addElement(node, format);
  };
  const addElement = (node: Element, format: Format): void => {
    const { tagName: tag } = node;
    const around = paragraph;
    if (!PLAIN.includes(tag) && !FORMATTED.includes(tag)) unknown.add(tag);
    if (PARAGRAPHS.includes(tag)) flush();
    if (HEADINGS.includes(tag)) paragraph = "heading";
    else if (tag === "blockquote") paragraph = "quote";
    for (const child of node.childNodes) visit(child, formatWithin(node, format, findings));
    if (PARAGRAPHS.includes(tag)) flush();
    paragraph = around;
  };
  const addList = (list: Element, ordered: boolean): void => {
    flush();
    const items: Span[][] = [];
    for (const item of list.childNodes.filter(isElement)) {
      for (const child of item.childNodes) visit(child, {});
      const trimmed = trimSpans(spans);
      spans = [];
      if (trimmed.length > 0) items.push(trimmed);
    }
    if (items.length > 0) blocks.push({ kind: "list", ordered, items });
  };
  const addImage = (image: Element): void => {
    flush();
    const [url, alt] = [attributeOf(image, "src") ?? "", attributeOf(image, "alt")?.trim() ?? ""];
    if (!imageSchema.safeParse(url).success) findings.push({ reason: "unsafe_address", detail: url });
    else {
      blocks.push({ kind: "image", url, alt });
      if (alt === "") findings.push({ reason: "picture", detail: url });
    }
  };
  const addVideo = (player: Element): void => {
    flush();
    const source = player.childNodes.filter(isElement).find(({ tagName }) => tagName === "source");
    const url = attributeOf(player, "src") ?? (source && attributeOf(source, "src")) ?? "";
    const title = attributeOf(player, "title")?.trim() || "Video";
    if (imageSchema.safeParse(url).success && readVideo(url) !== undefined) blocks.push({ kind: "video", url, title });
    else unknown.add(player.tagName);
  };
  for (const child of parseFragment(html).childNodes) visit(child, {});
  flush();
  if (unknown.size > 0) findings.push({ reason: "html", detail: [...unknown].map((tag) => `<${tag}>`).join(", ") });
  return { blocks, findings };
}

/** The text of HTML without its elements, for titles and labels. */
export function htmlText(html: string): string {
  const { blocks } = htmlBlocks(html);
  return blocks.flatMap((block) => (block.kind === "paragraph" ? [textOf(block.spans)] : [])).join(" ");
}

/** Plain text as one paragraph per line. */
export function plainBlocks(text: string): readonly Block[] {
  return text.split(/\n+/).flatMap((line) => {
    const trimmed = line.trim();
    return trimmed === "" ? [] : [{ kind: "paragraph" as const, spans: [{ text: trimmed }] }];
  });
}

export function textOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join("");
}

function formatWithin(node: Element, format: Format, findings: HtmlBlocks["findings"][number][]): Format {
  switch (node.tagName) {
    case "b":
    case "strong":
      return { ...format, bold: true };
    case "i":
    case "em":
      return { ...format, italic: true };
    case "code":
    case "pre":
    case "kbd":
    case "samp":
      return { ...format, code: true };
    case "a": {
      const href = attributeOf(node, "href")?.trim() ?? "";
      if (isSafeLink(href)) return { ...format, href };
      findings.push({ reason: "unsafe_address", detail: href });
      return format;
    }
    default:
      return format;
  }
}

/** Merges spans of the same format, and removes spaces at both ends. */
function trimSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    const alike = (["bold", "italic", "code", "href"] as const).every((name) => last?.[name] === span[name]);
    if (last !== undefined && alike) merged[merged.length - 1] = { ...last, text: last.text + span.text };
    else merged.push(span);
  }
  const trimmed = merged.map((span, index) => ({
    ...span,
    text: trimEnds(span.text.replace(/ +/g, " "), index === 0, index === merged.length - 1),
  }));
  return trimmed.filter(({ text }) => text !== "");
}

function trimEnds(text: string, start: boolean, end: boolean): string {
  const from_start = start ? text.trimStart() : text;
  return end ? from_start.trimEnd() : from_start;
}

function isText(node: ChildNode): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === "#text";
}

function isElement(node: ChildNode): node is Element {
  return "tagName" in node;
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}
