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

/**
 * The body of a response as a file, told of its lines while they come. Browsers keep large files on disk: the page holds
 * no more than what is on its way.
 */
export async function readFile(response: Response, onLines: (lines: number) => void): Promise<Blob> {
  const parts: Blob[] = [];
  let lines = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    for (const byte of part.value) if (byte === NEWLINE) lines += 1;
    parts.push(new Blob([part.value]));
    onLines(lines);
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}
