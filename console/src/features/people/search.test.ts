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

test("an address that says nothing, or nonsense, is the list as it begins", () => {
  expect(read({})).toEqual(PEOPLE_SEARCH_DEFAULTS);
  expect(read({ q: 42, sort: "shoe_size", segment: {} })).toEqual({ ...PEOPLE_SEARCH_DEFAULTS, q: "42" });
});

test("no address asks for a column that the app does not have, or for more than the server answers", () => {
  const possible = possibleColumns(["name", "email", "a,b", "plan", "seats", "tier", "x", "y", "z", "w"]);
  expect(possible).toEqual(["plan", "seats", "tier", "x", "y", "z", "w"]);
  expect(visibleColumns("auto", possible)).toEqual(["plan", "seats"]);
  expect(visibleColumns("", possible)).toEqual([]);
  expect(visibleColumns("seats,gone,plan", possible)).toEqual(["seats", "plan"]);
  expect(visibleColumns(possible.join(","), possible)).toHaveLength(6);
});

test("a file is asked for with what narrows the list, and with nothing else", () => {
  const search = { ...PEOPLE_SEARCH_DEFAULTS, q: "ada", segment: "seg_1", identity: "verified", sort: "name" } as const;
  expect(toPeopleFilter(search)).toEqual({ q: "ada", segment_id: "seg_1", identity: "verified" });
  expect(toPeopleFilter({ ...PEOPLE_SEARCH_DEFAULTS, sort: "-email", columns: "plan" })).toEqual({});
});

test("the server is asked for nothing that is not wanted", () => {
  expect(peopleQuery("1", PEOPLE_SEARCH_DEFAULTS, [])).toEqual({ app_id: "1", q: "", sort: "-last_seen_at" });
});
