import { expect, test } from "bun:test";
import { createCsvReader } from "./csv.ts";

const FILE = '\uFEFFid;name;note\r\n1;"Lovelace; Ada";"says ""hi""\r\ntwice"\r\n\r\n2;Bob;\n3;Äda;last';
const ROWS = [
  { line: 1, fields: ["id", "name", "note"] },
  { line: 2, fields: ["1", "Lovelace; Ada", 'says "hi"\r\ntwice'] },
  { line: 5, fields: ["2", "Bob", ""] },
  { line: 6, fields: ["3", "Äda", "last"] },
];

test("a file reads the same in parts of any size, with the line that each row begins on", () => {
  for (const size of [1, 2, 3, 7, 1_000]) {
    const reader = createCsvReader(100);
    const rows = [];
    for (let at = 0; at < FILE.length; at += size) rows.push(...reader.push(FILE.slice(at, at + size)));
    rows.push(...reader.end());
    expect(rows).toEqual(ROWS);
  }
});

test("a row without an end is refused before it fills the memory", () => {
  const reader = createCsvReader(100);
  reader.push("id,name\n");
  expect(() => reader.push(`1,"${"x".repeat(200)}`)).toThrow("Line 2 is longer than 100 characters.");
});
