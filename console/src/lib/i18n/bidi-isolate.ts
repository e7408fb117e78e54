/**
 * Isolates the direction of names, URLs, and IDs with U+2068 and U+2069. Values with Arabic letters get U+2067, because
 * browsers skip isolates when they detect a text's direction.
 */
export function bidiIsolate(value: string): string {
  const letter = /\p{L}/u.exec(value)?.[0] ?? "";
  return `${/\p{Script=Arabic}/u.test(letter) ? "\u2067" : "\u2068"}${value}\u2069`;
}

/**
 * Browsers skip isolates when they detect a text's direction. A text that starts with an isolated Arabic value gets
 * U+200F, so that it renders right-to-left.
 */
export function withDirection(text: string): string {
  return text.startsWith("\u2067") ? `\u200f${text}` : text;
}

/**
 * Lays out a text of several values, such as a number and a title, in the page's direction: without letters of its own,
 * it would take left-to-right, and its first value would move to the end.
 *
 * @example
 * inPageDirection("2، \u2068Your month\u2069", "rtl").codePointAt(0); // U+200F
 */
export function inPageDirection(text: string, direction: "ltr" | "rtl"): string {
  return direction === "rtl" ? `\u200f${text}` : text;
}
