import { expect, test } from "bun:test";
import { CsvError, type CsvPosition, createCsvReader, csvLine, removeFormulaGuard } from "./csv.ts";

test("quotes cells where needed and neutralizes formulas", () => {
  expect(csvLine(["a,b", "=1+1", 'say "x"', -7, null, "@x", "\tx"])).toBe(`"a,b",'=1+1,"say ""x""",-7,,'@x,'\tx\r\n`);
});

test("neutralizes formulas after the separators of other locales", () => {
  for (const evil of ["=1+1", "+1", "-1", "@SUM(1)", "\uFF1D1", "\uFF20x"]) {
    for (const text of [
      evil,
      `hi;${evil}`,
      `hi;;${evil};`,
      `hi\t${evil}`,
      `hi\n${evil}`,
      `hi\r\n${evil}`,
      `"${"\n"}${evil}`,
    ]) {
      for (const cell of csvLine(["u_1", text]).split(/[,;\t\r\n]/)) {
        expect(cell.replace(/^"+/, "")).not.toMatch(/^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/);
      }
    }
  }
});

test("restores guarded values when reading them back", () => {
  const parts = ["=", "'", "''", ";", "\t", "\r\n", "-", "a", '"', ",", "\uFF1D"];
  for (const one of parts) {
    for (const two of parts) {
      for (const three of parts) {
        const text = one + two + three;
        const reader = createCsvReader(100);
        const [row] = [...reader.push(csvLine(["id", "text"]) + csvLine(["1", text])), ...reader.end()].slice(1);
        expect(removeFormulaGuard(row?.fields[1] ?? "")).toBe(text);
      }
    }
  }
});

const FILE = '\uFEFFid;name;note\r\n1;"Lovelace; Ada";"says ""hi""\r\ntwice"\r\n\r\n2;Bob;\n3;Äda;last';
const ROWS = [
  { line: 1, fields: ["id", "name", "note"] },
  { line: 2, fields: ["1", "Lovelace; Ada", 'says "hi"\r\ntwice'] },
  { line: 5, fields: ["2", "Bob", ""] },
  { line: 6, fields: ["3", "Äda", "last"] },
];

test("reads the same rows and line numbers in chunks of any size", () => {
  for (const size of [1, 2, 3, 7, 1_000]) {
    const reader = createCsvReader(100);
    const rows = [];
    for (let at = 0; at < FILE.length; at += size) rows.push(...reader.push(FILE.slice(at, at + size)));
    rows.push(...reader.end());
    expect(rows).toEqual(ROWS);
  }
});

test("resumes in another reader from any position", () => {
  for (let cut = 0; cut <= FILE.length; cut++) {
    const first = createCsvReader(100);
    const rows = [...first.push(FILE.slice(0, cut))];
    const place: CsvPosition = JSON.parse(JSON.stringify(first.place()));
    const second = createCsvReader(100, place);
    rows.push(...second.push(FILE.slice(cut)), ...second.end());
    expect(rows).toEqual(ROWS);
  }
});

test("rejects rows that are too long, with or without a line end", () => {
  const reader = createCsvReader(100);
  reader.push("id,name\n");
  expect(() => reader.push(`1,"${"x".repeat(200)}`)).toThrow(CsvError);
  expect(() => createCsvReader(100).push(`id\n1,"${"x".repeat(200)}"\n`)).toThrow("Line 2 is longer");
});

test("rejects an unclosed quote instead of dropping rows", () => {
  const reader = createCsvReader(100);
  expect(reader.push('id,name\n1,"Ada\n2,Bob\n')).toHaveLength(1);
  expect(() => reader.end()).toThrow("Line 2 has an unclosed quote.");
});
