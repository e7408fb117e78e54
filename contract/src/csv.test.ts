import { expect, test } from "bun:test";
import { csvLine } from "./csv.ts";

test("a line quotes what needs it, and holds nothing that a spreadsheet runs", () => {
  expect(csvLine(["a,b", "=1+1", 'say "x"', -7, null, "@x", "\tx"])).toBe(`"a,b",'=1+1,"say ""x""",-7,,'@x,'\tx\r\n`);
});
