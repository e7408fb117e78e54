/**
 * Names, addresses and ids run in their own direction, and turn nothing around them: U+2068 and U+2069 keep them apart. Where a
 * text holds such names itself, browsers look past those for its direction: then U+2067 says that it is from right to left.
 */
export function bidiIsolate(value: string): string {
  const letter = /\p{L}/u.exec(value)?.[0] ?? "";
  return `${/\p{Script=Arabic}/u.test(letter) ? "\u2067" : "\u2068"}${value}\u2069`;
}

/**
 * A text whose first words were kept apart: browsers look past them for its direction, and would take Latin words or their own
 * default for it. Where the first are Arabic, U+200F says that all of it begins at the right.
 */
export function withDirection(text: string): string {
  return text.startsWith("\u2067") ? `\u200f${text}` : text;
}
