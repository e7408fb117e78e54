import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

/** Text of these elements isn't for readers. */
const HIDDEN = ["script", "style", "template", "noscript", "iframe", "svg", "math"];
/** Far more than a summary needs. */
const HTML_CHARS_MAX = 20_000;

/**
 * Text of HTML on one line, without markup.
 *
 * @example
 * htmlToText("<p>Hello <b>you</b></p><p>Bye</p>"); // "Hello you Bye"
 */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  const open: (DefaultTreeAdapterTypes.ChildNode | string)[] = [
    ...parseFragment(html.slice(0, HTML_CHARS_MAX)).childNodes.toReversed(),
  ];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === "string") parts.push(node);
    else if (node.nodeName === "#text" && "value" in node) parts.push(node.value);
    else if ("childNodes" in node && !HIDDEN.includes(node.nodeName)) {
      // Inline elements can split a word, all others separate words.
      const gap = INLINE.includes(node.nodeName) ? "" : " ";
      open.push(gap, ...node.childNodes.toReversed(), gap);
    }
  }
  return oneLine(parts.join(""));
}

const INLINE = ["a", "abbr", "b", "bdi", "bdo", "code", "em", "font", "i", "kbd", "mark", "s", "small", "span"].concat([
  "strong",
  "sub",
  "sup",
  "u",
  "var",
  "wbr",
]);

/** Without control characters and repeated spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}
