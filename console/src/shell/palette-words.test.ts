import { expect, test } from "bun:test";
import { fits, wishOf, withoutVerbs } from "./palette-words.ts";

test("a sign in front narrows the palette to what one can do, or to people", () => {
  expect(wishOf("> theme")).toEqual({ kind: "actions", words: "theme" });
  expect(wishOf(" @ada ")).toEqual({ kind: "people", words: "ada" });
  expect(wishOf("ada@example.com")).toEqual({ kind: "everything", words: "ada@example.com" });
  expect(wishOf(">")).toEqual({ kind: "actions", words: "" });
});

test("each word is looked for in label and hint, in any order and case", () => {
  expect(fits({ label: "Audit log", hint: "Settings" }, "set AUD")).toBe(true);
  expect(fits({ label: "Audit log" }, "set aud")).toBe(false);
  expect(fits({ label: "Audit log" }, "")).toBe(true);
});

test("the server is asked for the content's name, without what is to be done with it", () => {
  expect(withoutVerbs("publish wel", ["Publish", "Unpublish"])).toBe("wel");
  expect(withoutVerbs("unpub wel come", ["Publish", "Unpublish"])).toBe("wel come");
  expect(withoutVerbs("wel come", ["Publish", "Unpublish"])).toBe("wel come");
});
