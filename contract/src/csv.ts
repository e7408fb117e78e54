export type CsvValue = string | number | null;

/**
 * One line of CSV (RFC 4180). Text that a spreadsheet would run as a formula begins with an apostrophe: what visitors wrote
 * must do nothing on the machine of who opens the file.
 *
 * @example
 * csvLine(["a,b", "=1+1", 7, null]); // '"a,b",\'=1+1,7,\r\n'
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
