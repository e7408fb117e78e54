import { read } from "../../lib/native.ts";
/** Formats a date in the page's language. An unsupported language counts as none. */
export function formatDate(document: Document, iso: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  try {
    return new Intl.DateTimeFormat(read(document, "documentElement").lang || undefined, options).format(date);
  } catch {
    return date.toISOString().slice(0, 10);
  }
}
