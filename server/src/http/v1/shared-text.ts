import { constants, crc32, deflateRawSync } from "node:zlib";

/** Text that starts many responses, compressed once. */
export interface SharedText {
  readonly bytes: number;
  /** Raw deflate blocks that end at a byte, none of them the last. */
  readonly deflated: Uint8Array;
  readonly checksum: number;
}

export function sharedText(text: string): SharedText {
  const bytes = Buffer.from(text);
  const deflated = deflateRawSync(bytes, {
    level: constants.Z_BEST_COMPRESSION,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  return { bytes: bytes.length, deflated, checksum: crc32(bytes) };
}

/** Magic number, deflate, no flags, no time, unknown system (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Bytes of an uncompressed block (RFC 1951 section 3.2.4). */
const STORED_BYTES_MAX = 0xffff;

/**
 * A gzip file of the shared text and the rest, which is stored uncompressed.
 *
 * @example
 * gunzipSync(gzipWith(sharedText("Hello "), "Ada")).toString(); // "Hello Ada"
 */
export function gzipWith({ bytes, deflated, checksum }: SharedText, rest: string): Uint8Array<ArrayBuffer> {
  const tail = Buffer.from(rest);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(tail, checksum), 0);
  // Modulo 2^32, which no response reaches.
  end.writeUInt32LE(bytes + tail.length, 4);
  return Buffer.concat([GZIP_HEAD, deflated, ...storedBlocks(tail), end]);
}

function storedBlocks(bytes: Buffer): readonly Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let start = 0; start === 0 || start < bytes.length; start += STORED_BYTES_MAX) {
    const part = bytes.subarray(start, start + STORED_BYTES_MAX);
    const head = Buffer.alloc(5);
    head.writeUInt8(start + STORED_BYTES_MAX >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(part.length ^ STORED_BYTES_MAX, 3);
    blocks.push(head, part);
  }
  return blocks;
}
