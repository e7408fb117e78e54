import type { Block, Span } from "../content/block.ts";
import { type HtmlToken, htmlTokens } from "./html-tokens.ts";
import { mergeSpans } from "./inline-text.ts";
import { isSafeLink } from "./safe-link.ts";

/** The format that an element's text inherits. */
type Format = Omit<Span, "text">;

/**
 * Reads what was copied from a document editor or a web page, such as Google Docs, Notion, or Word. Keeps paragraphs,
 * headings, quotes, lists, bold, italic, code, and links. Leaves out images, because their URLs need the
 * author's session. Returns undefined if there is nothing but plain text.
 *
 * @example
 * pastedBlocks("<p>Press <b>Save</b></p>"); // a paragraph with two spans
 */
export function pastedBlocks(html: string): Block[] | undefined {
  const reader = new PasteReader();
  for (const token of htmlTokens(html)) reader.read(token);
  const blocks = reader.finish();
  const is_plain = blocks.every(
    (block) =>
      block.kind === "paragraph" &&
      block.format === undefined &&
      block.spans.every((span) => Object.keys(span).length === 1),
  );
  return is_plain ? undefined : blocks;
}

type Open = Extract<HtmlToken, { readonly kind: "open" }>;

/** `drawn`: a paragraph of Word, whose text starts with its bullet or number. */
type List = "ordered" | "bullets" | "drawn";

interface OpenElement {
  readonly name: string;
  readonly format: Format;
  readonly list: List | undefined;
  /** Word's bullet or number. */
  readonly is_mark: boolean;
}

class PasteReader {
  readonly #blocks: Block[] = [];
  readonly #open: OpenElement[] = [];
  #line: Span[] = [];
  #mark = "";

  read(token: HtmlToken): void {
    switch (token.kind) {
      case "text": {
        const { format = {}, is_mark } = this.#open.at(-1) ?? {};
        if (is_mark) this.#mark += token.text;
        else this.#line.push({ ...format, text: token.text });
        break;
      }
      case "open":
        if (token.name === "br" || BLOCKS.has(token.name)) this.#endLine();
        if (!VOID.has(token.name)) this.#open.push(this.#opened(token));
        break;
      case "close": {
        const at = this.#open.findLastIndex(({ name }) => name === token.name);
        if (at < 0) break;
        if (BLOCKS.has(token.name)) this.#endLine();
        this.#open.length = at;
      }
    }
  }

  finish(): Block[] {
    this.#endLine();
    return this.#blocks;
  }

  #opened(token: Open): OpenElement {
    const { name, style } = token;
    const outer = this.#open.at(-1);
    const in_word_list = /mso-list:\s*l\d/i.test(style);
    return {
      name,
      format: formatOf(token, outer?.format ?? {}),
      list: name === "ul" ? "bullets" : name === "ol" ? "ordered" : in_word_list ? "drawn" : outer?.list,
      is_mark: outer?.is_mark === true || /mso-list:\s*ignore/i.test(style),
    };
  }

  #format(): "heading" | "quote" | undefined {
    if (this.#open.some(({ name }) => HEADINGS.has(name))) return "heading";
    return this.#open.some(({ name }) => name === "blockquote") ? "quote" : undefined;
  }

  #endLine(): void {
    const spans = trimmed(this.#line);
    const is_number = /^[\s\u00a0]*(\d{1,4}|[a-z]{1,4})[.)]/i.test(this.#mark);
    this.#line = [];
    this.#mark = "";
    if (spans.length === 0) return;
    const list = this.#open.at(-1)?.list;
    if (list === undefined) {
      const format = this.#format();
      this.#blocks.push({ kind: "paragraph", spans, ...(format === undefined ? {} : { format }) });
      return;
    }
    const ordered = list === "drawn" ? is_number : list === "ordered";
    const last = this.#blocks.at(-1);
    if (last?.kind === "list" && last.ordered === ordered)
      this.#blocks[this.#blocks.length - 1] = { ...last, items: [...last.items, spans] };
    else this.#blocks.push({ kind: "list", ordered, items: [spans] });
  }
}

const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "meta", "link", "input", "col", "wbr", "source"]);
const HEADINGS: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
const BLOCKS: ReadonlySet<string> = new Set([
  ...HEADINGS,
  ...["p", "div", "ul", "ol", "li", "blockquote", "pre", "table", "tr", "td", "th", "section", "article", "header"],
  ...["footer", "figure", "figcaption", "dl", "dt", "dd", "hr"],
]);
const BOLD: ReadonlySet<string> = new Set(["b", "strong"]);
const ITALIC: ReadonlySet<string> = new Set(["i", "em"]);
const CODE: ReadonlySet<string> = new Set(["code", "kbd", "samp"]);

function formatOf({ name, style, href }: Open, inherited: Format): Format {
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
  const slant = /font-style:\s*(\w+)/i.exec(style)?.[1];
  // Google Docs wraps everything in <b style="font-weight:normal">.
  const bold = inherited.bold === true || (weight === undefined ? BOLD.has(name) : isBold(weight));
  const italic = inherited.italic === true || (slant === undefined ? ITALIC.has(name) : slant === "italic");
  const code = inherited.code === true || CODE.has(name);
  const link = (name === "a" ? safeTarget(href) : undefined) ?? inherited.href;
  const marks = { ...(bold ? { bold } : {}), ...(italic ? { italic } : {}), ...(code ? { code } : {}) };
  return { ...marks, ...(link === undefined ? {} : { href: link }) };
}

const isBold = (weight: string): boolean => weight === "bold" || weight === "bolder" || Number(weight) >= 600;

/** Undefined for links within the copied document, and for those that content can't have. */
function safeTarget(href: string): string | undefined {
  const redirected = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(href)?.[1];
  const target = redirected === undefined ? href.trim() : (new URLSearchParams(redirected).get("q") ?? href);
  return /^(https?|mailto|tel):/i.test(target) && isSafeLink(target) ? target : undefined;
}

/** Collapses white space as browsers do, also across spans, and drops it at both ends. */
function trimmed(line: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let after_space = true;
  for (const span of line) {
    let text = span.text.replaceAll(/[\s\u00a0\u200b]+/g, " ");
    if (after_space && text.startsWith(" ")) text = text.slice(1);
    if (text === "") continue;
    after_space = text.endsWith(" ");
    spans.push({ ...span, text });
  }
  const last = spans.at(-1);
  if (last?.text.endsWith(" ")) spans[spans.length - 1] = { ...last, text: last.text.slice(0, -1) };
  return mergeSpans(spans);
}
