import { expect, test } from "bun:test";
import type { PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { countSearches, searchesCsv, searchReport } from "./searches.ts";

const row = (person: string, query: unknown, results: unknown) => ({
  person_id: person as PersonId, // Cast: made-up test ID.
  props: JSON.stringify({ query, results }),
});

test("counts searches and people by text, whatever its case and spaces", () => {
  const rows = [row("ada", "Export CSV", 2), row("ada", " export  csv", 0), row("ben", "export csv", 2)];
  expect(countSearches([...rows, row("ben", "invoice", 0)])).toEqual({
    ...{ searches: 4, people: 2, without_results: 2 },
    texts: [
      { query: "Export CSV", searches: 3, people: 2, without_results: 1 },
      { query: "invoice", searches: 1, people: 1, without_results: 1 },
    ],
  });
});

test("lists searches that found nothing by how often they did", () => {
  const rows = [row("a", "x", 1), row("a", "x", 1), row("a", "x", 0), row("a", "y", 0), row("b", "y", 0)];
  const report = searchReport({ ...countSearches(rows), truncated: false });
  expect(report.most_frequent.map(({ query }) => query)).toEqual(["x", "y"]);
  expect(report.found_nothing.map(({ query, without_results }) => [query, without_results])).toEqual([
    ["y", 2],
    ["x", 1],
  ]);
});

test("ignores events of pages that aren't searches", () => {
  const long = "x".repeat(limits.help_query_chars_max + 1);
  const rows = [row("a", "  ", 1), row("a", 5, 1), row("a", "x", "none"), row("a", long, 0)];
  expect(countSearches(rows)).toEqual({ searches: 0, people: 0, without_results: 0, texts: [] });
});

test("exports each text as a row that spreadsheets don't run", () => {
  const texts = [{ query: "=1+1", searches: 2, people: 1, without_results: 2 }];
  const csv = searchesCsv({ searches: 2, people: 1, without_results: 2, truncated: false, texts });
  expect(csv).toBe("query,searches,people,without_results\r\n'=1+1,2,1,2\r\n");
});
