import { expect, test } from "bun:test";
import { matchesQuery, parsePaletteQuery, withoutVerbs } from "./palette-query.ts";

test("narrows the palette to actions or people by a prefix", () => {
  expect(parsePaletteQuery("> theme")).toEqual({ kind: "actions", words: "theme" });
  expect(parsePaletteQuery(" @ada ")).toEqual({ kind: "people", words: "ada" });
  expect(parsePaletteQuery("ada@example.com")).toEqual({ kind: "everything", words: "ada@example.com" });
  expect(parsePaletteQuery(">")).toEqual({ kind: "actions", words: "" });
});

test("matches each word in label and hint, in any order and case", () => {
  expect(matchesQuery({ label: "Audit log", hint: "Settings" }, "set AUD")).toBe(true);
  expect(matchesQuery({ label: "Audit log" }, "set aud")).toBe(false);
  expect(matchesQuery({ label: "Audit log" }, "")).toBe(true);
});

test("finds an item by the start of its keywords, which match no longer words", () => {
  const members = { label: "Members", hint: "Settings", keywords: "invite, two-factor" };
  for (const typed of ["inv", "invite", "Two-Factor", "factor", "settings invite", "mem inv"]) {
    expect(matchesQuery(members, typed)).toBe(true);
  }
  for (const typed of ["vite", "invited", "invite people"]) expect(matchesQuery(members, typed)).toBe(false);
});

test("searches the server for the name without the action's words", () => {
  expect(withoutVerbs("publish wel", ["Publish", "Unpublish"])).toBe("wel");
  expect(withoutVerbs("unpub wel come", ["Publish", "Unpublish"])).toBe("wel come");
  expect(withoutVerbs("wel come", ["Publish", "Unpublish"])).toBe("wel come");
});
