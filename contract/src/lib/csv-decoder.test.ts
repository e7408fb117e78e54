import { expect, test } from "bun:test";
import { CsvError } from "./csv.ts";
import { createCsvDecoder } from "./csv-decoder.ts";

test("decodes characters that are split between two chunks", () => {
  const decode = createCsvDecoder();
  const bytes = new TextEncoder().encode("\uFEFFid,name\n1,Zoë 🎉");
  expect([...bytes].map((byte) => decode(new Uint8Array([byte]))).join("") + decode()).toBe("id,name\n1,Zoë 🎉");
});

test.each([
  ["Latin-1", [105, 100, 10, 0x5a, 0x6f, 0xeb, 10]],
  ["UTF-16", [0xff, 0xfe, 105, 0, 100, 0]],
  ["a picture", [0x89, 0x50, 0x4e, 0x47]],
  ["a NUL", [105, 0, 100]],
  ["half a letter at its end", [105, 100, 0xc3]],
])("rejects a file that isn't UTF-8: %s", (_, bytes) => {
  const decode = createCsvDecoder();
  expect(() => decode(new Uint8Array(bytes)) + decode()).toThrow(CsvError);
});
