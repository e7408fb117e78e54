/**
 * Formats a line of the server's structured log for a terminal. Shows warnings and errors and drops lower levels. Lines
 * in other formats pass unchanged.
 *
 * @example
 * logLine('{"at":"…","level":"warn","event":"slow_disk","wait_ms":900}'); // "warn  slow_disk  wait_ms=900"
 */
export function logLine(line: string): string | undefined {
  const fields = fieldsOf(line);
  if (fields === undefined) return line.trim() === "" ? undefined : line;
  const { at: _at, level, event, ...rest } = fields;
  if (level !== "warn" && level !== "error") return undefined;
  const pairs = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${level}  ${String(event)}  ${pairs.join(" ")}`.trimEnd();
}

function fieldsOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(line);
    // Cast: the text starts with a brace, so it's an object.
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
