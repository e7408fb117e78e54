import { CsvError } from "./csv.ts";

/**
 * Decodes a CSV file in chunks. Rejects encodings other than UTF-8, which would put replacement characters into
 * people's names.
 *
 * @throws CsvError for bytes that aren't UTF-8 text.
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
