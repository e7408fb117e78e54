import { crc32, deflateSync } from "node:zlib";

/** A PNG file of this size, with colors that differ from pixel to pixel. */
export function sampleImage(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    // Each row starts with its filter: none.
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => [(x * 7) % 256, (y * 5) % 256, (x + y) % 256]).flat()]),
  );
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // 8 bits per channel, in red, green, and blue.
  const head = Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])]);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
