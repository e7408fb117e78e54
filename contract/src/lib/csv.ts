export type CsvValue = string | number | null;

/** With what a formula begins; spreadsheets of East Asia read the wide forms, too. */
const FORMULA_SIGN = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";
/**
 * Where a cell may begin: before the text, and within it where another country's spreadsheet, which separates cells by
 * semicolons or tabs, ends one. Apostrophes that stand there already are kept apart from the one that guards.
 */
const UNGUARDED_FORMULA = new RegExp(`(^|[;\\t\\r\\n])(?='*${FORMULA_SIGN})`, "g");
const GUARDED_FORMULA = new RegExp(`(^|[;\\t\\r\\n])'(?='*${FORMULA_SIGN})`, "g");

/**
 * One line of CSV (RFC 4180). Text that a spreadsheet would run as a formula begins with an apostrophe: what visitors wrote
 * must do nothing on the machine of who opens the file, however that one separates cells.
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
  const text = value.replace(UNGUARDED_FORMULA, "$1'").replace(/^(?='*[\t\r\n])/, "'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A field as it was before {@link csvLine} put apostrophes in front of what might run.
 *
 * @example
 * withoutGuard("'=1+1"); // "=1+1"
 */
export function removeFormulaGuard(field: string): string {
  return field.replace(/^'(?='*[\t\r\n])/, "").replace(GUARDED_FORMULA, "$1");
}

/** A row of a CSV file, and the line that it begins on, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Where a reader is: what came of a row that has not ended, by what fields are separated, and the line of that row. */
export interface CsvPosition {
  readonly rest: string;
  /** Null until the first line has come. */
  readonly separator: string | null;
  readonly line: number;
}

export const CSV_START: CsvPosition = { rest: "", separator: null, line: 1 };

/** A row that does not end: most likely a quote is missing. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * Reads CSV (RFC 4180) while it comes, in parts of any size: fields in quotes may hold separators, quotes and line ends.
 * Which of comma, semicolon or tab separates is seen from the first line. A reader can be made where another one was.
 *
 * @throws CsvError for a row of more characters than it may have, and at the end for a quote that is never closed.
 * @example
 * const reader = createCsvReader(65_536);
 * reader.push('id,name\r\n1,"Lovelace, Ada"\r\n'); // two rows
 * reader.end(); // none
 */
export function createCsvReader(row_chars_max: number, from: CsvPosition = CSV_START) {
  let { rest, separator, line } = from;

  const take = (text: string, ended: boolean): readonly CsvRow[] => {
    // A mark of the byte order is no part of the first name.
    rest += separator === null && rest === "" ? text.replace(/^\uFEFF/, "") : text;
    if (separator === null && (rest.includes("\n") || ended)) separator = separatorOf(rest.split("\n", 1)[0] ?? "");
    const rows: CsvRow[] = [];
    let at = 0;
    while (separator !== null) {
      const found = readRow(rest, at, separator, ended);
      if (found === undefined && ended && at < rest.length) {
        throw new CsvError(`Line ${line} has an unclosed quote.`);
      }
      if (found === undefined) break;
      if (found.end - at > row_chars_max + 2) throw tooLong(line, row_chars_max);
      if (found.fields.length > 1 || found.fields[0] !== "") rows.push({ line, fields: found.fields });
      line += found.lines;
      at = found.end;
    }
    rest = rest.slice(at);
    if (rest.length > row_chars_max) throw tooLong(line, row_chars_max);
    return rows;
  };

  return {
    push: (text: string): readonly CsvRow[] => take(text, false),
    end: (): readonly CsvRow[] => take("", true),
    place: (): CsvPosition => ({ rest, separator, line }),
  };
}

/** Where a part of at most so many characters ends that does not cut a character in two. */
export function chunkEnd(text: string, chars_max: number): number {
  const code = text.charCodeAt(chars_max - 1);
  return code >= 0xd800 && code < 0xdc00 ? chars_max - 1 : Math.min(chars_max, text.length);
}

function tooLong(line: number, row_chars_max: number): CsvError {
  return new CsvError(`Line ${line} is longer than ${row_chars_max} characters. A quote may be missing.`);
}

function separatorOf(head: string): string {
  const count = (mark: string): number => head.split(mark).length;
  const [first] = [",", ";", "\t"].toSorted((a, b) => count(b) - count(a));
  return first ?? ",";
}

interface Found {
  readonly fields: readonly string[];
  readonly end: number;
  readonly lines: number;
}

/** The row that begins at `start`; undefined when it may go on beyond the end. */
function readRow(text: string, start: number, separator: string, ended: boolean): Found | undefined {
  if (start === text.length) return undefined;
  const fields: string[] = [];
  let lines = 0;
  let at = start;
  for (;;) {
    let field = "";
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, ended);
      if (quoted === undefined) return undefined;
      field = quoted.text;
      lines += quoted.lines;
      at = quoted.end;
    }
    const to_separator = text.indexOf(separator, at);
    const line_end = text.indexOf("\n", at);
    if (to_separator >= 0 && (line_end < 0 || to_separator < line_end)) {
      fields.push(field + text.slice(at, to_separator));
      at = to_separator + 1;
    } else if (line_end >= 0) {
      fields.push(field + text.slice(at, line_end).replace(/\r$/, ""));
      return { fields, end: line_end + 1, lines: lines + 1 };
    } else {
      if (!ended) return undefined;
      fields.push(field + text.slice(at));
      return { fields, end: text.length, lines };
    }
  }
}

/** A field in quotes, to behind the last one; undefined when it goes on beyond the end. */
function readQuoted(
  text: string,
  start: number,
  ended: boolean,
): { readonly text: string; readonly end: number; readonly lines: number } | undefined {
  let from = start + 1;
  let field = "";
  for (;;) {
    const quote = text.indexOf('"', from);
    // The last quote of a part may be the first of two.
    if (quote < 0 || (!ended && quote + 1 === text.length)) return undefined;
    field += text.slice(from, quote);
    const end = quote + 1;
    if (text[end] !== '"') return { text: field, end, lines: field.split("\n").length - 1 };
    field += '"';
    from = end + 1;
  }
}
