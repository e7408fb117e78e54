/** A date as this page writes dates. A language that the browser does not know is as good as none. */
export function formatDate(document: Document, iso: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  try {
    return new Intl.DateTimeFormat(document.documentElement.lang || undefined, options).format(date);
  } catch {
    return date.toISOString().slice(0, 10);
  }
}
