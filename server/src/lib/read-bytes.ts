/**
 * Returns a request's body, or `too_large` as early as possible: by Content-Length before reading, otherwise while
 * reading. Never buffers more than `bytes_max` plus one chunk.
 */
export async function readBytes(request: Request, bytes_max: number): Promise<Uint8Array | "too_large"> {
  const announced = request.headers.get("Content-Length");
  if (announced !== null) {
    // The server passes on exactly as many bytes as Content-Length announced.
    return Number(announced) > bytes_max ? "too_large" : new Uint8Array(await request.arrayBuffer());
  }
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let received = 0;
  for await (const part of request.body) {
    received += part.byteLength;
    if (received > bytes_max) return "too_large";
    parts.push(part);
  }
  return Buffer.concat(parts);
}
