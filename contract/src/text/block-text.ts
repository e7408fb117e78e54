import type { Block, MediaBlock, Span } from "../content/block.ts";
import { formatInline } from "./inline-format.ts";
import { ESCAPABLE, parseInline } from "./inline-text.ts";

/**
 * Parses an author's text. Each line is a paragraph. Lines that start with `- ` or `1. ` are lists, with `## `
 * headings, and with `> ` quotes. A line with only
 * `![description](url)` is an image, and `![](url "decorative")` one that adds nothing to the text. An empty line
 * separates two lists.
 *
 * @example
 * parseBlocks("Three steps:\n- **Pick** one"); // a paragraph and a list with one item
 */
export function parseBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let items: (readonly Span[])[] | undefined;
  let ordered = false;
  for (const line of logicalLines(source)) {
    const item = readItem(line);
    if (item !== undefined) {
      if (items === undefined || ordered !== item.ordered) {
        items = [];
        ordered = item.ordered;
        blocks.push({ kind: "list", ordered, items });
      }
      items.push(item.spans);
      continue;
    }
    items = undefined;
    const image = readImage(line);
    if (image !== undefined) blocks.push(image);
    else blocks.push(...readParagraph(line));
  }
  return blocks;
}

/**
 * Inverse of {@link parseBlocks}, except for videos and embedded pages, which are written as links for comparison.
 *
 * @example
 * formatBlocks([{ kind: "list", ordered: false, items: [[{ text: "one" }]] }]); // "- one"
 */
export function formatBlocks(blocks: readonly Block[]): string {
  return blocks.map(formatBlock).join("\n\n");
}

function formatBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.format === undefined
        ? guardLine(formatInline(block.spans))
        : `${block.format === "heading" ? "##" : ">"} ${formatInline(block.spans)}`;
    case "list":
      return block.items
        .map((item, index) => `${block.ordered ? `${index + 1}.` : "-"} ${formatInline(item)}`)
        .join("\n");
    case "image":
      return `![${escapeImage(block.alt)}](${escapeImage(block.url)}${block.decorative === true ? DECORATIVE : ""})`;
    case "video": {
      const captions = block.captions?.map(({ language, url }) => `${language} ${url}`) ?? [];
      return mediaLine(block, [block.ratio, block.poster, ...captions]);
    }
    case "embed":
      return mediaLine(block, [`${block.height_px} px`]);
  }
}

function mediaLine({ title, url }: MediaBlock, details: readonly (string | undefined)[]): string {
  const parts = [formatInline([{ text: title, href: url }]), ...details];
  return parts.filter((part) => part !== undefined).join(" · ");
}

const DECORATIVE = ' "decorative"';

/** Escapes paragraphs that would parse as a list, heading, quote, or image. */
function guardLine(line: string): string {
  if (/^((-|#{1,3}|>)[ \t]|!\[)/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,3})([.)][ \t])/, "$1\\$2");
}

/** A trailing backslash continues the line. */
function logicalLines(source: string): string[] {
  const lines: string[] = [""];
  const text = source.replaceAll(/\r\n?/g, "\n");
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const pair = character === "\\" && ESCAPABLE.has(text.charAt(at + 1));
    if (character === "\n") lines.push("");
    else lines[lines.length - 1] += pair ? character + text.charAt(++at) : character;
  }
  return lines;
}

function readItem(line: string): { readonly ordered: boolean; readonly spans: Span[] } | undefined {
  const match = /^[ \t]*(-|\d{1,3}[.)])[ \t]+(.*)$/s.exec(line);
  if (match === null) return undefined;
  const spans = parseInline(match[2] ?? "");
  return spans.length === 0 ? undefined : { ordered: match[1] !== "-", spans };
}

function readParagraph(line: string): readonly Block[] {
  const [, mark, text = line] = /^[ \t]*(#{1,3}|>)[ \t]+(.*)$/s.exec(line) ?? [];
  const spans = parseInline(text);
  if (spans.length === 0) return [];
  const format = mark === undefined ? undefined : mark === ">" ? ("quote" as const) : ("heading" as const);
  return [{ kind: "paragraph", spans, ...(format === undefined ? {} : { format }) }];
}

function readImage(line: string): Block | undefined {
  const match = /^[ \t]*!\[((?:\\.|[^\\\]])*)\]\(((?:\\.|[^\\)])*)\)[ \t]*$/s.exec(line);
  if (match === null) return undefined;
  const [, alt = "", place = ""] = match;
  const decorative = place.endsWith(DECORATIVE);
  const url = decorative ? place.slice(0, -DECORATIVE.length) : place;
  return {
    ...{ kind: "image", alt: unescapeImage(alt), url: unescapeImage(url) },
    ...(decorative ? { decorative } : {}),
  };
}

const escapeImage = (text: string): string => text.replaceAll(/[\\[\]()\n]/g, "\\$&");
const unescapeImage = (text: string): string => text.replaceAll(/\\([\\[\]()\n])/g, "$1");
