const BLOCK_BYTES = 512;
const encoder = new TextEncoder();

/** A file, or a directory if there are no bytes. */
export interface TarEntry {
  /** Without a leading slash. At most 100 characters. */
  readonly path: string;
  readonly mode: number;
  readonly bytes?: Uint8Array;
  /** User and group. Root if omitted. */
  readonly owner?: number;
}

/**
 * A tar archive (ustar) in the given order, with one time for all entries. The same entries make the same bytes on every
 * machine, and owners need no permission.
 */
export function tar(entries: readonly TarEntry[], seconds: number): Uint8Array<ArrayBuffer> {
  const parts = entries.flatMap((entry) => {
    const bytes = entry.bytes ?? new Uint8Array();
    return [header(entry, bytes.length, seconds), bytes, new Uint8Array(padding(bytes.length))];
  });
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK_BYTES)]);
}

function padding(length: number): number {
  return (BLOCK_BYTES - (length % BLOCK_BYTES)) % BLOCK_BYTES;
}

function header({ path, mode, bytes, owner = 0 }: TarEntry, size: number, seconds: number): Uint8Array {
  const is_directory = bytes === undefined;
  const name = is_directory ? `${path}/` : path;
  const block = new Uint8Array(BLOCK_BYTES);
  const put = (at: number, text: string): void => block.set(encoder.encode(text), at);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  if (encoder.encode(name).length > 100) throw new Error(`${name} is too long for a tar header.`);
  put(0, name);
  put(100, octal(mode, 7));
  put(108, octal(owner, 7));
  put(116, octal(owner, 7));
  put(124, octal(size, 11));
  put(136, octal(seconds, 11));
  put(156, is_directory ? "5" : "0");
  put(257, "ustar\x0000");
  // The sum counts its own field as spaces.
  put(148, " ".repeat(8));
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)} `);
  return block;
}
