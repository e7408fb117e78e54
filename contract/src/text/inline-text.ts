import type { Span } from "../content/block.ts";

/**
 * Parses a line of an author's text: `**bold**`, `*italic*`, `` `code` ``, `[text](url)`, and backslash escapes. Unclosed marks stay
 * literal, so no keystroke is lost. Trims spaces.
 *
 * @example
 * parseInline("Press **Save**"); // [{ text: "Press " }, { text: "Save", bold: true }]
 */
export function parseInline(source: string): Span[] {
  const tokens = closeLinks(trimmed(tokenize(source)));
  pairStars(tokens, 2);
  pairStars(tokens, 1);
  return mergeSpans(toSpans(tokens));
}

/** Merges adjacent spans with the same format. Drops false formats and empty spans. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (span.text === "") continue;
    if (last !== undefined && sameFormat(last, span))
      merged[merged.length - 1] = { ...last, text: last.text + span.text };
    else merged.push(tidy(span));
  }
  return merged;
}

/** Characters that a backslash escapes. Other backslashes are literal. */
export const ESCAPABLE: ReadonlySet<string> = new Set("\\*[]()-.!`#> \t\n");

/** Asterisks next to a blank are literal: `2 * 3` is arithmetic. */
export const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";

type Token =
  | { readonly kind: "char"; readonly text: string; readonly blank: boolean; readonly code?: true }
  | { readonly kind: "star"; readonly width: 1 | 2; role: "opens" | "closes" | "text" }
  | { readonly kind: "bracket"; href: string | undefined }
  | { readonly kind: "target"; readonly source: string; readonly href: string; closes: boolean };

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    const next = source.charAt(at + 1);
    const target = character === "]" && next === "(" ? readTarget(source, at) : undefined;
    const code = character === "`" ? CODE.exec(source.slice(at)) : null;
    if (character === "\\" && ESCAPABLE.has(next)) {
      tokens.push({ kind: "char", text: next, blank: false });
      at += 2;
    } else if (character === "*") {
      const width = next === "*" ? 2 : 1;
      tokens.push({ kind: "star", width, role: "text" });
      at += width;
    } else if (code !== null) {
      const text = (code[1] ?? "").replaceAll(/\\([\\`\n])/g, "$1");
      tokens.push({ kind: "char", text, blank: false, code: true });
      at += code[0].length;
    } else if (target !== undefined) {
      tokens.push(target);
      at += target.source.length;
    } else {
      tokens.push(
        character === "["
          ? { kind: "bracket", href: undefined }
          : { kind: "char", text: character, blank: isBlank(character) },
      );
      at += 1;
    }
  }
  return tokens;
}

/** Asterisks and brackets in code are literal. */
const CODE = /^`((?:\\[\\`\n]|[^`])+)`/;

/** Parses `](url)`. Undefined if it's unclosed or empty. */
function readTarget(source: string, start: number): Extract<Token, { kind: "target" }> | undefined {
  let href = "";
  for (let at = start + 2; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === "\\" && ESCAPABLE.has(source.charAt(at + 1))) href += source.charAt(++at);
    else if (character === ")")
      return href === "" ? undefined : { kind: "target", source: source.slice(start, at + 1), href, closes: false };
    else href += character;
  }
  return undefined;
}

function trimmed(tokens: Token[]): Token[] {
  const isEdge = (token: Token): boolean => token.kind === "char" && token.blank;
  const start = tokens.findIndex((token) => !isEdge(token));
  const end = tokens.findLastIndex((token) => !isEdge(token));
  return start === -1 ? [] : tokens.slice(start, end + 1);
}

/** Pairs each link target with the nearest bracket before it, unless the link is empty. Other brackets are literal. */
function closeLinks(tokens: readonly Token[]): Token[] {
  let opening: { readonly at: number; readonly bracket: Extract<Token, { kind: "bracket" }> } | undefined;
  let at = -1;
  for (const token of tokens) {
    at++;
    if (token.kind === "bracket") opening = { at, bracket: token };
    if (token.kind !== "target" || opening === undefined) continue;
    if (tokens.slice(opening.at + 1, at).some((inside) => inside.kind === "char")) {
      opening.bracket.href = token.href;
      token.closes = true;
    }
    opening = undefined;
  }
  return tokens.map((token) => {
    if (token.kind === "bracket" && token.href === undefined) return { kind: "char", text: "[", blank: false };
    if (token.kind === "target" && !token.closes) return { kind: "char", text: token.source, blank: false };
    return token;
  });
}

function pairStars(tokens: readonly Token[], width: 1 | 2): void {
  let opening: { readonly star: Extract<Token, { kind: "star" }>; filled: boolean } | undefined;
  let at = -1;
  for (const token of tokens) {
    at++;
    if (token.kind === "char" && opening !== undefined) opening.filled = true;
    if (token.kind !== "star" || token.width !== width) continue;
    if (opening?.filled === true && !blankAt(tokens, at - 1)) {
      opening.star.role = "opens";
      token.role = "closes";
      opening = undefined;
    } else if (opening === undefined && at + 1 < tokens.length && !blankAt(tokens, at + 1)) {
      opening = { star: token, filled: false };
    }
  }
}

function blankAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token?.kind === "char" && token.blank;
}

function toSpans(tokens: readonly Token[]): Span[] {
  const spans: Span[] = [];
  let format: Omit<Span, "text"> = {};
  const append = (text: string): void => {
    spans.push({ ...format, text });
  };
  for (const token of tokens) {
    switch (token.kind) {
      case "char":
        spans.push({ ...format, text: token.text, ...(token.code ? { code: true } : {}) });
        break;
      case "star":
        if (token.role === "text") append("*".repeat(token.width));
        else format = { ...format, [token.width === 2 ? "bold" : "italic"]: token.role === "opens" };
        break;
      case "bracket":
      case "target":
        format = { ...format, href: token.kind === "bracket" ? token.href : undefined };
        break;
    }
  }
  return spans;
}

function tidy(span: Span): Span {
  return {
    text: span.text,
    ...(span.bold === true ? { bold: true } : {}),
    ...(span.italic === true ? { italic: true } : {}),
    ...(span.code === true ? { code: true } : {}),
    ...(span.href === undefined ? {} : { href: span.href }),
  };
}

function sameFormat(one: Span, other: Span): boolean {
  return (
    (one.bold === true) === (other.bold === true) &&
    (one.italic === true) === (other.italic === true) &&
    (one.code === true) === (other.code === true) &&
    one.href === other.href
  );
}
