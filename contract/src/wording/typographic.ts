/**
 * Apostrophes as people read them, for English texts of the contract, the server, and the builder, which have straight
 * ones. Only within words and after a plural, so that quotes in code stay as they are.
 *
 * @example
 * typographic("The target wasn't found."); // "The target wasn’t found."
 */
export function typographic(text: string): string {
  return text.replace(/\b'\b|(?<=s)'(?= )/g, "’");
}
