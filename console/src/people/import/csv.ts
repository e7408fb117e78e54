/** A row of a CSV file, and the line that it begins on, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads CSV (RFC 4180) while it comes, in parts of any size: fields in quotes may hold separators, quotes and line ends.
 * Which of comma, semicolon or tab separates is seen from the first line.
 *
 * @example
 * const reader = createCsvReader(65_536);
 * reader.push('id,name\r\n1,"Lovelace, Ada"\r\n'); // two rows
 * reader.end(); // none
 */
export function createCsvReader(row_chars_max: number) {
  let rest = "";
  let started = false;
  let separator = ",";
  let line = 1;

  const take = (text: string, ended: boolean): readonly CsvRow[] => {
    // A mark of the byte order is no part of the first name.
    rest += started ? text : text.replace(/^\uFEFF/, "");
    if (!started && (rest.includes("\n") || ended)) {
      separator = separatorOf(rest.split("\n", 1)[0] ?? "");
      started = true;
    }
    if (!started) return [];
    const rows: CsvRow[] = [];
    for (;;) {
      const found = readRow(rest, separator, ended);
      if (found === undefined) break;
      if (found.fields.length > 1 || found.fields[0] !== "") rows.push({ line, fields: found.fields });
      line += found.lines;
      rest = rest.slice(found.end);
    }
    if (rest.length > row_chars_max) throw new RangeError(`Line ${line} is longer than ${row_chars_max} characters.`);
    return rows;
  };

  return {
    push: (text: string): readonly CsvRow[] => take(text, false),
    end: (): readonly CsvRow[] => take("", true),
  };
}

function separatorOf(head: string): string {
  const count = (mark: string): number => head.split(mark).length;
  const [first] = [",", ";", "\t"].toSorted((a, b) => count(b) - count(a));
  return first ?? ",";
}

/** One row from the beginning of the text; undefined when it may go on beyond the end. */
function readRow(
  text: string,
  separator: string,
  ended: boolean,
): { readonly fields: readonly string[]; readonly end: number; readonly lines: number } | undefined {
  if (text === "") return undefined;
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  let lines = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\n") lines += 1;
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else if (at + 1 === text.length && !ended) return undefined;
      else quoted = false;
    } else if (char === '"' && field === "") quoted = true;
    else if (char === separator) {
      fields.push(field);
      field = "";
    } else if (char === "\n") return { fields: [...fields, field.replace(/\r$/, "")], end: at + 1, lines };
    else field += char;
  }
  return ended ? { fields: [...fields, field], end: text.length, lines } : undefined;
}
