/**
 * Body of a request, or `too_large` as soon as that is known: by its announced length before a byte was read, else while it
 * arrives. Never holds more than `bytes_max` and one part.
 */
export async function readBytes(request: Request, bytes_max: number): Promise<Uint8Array | "too_large"> {
  const announced = request.headers.get("Content-Length");
  if (announced !== null) {
    // The server hands on exactly as many bytes as were announced.
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
