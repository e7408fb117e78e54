import { CsvError } from "./csv.ts";

/**
 * The text of a CSV file while its bytes come. What is written in other letters than UTF-8 is refused: read all the same, it
 * would put signs for unreadable letters into people's names.
 *
 * @throws CsvError for bytes that are no text in UTF-8.
 * @example
 * const decode = createCsvDecoder();
 * decode(new Uint8Array([105, 100])); // "id"
 * decode(); // "": the file has ended
 */
export function createCsvDecoder(): (bytes?: Uint8Array<ArrayBuffer>) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (bytes) => {
    const text = decoded(decoder, bytes);
    if (text === undefined || text.includes("\0")) {
      throw new CsvError("This file isn't UTF-8. Save it as “CSV UTF-8”, then upload it again.");
    }
    return text;
  };
}

function decoded(decoder: TextDecoder, bytes: Uint8Array<ArrayBuffer> | undefined): string | undefined {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
