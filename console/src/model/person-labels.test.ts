import { expect, test } from "bun:test";
import { attributeText, formatTotal, personName } from "./person-labels.ts";

test("names a person by name, email, or ID, and a visitor by the ID's start", () => {
  const ada = { name: "Ada", email: "ada@example.com", external_id: "u_1", anonymous: false };
  expect(personName(ada)).toBe("Ada");
  expect(personName({ ...ada, name: " " })).toBe("ada@example.com");
  expect(personName({ ...ada, name: null, email: null })).toBe("u_1");
  const visitor = { name: null, email: null, external_id: "anon-0192f3aa-0000", anonymous: true };
  expect(personName(visitor)).toBe("Visitor 0192f3aa");
});

test("rounds estimates and marks them as approximate", () => {
  expect(formatTotal(1, true)).toBe("1 person");
  expect(formatTotal(9_999, true)).toBe("9,999 people");
  expect(formatTotal(1_003_521, false)).toBe("about 1,000,000 people");
  expect(formatTotal(48_231, false)).toBe("about 48,200 people");
});

test("formats attribute values as text", () => {
  expect([attributeText(true), attributeText(1234.5), attributeText(["a", "b"]), attributeText(null)]).toEqual([
    "yes",
    "1234.5",
    "a, b",
    "",
  ]);
});
