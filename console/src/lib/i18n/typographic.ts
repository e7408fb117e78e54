/**
 * Apostrophes as the console writes them, for English texts of the contract and the server, which have straight ones.
 * Only within words and after a plural, so that quotes in code stay as they are.
 *
 * @example
 * typographic("The target wasn't found."); // "The target wasn’t found."
 */
export function typographic(text: string): string {
  if (!text.includes("'")) return text;
  const within_words = text.replace(/(\p{L})'(?=\p{L})/gu, "$1’");
  const is_alone = within_words.split("'").length === 2;
  return is_alone ? within_words.replace(/(\p{L}s)'(?= )/u, "$1’") : within_words;
}
