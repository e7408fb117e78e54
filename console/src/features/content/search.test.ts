import { expect, test } from "bun:test";
import { CONTENT_SEARCH_DEFAULTS, type ContentSearch, isFiltered, readContentSearch } from "./search.ts";

const read = (address: object): ContentSearch => readContentSearch(address as Parameters<typeof readContentSearch>[0]);

test("reads an empty query as the default list", () => {
  expect(read({})).toEqual(CONTENT_SEARCH_DEFAULTS);
});

test("reads invalid search parameters as the default list", () => {
  expect(read({ q: ["x"], status: "nope", sort: 7 })).toEqual(CONTENT_SEARCH_DEFAULTS);
});

test("searches for a number in the URL as text", () => {
  expect(read({ q: 2026 }).q).toBe("2026");
});

test("counts only narrowing parameters as filters", () => {
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, sort: "name" })).toBe(false);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, q: "  " })).toBe(false);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, q: "a" })).toBe(true);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, status: "live" })).toBe(true);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, type: "hint" })).toBe(true);
  expect(isFiltered({ ...CONTENT_SEARCH_DEFAULTS, tag: "onboarding" })).toBe(true);
});
