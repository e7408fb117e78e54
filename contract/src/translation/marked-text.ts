import type { Span } from "../content/block.ts";

/**
 * A paragraph or list item as one text for translators, or its translation with the addresses of `source`. Bold is `<b>`, italic is `<i>`, code is `<code>`, and links are
 * `<a>`, `<a2>`, and so on, by the order of their addresses. Addresses aren't part of the text. A literal `<b>` is `&lt;b>`.
 *
 * @example
 * toMarkedText([{ text: "Take " }, { text: "one minute", bold: true }]); // "Take <b>one minute</b>"
 */
export function toMarkedText(spans: readonly Span[], source = spans): string {
  const links = linksOf(source);
  const open: string[] = [];
  let marked = "";
  /** Neighbors with the same tags are one text, which is escaped as a whole. */
  let text = "";
  const change = (tags: readonly string[]): void => {
    const shared = tags.findIndex((tag, index) => open[index] !== tag);
    const kept = shared === -1 ? tags.length : shared;
    if (kept === open.length && kept === tags.length) return;
    marked += escaped(text);
    text = "";
    while (open.length > kept) marked += `</${open.pop()}>`;
    for (const tag of tags.slice(kept)) {
      marked += `<${tag}>`;
      open.push(tag);
    }
  };
  for (const span of spans) {
    change(tagsOf(span, links));
    text += span.text;
  }
  change([]);
  return marked + escaped(text);
}

/** Whether the marked text has tags. */
export function hasMarks(spans: readonly Span[]): boolean {
  return spans.some(({ bold, italic, code, href }) => bold || italic || code || href !== undefined);
}

/** What is wrong with the tags of a translation. */
export interface TagProblem {
  readonly kind: "tag_missing" | "tag_unknown" | "tag_unclosed" | "tag_unopened";
  readonly tag: string;
}

/** Checks a translation: it has each tag of its source, and each is closed in the reverse order. */
export function tagProblems(text: string, source: readonly Span[]): readonly TagProblem[] {
  return readMarks(text, source).problems;
}

/** Spans of a translation, with the addresses of its source. Wrong tags are left out, but no text is. */
export function fromMarkedText(text: string, source: readonly Span[]): readonly Span[] {
  const { spans } = readMarks(text, source);
  return spans.length === 0 ? source : spans;
}

const TAG = /<(\/?)([A-Za-z][^<>]{0,200})>/g;
const MARKS = new Set(["b", "i", "code"]);
const isMark = (name: string): boolean => MARKS.has(name) || /^a\d{0,3}$/.test(name);

function readMarks(
  text: string,
  source: readonly Span[],
): { readonly spans: readonly Span[]; readonly problems: readonly TagProblem[] } {
  const links = linksOf(source);
  const known = new Set(source.flatMap((span) => tagsOf(span, links)));
  const literal = toMarkedText(source);
  const spans: Span[] = [];
  const problems: TagProblem[] = [];
  const open: string[] = [];
  const used = new Set<string>();
  let at = 0;
  const add = (end: number): void => {
    const plain = unescaped(text.slice(at, end));
    if (plain !== "") spans.push(spanOf(plain, open, links));
  };
  for (const { 0: token, 1: slash, 2: name = "", index } of text.matchAll(TAG)) {
    // Text such as <Enter>, which the source has too.
    if (!isMark(name) && literal.includes(token)) continue;
    if (!known.has(name)) {
      problems.push({ kind: "tag_unknown", tag: token });
      if (!isMark(name)) continue;
    }
    add(index);
    at = index + token.length;
    if (!known.has(name)) continue;
    if (slash === "") {
      open.push(name);
      used.add(name);
      continue;
    }
    if (open.at(-1) !== name) problems.push({ kind: "tag_unopened", tag: token });
    const last = open.lastIndexOf(name);
    if (last !== -1) open.splice(last, 1);
  }
  add(text.length);
  for (const name of open) problems.push({ kind: "tag_unclosed", tag: `<${name}>` });
  for (const name of known) if (!used.has(name)) problems.push({ kind: "tag_missing", tag: `<${name}>` });
  return { spans, problems };
}

/** Names of the tags of each address, in the order of their first links. */
function linksOf(spans: readonly Span[]): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const { href } of spans) {
    if (href !== undefined && !links.has(href)) links.set(href, links.size === 0 ? "a" : `a${links.size + 1}`);
  }
  return links;
}

/** Outermost first. */
function tagsOf({ href, bold, italic, code }: Span, links: ReadonlyMap<string, string>): readonly string[] {
  const link = href === undefined ? undefined : links.get(href);
  const marks = [...(bold ? ["b"] : []), ...(italic ? ["i"] : []), ...(code ? ["code"] : [])];
  return [...(link === undefined ? [] : [link]), ...marks];
}

function spanOf(text: string, open: readonly string[], links: ReadonlyMap<string, string>): Span {
  const href = [...links].findLast(([, tag]) => open.includes(tag))?.[0];
  return {
    text,
    ...(open.includes("b") ? { bold: true } : {}),
    ...(open.includes("i") ? { italic: true } : {}),
    ...(open.includes("code") ? { code: true } : {}),
    ...(href === undefined ? {} : { href }),
  };
}

/** Only what could be read as a tag, so that other text stays as it is. */
function escaped(text: string): string {
  return text.replace(/&(?=lt;|amp;)/g, "&amp;").replace(/<(?=\/?(?:[bi]|code|a\d{0,3})>)/g, "&lt;");
}

function unescaped(text: string): string {
  return text.replace(/&(lt|amp);/g, (_, name) => (name === "lt" ? "<" : "&"));
}
