import { expect, test } from "bun:test";
import { nameOf, totalWords, valueText } from "./person-words.ts";

test("a person is called by name, else by address, else by id; a visitor by the beginning of theirs", () => {
  const ada = { name: "Ada", email: "ada@example.com", external_id: "u_1", anonymous: false };
  expect(nameOf(ada)).toBe("Ada");
  expect(nameOf({ ...ada, name: " " })).toBe("ada@example.com");
  expect(nameOf({ ...ada, name: null, email: null })).toBe("u_1");
  const visitor = { name: null, email: null, external_id: "anon-0192f3aa-0000", anonymous: true };
  expect(nameOf(visitor)).toBe("Visitor 0192f3aa");
});

test("an estimate says so, and does not pretend to know the last digits", () => {
  expect(totalWords(1, true)).toBe("1 person");
  expect(totalWords(9_999, true)).toBe("9,999 people");
  expect(totalWords(1_003_521, false)).toBe("about 1,000,000 people");
  expect(totalWords(48_231, false)).toBe("about 48,200 people");
});

test("values read as people write them", () => {
  expect([valueText(true), valueText(1234.5), valueText(["a", "b"]), valueText(null)]).toEqual([
    "yes",
    "1234.5",
    "a, b",
    "",
  ]);
});
