import { expect, test } from "bun:test";
import { CONTENT_SEARCH_DEFAULTS, type ContentSearch, isFiltered, readContentSearch } from "./search.ts";

const read = (address: object): ContentSearch => readContentSearch(address as Parameters<typeof readContentSearch>[0]);

test("an address without anything is the default list", () => {
  expect(read({})).toEqual(CONTENT_SEARCH_DEFAULTS);
});

test("an address that somebody mistyped still shows a list", () => {
  expect(read({ q: ["x"], status: "nope", sort: 7 })).toEqual(CONTENT_SEARCH_DEFAULTS);
});

test("a number in the address bar is searched for as text", () => {
  expect(read({ q: 2026 }).q).toBe("2026");
});

test("only what narrows counts as a filter", () => {
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, sort: "name" })).toBe(false);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, q: "  " })).toBe(false);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, q: "a" })).toBe(true);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, status: "live" })).toBe(true);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, type: "hint" })).toBe(true);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, tag: "onboarding" })).toBe(true);
});
