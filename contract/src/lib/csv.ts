export type CsvValue = string | number | null;

/** First characters of formulas. East Asian spreadsheets also accept the full-width forms. */
const FORMULA_SIGN = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";
/**
 * Matches where a cell can start: at the start of the text, or after a separator of another locale. Existing
 * apostrophes are preserved, so that the guard can be removed.
 */
const UNGUARDED_FORMULA = new RegExp(`(^|[;\\t\\r\\n])(?='*${FORMULA_SIGN})`, "g");
const GUARDED_FORMULA = new RegExp(`(^|[;\\t\\r\\n])'(?='*${FORMULA_SIGN})`, "g");

/**
 * Formats one line of CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe.
 * Visitors' text must not execute in spreadsheets, whatever their separator.
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
 * Removes the apostrophes that {@link csvLine} adds.
 *
 * @example
 * removeFormulaGuard("'=1+1"); // "=1+1"
 */
export function removeFormulaGuard(field: string): string {
  return field.replace(/^'(?='*[\t\r\n])/, "").replace(GUARDED_FORMULA, "$1");
}

/** A row of a CSV file. `line` is its first line, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** State of a reader: the unfinished row, the separator, and the line on which that row starts. */
export interface CsvPosition {
  readonly rest: string;
  /** Null before the first line is complete. */
  readonly separator: string | null;
  readonly line: number;
}

export const CSV_START: CsvPosition = { rest: "", separator: null, line: 1 };

/** A row without an end, most likely because of a missing quote. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * Streaming CSV reader (RFC 4180) for chunks of any size. Quoted fields may contain separators, quotes, and line
 * breaks.
 * The separator (comma, semicolon, or tab) is detected from the first line. Pass `from` to resume at another reader's
 * position.
 *
 * @throws CsvError for a row longer than `row_chars_max`, and at the end for an unclosed quote.
 * @example
 * const reader = createCsvReader(65_536);
 * reader.push('id,name\r\n1,"Lovelace, Ada"\r\n'); // two rows
 * reader.end(); // none
 */
export function createCsvReader(row_chars_max: number, from: CsvPosition = CSV_START) {
  let { rest, separator, line } = from;

  const take = (text: string, ended: boolean): readonly CsvRow[] => {
    // Strip the byte order mark from the first column name.
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

/** End index of a chunk of at most `chars_max` characters that doesn't split a surrogate pair. */
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

/** Reads the row at `start`. Undefined if the row may continue beyond the end of the text. */
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

/** Reads a quoted field. Undefined if the field continues beyond the end of the text. */
function readQuoted(
  text: string,
  start: number,
  ended: boolean,
): { readonly text: string; readonly end: number; readonly lines: number } | undefined {
  let from = start + 1;
  let field = "";
  for (;;) {
    const quote = text.indexOf('"', from);
    // A quote at the end of a chunk may be the first of an escaped pair.
    if (quote < 0 || (!ended && quote + 1 === text.length)) return undefined;
    field += text.slice(from, quote);
    const end = quote + 1;
    if (text[end] !== '"') return { text: field, end, lines: field.split("\n").length - 1 };
    field += '"';
    from = end + 1;
  }
}
