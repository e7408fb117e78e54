/** Downloads a file, as if a link to it had been clicked. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const NEWLINE = 10;
const QUOTE = 34;

export interface FileRead {
  /** Rows. In CSV, a quoted text can have several lines. */
  readonly lines: number;
  readonly bytes: number;
  /** Total size, if the server sends it. */
  readonly bytes_total: number | undefined;
}

/**
 * Reads a response body into a file and reports progress. Browsers keep large blobs on disk, so memory use stays low.
 */
export async function readFile(response: Response, onRead: (read: FileRead) => void): Promise<Blob> {
  const parts: Blob[] = [];
  let lines = 0;
  let bytes = 0;
  // Progress counts decompressed bytes, which a compressed `content-length` doesn't match.
  const length = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
  const bytes_total = length === null ? undefined : Number(length);
  const type = response.headers.get("content-type") ?? "";
  const has_quotes = type.startsWith("text/csv");
  let is_quoted = false;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    for (const byte of part.value) {
      if (byte === QUOTE && has_quotes) is_quoted = !is_quoted;
      else if (byte === NEWLINE && !is_quoted) lines += 1;
    }
    bytes += part.value.byteLength;
    parts.push(new Blob([part.value]));
    onRead({ lines, bytes, bytes_total });
  }
  return new Blob(parts, { type });
}
