import type { Span } from "../content/block.ts";
import { ESCAPABLE, isBlank, mergeSpans } from "./inline-text.ts";

/**
 * Inverse of `parseInline`.
 *
 * @example
 * formatInline([{ text: "2*3", bold: true }]); // "**2\\*3**"
 */
export function formatInline(spans: readonly Span[]): string {
  const merged = mergeSpans(spans);
  let out = "";
  for (const [index, span] of merged.entries()) {
    const before = merged[index - 1];
    const after = merged[index + 1];
    const opening = stars(span, before);
    const closing = stars(span, after);
    if (span.href !== undefined && span.href !== before?.href) out += "[";
    out += opening;
    out +=
      span.code === true
        ? `\`${span.text.replaceAll(/[\\`\n]/g, "\\$&")}\``
        : escapeText(span.text, {
            guard_start: before === undefined || opening !== "",
            guard_end: after === undefined || closing !== "",
            in_link: span.href !== undefined,
          });
    out += closing;
    if (span.href !== undefined && span.href !== after?.href) out += `](${escapeHref(span.href)})`;
  }
  return out;
}

/** Asterisks between a span and its neighbor: the formats that only the span has. */
function stars(span: Span, neighbor: Span | undefined): string {
  const bold = span.bold === true && neighbor?.bold !== true;
  const italic = span.italic === true && neighbor?.italic !== true;
  return (bold ? "**" : "") + (italic ? "*" : "");
}

interface Place {
  /** Escape the first character if it's a blank that would be dropped or would keep asterisks from opening. */
  readonly guard_start: boolean;
  readonly guard_end: boolean;
  readonly in_link: boolean;
}

function escapeText(text: string, place: Place): string {
  const last = text.length - 1;
  return Array.from({ length: text.length }, (_, at) => {
    const character = text.charAt(at);
    const guarded = (at === 0 && place.guard_start) || (at === last && place.guard_end);
    return needsEscape(text, at, place.in_link) || (guarded && isBlank(character)) ? `\\${character}` : character;
  }).join("");
}

function needsEscape(text: string, at: number, in_link: boolean): boolean {
  const next = text.charAt(at + 1);
  switch (text.charAt(at)) {
    case "\\":
      return at === text.length - 1 || ESCAPABLE.has(next);
    case "\n":
    case "`":
      return true;
    case "*":
      // An asterisk between two blanks needs no escape. Excludes the outermost characters, which may get a backslash.
      return !(at > 1 && at < text.length - 2 && isBlank(text.charAt(at - 1)) && isBlank(next));
    case "[":
      return in_link;
    case "]":
      return next === "(" || at === text.length - 1;
    default:
      return false;
  }
}

function escapeHref(href: string): string {
  return href.replaceAll(/[\\()\n]/g, "\\$&");
}
