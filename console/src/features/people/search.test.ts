import { expect, test } from "bun:test";
import {
  PEOPLE_SEARCH_DEFAULTS,
  peopleQuery,
  possibleColumns,
  readPeopleSearch,
  toPeopleFilter,
  visibleColumns,
} from "./search.ts";

const read = (address: object) => readPeopleSearch(address as Parameters<typeof readPeopleSearch>[0]);

test("reads missing or invalid search parameters as the default list", () => {
  expect(read({})).toEqual(PEOPLE_SEARCH_DEFAULTS);
  expect(read({ q: 42, sort: "shoe_size", segment: {} })).toEqual({ ...PEOPLE_SEARCH_DEFAULTS, q: "42" });
});

test("limits columns to those the app has and to the server's maximum", () => {
  const possible = possibleColumns(["name", "email", "a,b", "plan", "seats", "tier", "x", "y", "z", "w"]);
  expect(possible).toEqual(["plan", "seats", "tier", "x", "y", "z", "w"]);
  expect(visibleColumns("", possible)).toEqual([]);
  expect(visibleColumns("seats,gone,plan", possible)).toEqual(["seats", "plan"]);
  expect(visibleColumns(possible.join(","), possible)).toHaveLength(6);
});

test("shows the most telling attribute unless columns are selected", () => {
  expect(visibleColumns("auto", ["admin", "country", "plan", "company"])).toEqual(["company"]);
  expect(visibleColumns("auto", ["admin", "country", "plan"])).toEqual(["plan"]);
  expect(visibleColumns("auto", ["admin", "country"])).toEqual([]);
});

test("exports with only the filters of the list", () => {
  const search = { ...PEOPLE_SEARCH_DEFAULTS, q: "ada", segment: "seg_1", identity: "verified", sort: "name" } as const;
  expect(toPeopleFilter(search)).toEqual({ q: "ada", segment_id: "seg_1", identity: "verified" });
  expect(toPeopleFilter({ ...PEOPLE_SEARCH_DEFAULTS, sort: "-email", columns: "plan" })).toEqual({});
});

test("omits default parameters from the request", () => {
  expect(peopleQuery("1", PEOPLE_SEARCH_DEFAULTS, [])).toEqual({ app_id: "1", q: "", sort: "-last_seen_at" });
});
