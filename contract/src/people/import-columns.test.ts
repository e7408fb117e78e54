import { expect, test } from "bun:test";
import { createCsvReader, csvLine } from "../lib/csv.ts";
import { refusalText } from "../wording/refusals.ts";
import {
  attributeName,
  columnsProblem,
  guessColumns,
  type ImportColumn,
  type ImportedRow,
  parseImportedPerson,
} from "./import-columns.ts";

const personIn = (row: ImportedRow | undefined) => (row?.outcome === "read" ? row.person : undefined);
const refusedFor = (row: ImportedRow): string => (row.outcome === "refused" ? refusalText(row.cause) : "");

const rows = [
  { line: 2, fields: ["u_1", "Ada", "3", "yes", "0041", ""] },
  { line: 3, fields: ["u_2", "Bob", "4.5", "no", "0042", ""] },
];
const fields = rows.map((row) => row.fields);

test("guesses columns from names and values, keeping phone numbers as text", () => {
  const uses = guessColumns(["External_ID", "name", "seats", "admin", "phone", " "], fields).map(({ use }) => use);
  expect(uses).toEqual(["id", "text", "number", "boolean", "text", "none"]);
});

test("reads a row as a person or returns the reason for rejection", () => {
  const columns = guessColumns(["id", "name", "seats", "admin", "phone"], fields);
  const [first, second] = rows.map((row) => parseImportedPerson(row, columns));
  expect(personIn(first)).toEqual({
    external_id: "u_1",
    attributes: { name: "Ada", seats: 3, admin: true, phone: "0041" },
  });
  expect(personIn(second)).toEqual({
    external_id: "u_2",
    attributes: { name: "Bob", seats: 4.5, admin: false, phone: "0042" },
  });
  const refused = (...row: readonly string[]) => refusedFor(parseImportedPerson({ line: 4, fields: row }, columns));
  expect(parseImportedPerson({ line: 4, fields: ["u_3", "", "many"] }, columns)).toEqual({
    outcome: "refused",
    cause: { code: "not_number", values: { column: "seats", text: "many" } },
  });
  expect(refused("u_3", "", "many")).toBe("seats: “many” isn't a number.");
  expect(refused("", "No one")).toBe("This row has no ID. Add one.");
  const [id] = columns;
  const tags = { name: "tags", attribute: "tags", use: "list" } as const;
  expect(refused("u_5", "a", "1", "yes", "1", "b")).toContain("has 6 fields");
  expect(refused("u_6", "x".repeat(5_000))).toContain("longer than 4096 characters");
  const list = id === undefined ? undefined : parseImportedPerson({ line: 6, fields: ["u_4", "a; b|c"] }, [id, tags]);
  expect(personIn(list)).toEqual({ external_id: "u_4", attributes: { tags: ["a", "b", "c"] } });
});

test("names attributes after columns", () => {
  const names = [
    "seats",
    "Company size",
    "e-mail",
    "Full Name",
    "2nd option",
    "€",
    "__proto__",
    "constructor",
    "x".repeat(99),
  ];
  const made = ["seats", "company_size", "email", "name", "nd_option", "", "proto", "", ""];
  expect(names.map(attributeName)).toEqual(made);
  const twice = guessColumns(["id", "email", "e-mail"], []);
  expect(twice.map(({ use }) => use)).toEqual(["id", "text", "none"]);
});

test("requires one ID column and each attribute once", () => {
  const columns = guessColumns(["id", "plan"], []);
  const [id, plan] = columns;
  if (id === undefined || plan === undefined) throw new Error("Two columns were guessed.");
  expect(columnsProblem(columns)).toBeUndefined();
  const codeOf = (wrong: readonly ImportColumn[]) => columnsProblem(wrong)?.code;
  expect(codeOf([plan])).toBe("id_column_missing");
  expect(codeOf([id, id])).toBe("id_column_repeated");
  expect(columnsProblem([id, plan, plan])).toEqual({ code: "attribute_repeated", values: { attribute: "plan" } });
  expect(codeOf([id, { ...plan, attribute: "__proto__" }])).toBe("attribute_name_invalid");
});

test("reads an export back as the same people", () => {
  const attributes = { name: "Zoë; =1+1", seats: 3, beta: true, tags: ["a", "b"], left: null };
  const head = ["id", "app_id", "external_id", "attributes", "search_name", "vouched"];
  const row = ["per_1", "4242", "+49 30 1", JSON.stringify(attributes), "zoë", "{}"];
  const reader = createCsvReader(1_000);
  const [names, person] = [...reader.push(csvLine(head) + csvLine(row)), ...reader.end()];
  const columns = guessColumns(names?.fields ?? [], [person?.fields ?? []]);
  expect(columns.map(({ use }) => use)).toEqual(["none", "none", "id", "attributes", "none", "none"]);
  expect(columnsProblem(columns)).toBeUndefined();
  expect(personIn(person && parseImportedPerson(person, columns))).toEqual({ external_id: "+49 30 1", attributes });
  for (const wrong of ["{", "[]", "7", '{"a":{"b":1}}', '{"a":[1]}']) {
    const row = parseImportedPerson({ line: 2, fields: ["", "", "u_1", wrong] }, columns);
    expect(refusedFor(row)).toContain("attributes: enter a JSON object");
  }
});

test("prefers the customer's own IDs among possible ID columns", () => {
  const uses = guessColumns(["id", "external_id"], []).map(({ use }) => use);
  expect(uses).toEqual(["text", "id"]);
});
