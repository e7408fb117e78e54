import hljs from "highlight.js/lib/common";
import nginx from "highlight.js/lib/languages/nginx";
import { Marked, type MarkedToken, type RendererObject, type Token, type Tokens } from "marked";
import { UserError } from "../terminal.ts";

export interface Heading {
  readonly id: string;
  readonly text: string;
  /** 2 or 3. */
  readonly depth: number;
}

/** Text below one heading, for the search. */
export interface Passage {
  /** Empty before the first heading. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export interface RenderedDocument {
  readonly title: string;
  /** First sentence, without markup. */
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
}

/** URL of a link's target on the site. Undefined: the target isn't on the site, so its text is shown without a link. */
export type LinkResolver = (href: string) => string | undefined;

hljs.registerLanguage("nginx", nginx);

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "bash",
  jsx: "javascript",
  html: "xml",
  cron: "",
  haproxy: "",
};

/**
 * Renders a document that starts with a title and a sentence about its purpose.
 *
 * @throws UserError for a document without them, and for raw HTML, which GitHub and the site could show differently.
 */
export function renderDocument(name: string, source: string, resolve: LinkResolver): RenderedDocument {
  const marked = new Marked({ gfm: true });
  const [title, lead, ...rest] = marked
    .lexer(source)
    .filter((token) => token.type !== "space" && !(token.type === "html" && /^\s*<!--[\s\S]*-->\s*$/.test(token.raw)));
  if (title?.type !== "heading" || title["depth"] !== 1 || lead?.type !== "paragraph") {
    throw new UserError(`${name} must start with a title and a paragraph about its purpose.`);
  }
  const headings: Heading[] = [];
  marked.use({ renderer: rendererFor(name, resolve, headings) });
  const html = marked.parser([lead, ...rest]);
  return {
    title: plainText(title.tokens ?? []),
    summary: firstSentence(plainText(lead.tokens ?? [])),
    html,
    headings: headings.filter(({ depth }) => depth <= 3),
    passages: passagesOf([lead, ...rest]),
  };
}

/** The anchor of a heading, as on GitHub. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** Anchors of a document, without rendering it. */
export function anchorsOf(source: string): ReadonlySet<string> {
  const tokens = new Marked({ gfm: true }).lexer(source);
  const headings = tokens.flatMap((token) => (token.type === "heading" ? [plainText(token.tokens ?? [])] : []));
  return new Set(headings.map(anchorOf));
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

function rendererFor(name: string, resolve: LinkResolver, headings: Heading[]): RendererObject<string, string> {
  return {
    heading({ tokens, depth }: Tokens.Heading): string {
      const text = plainText(tokens);
      const id = anchorOf(text);
      if (headings.some((known) => known.id === id)) throw new UserError(`${name} has two headings “${text}”.`);
      headings.push({ id, text, depth });
      const link = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(text)}”">#</a>`;
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link): string {
      const text = this.parser.parseInline(tokens);
      if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${text}</a>`;
      const target = resolve(href);
      return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
    },
    image({ href, text }: Tokens.Image): string {
      const target = resolve(href);
      if (text === "") throw new UserError(`${name}: the picture ${href} has no alternative text.`);
      if (target === undefined) throw new UserError(`${name}: the picture ${href} doesn't exist.`);
      const picture = `<img src="${escapeHtml(target)}" alt="${escapeHtml(text)}" loading="lazy" />`;
      const dark = resolve(href.replace("-light.", "-dark."));
      if (dark === target || dark === undefined) return picture;
      return `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(dark)}" />${picture}</picture>`;
    },
    code({ text, lang = "" }: Tokens.Code): string {
      return `<div class="code"><pre tabindex="0" role="group" aria-label="Code"><code>${highlight(text, lang)}</code></pre></div>\n`;
    },
    table(token: Tokens.Table): string {
      const row = (cells: Tokens.TableCell[], tag: string): string =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>\n`;
      const body = token.rows.map((cells) => row(cells, "td")).join("");
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n<thead>${row(token.header, "th")}</thead>\n<tbody>${body}</tbody></table></div>\n`;
    },
    html({ raw }: Tokens.HTML | Tokens.Tag): string {
      if (/^\s*<!--[\s\S]*-->\s*$/.test(raw)) return "";
      throw new UserError(`${name} contains HTML: ${raw.trim().slice(0, 60)}`);
    },
  };
}

/** Code with spans that name its parts. The style sheet colors them. */
export function highlight(code: string, lang: string): string {
  const language = LANGUAGES[lang] ?? lang;
  if (language === "" || hljs.getLanguage(language) === undefined) return escapeHtml(code);
  return hljs.highlight(code, { language }).value;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Text of tokens, without markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join("");
}

function textOf(token: Token): string {
  // Cast: marked types tokens of extensions as any, and there are none.
  const known = token as MarkedToken;
  switch (known.type) {
    case "code":
    case "codespan":
      return known.text;
    case "table": {
      const cells = [known.header, ...known.rows].flat();
      return cells.map(({ tokens }) => plainText(tokens)).join(" · ");
    }
    case "list":
      return known.items.map(({ tokens }) => plainText(tokens)).join(" ");
    case "br":
      return " ";
    case "text":
    case "paragraph":
    case "strong":
    case "em":
    case "del":
    case "link":
    case "heading":
    case "blockquote":
    case "list_item":
      return "tokens" in known && known.tokens !== undefined
        ? plainText(known.tokens).replaceAll("\n", " ")
        : unescapeHtml("text" in known ? known.text : "");
    case "escape":
      return known.text;
    default:
      return "";
  }
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

function passagesOf(tokens: readonly Token[]): readonly Passage[] {
  const passages: { id: string; heading: string; parts: string[] }[] = [{ id: "", heading: "", parts: [] }];
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = plainText(token.tokens ?? []);
      passages.push({ id: anchorOf(heading), heading, parts: [] });
    } else passages.at(-1)?.parts.push(textOf(token));
  }
  return passages.map(({ id, heading, parts }) => ({
    ...{ id, heading },
    text: parts.join(" ").replaceAll(/\s+/g, " ").trim(),
  }));
}
