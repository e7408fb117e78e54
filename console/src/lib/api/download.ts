/** Gives a file to the browser, as if a link to it had been pressed. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const NEWLINE = 10;

/** How much of a file has come. */
export interface FileRead {
  readonly lines: number;
  readonly bytes: number;
  /** How many there will be, where the server says it. */
  readonly bytes_total: number | undefined;
}

/**
 * The body of a response as a file, told of while it comes. Browsers keep large files on disk: the page holds no more than
 * what is on its way.
 */
export async function readFile(response: Response, onRead: (read: FileRead) => void): Promise<Blob> {
  const parts: Blob[] = [];
  let lines = 0;
  let bytes = 0;
  // What is packed on the way is counted unpacked.
  const length = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
  const bytes_total = length === null ? undefined : Number(length);
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    for (const byte of part.value) if (byte === NEWLINE) lines += 1;
    bytes += part.value.byteLength;
    parts.push(new Blob([part.value]));
    onRead({ lines, bytes, bytes_total });
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}
