import { expect, test } from "bun:test";
import { createCsvReader, csvLine } from "./csv.ts";
import { attributeName, columnsProblem, guessColumns, personOf } from "./import-columns.ts";

const rows = [
  { line: 2, fields: ["u_1", "Ada", "3", "yes", "0041", ""] },
  { line: 3, fields: ["u_2", "Bob", "4.5", "no", "0042", ""] },
];
const fields = rows.map((row) => row.fields);

test("columns are guessed from their names and values, and telephone numbers stay text", () => {
  const uses = guessColumns(["External_ID", "name", "seats", "admin", "phone", " "], fields).map(({ use }) => use);
  expect(uses).toEqual(["id", "text", "number", "boolean", "text", "none"]);
});

test("a line becomes a person, or says why it cannot", () => {
  const columns = guessColumns(["id", "name", "seats", "admin", "phone"], fields);
  const [first, second] = rows.map((row) => personOf(row, columns));
  expect(first).toEqual({ external_id: "u_1", attributes: { name: "Ada", seats: 3, admin: true, phone: "0041" } });
  expect(second).toEqual({ external_id: "u_2", attributes: { name: "Bob", seats: 4.5, admin: false, phone: "0042" } });
  expect(personOf({ line: 4, fields: ["u_3", "", "many"] }, columns)).toBe("seats: “many” is no number.");
  expect(personOf({ line: 5, fields: ["", "Nobody"] }, columns)).toBe("No id: nobody is named by this line.");
  const [id] = columns;
  const tags = { name: "tags", attribute: "tags", use: "list" } as const;
  expect(personOf({ line: 7, fields: ["u_5", "a", "1", "yes", "1", "b"] }, columns)).toContain("has 6 fields");
  expect(personOf({ line: 8, fields: ["u_6", "x".repeat(5_000)] }, columns)).toContain("at most 4096 characters");
  const list = id && personOf({ line: 6, fields: ["u_4", "a; b|c"] }, [id, tags]);
  expect(list).toEqual({ external_id: "u_4", attributes: { tags: ["a", "b", "c"] } });
});

test("a column becomes an attribute by a name that attributes can have", () => {
  const names = [
    "seats",
    "Company size",
    "e-mail",
    "Full Name",
    "2nd choice",
    "€",
    "__proto__",
    "constructor",
    "x".repeat(99),
  ];
  const made = ["seats", "company_size", "email", "name", "nd_choice", "", "proto", "", ""];
  expect(names.map(attributeName)).toEqual(made);
  const twice = guessColumns(["id", "email", "e-mail"], []);
  expect(twice.map(({ use }) => use)).toEqual(["id", "text", "none"]);
});

test("columns must name people once, and attributes no more than once", () => {
  const columns = guessColumns(["id", "plan"], []);
  const [id, plan] = columns;
  if (id === undefined || plan === undefined) throw new Error("Two columns were guessed.");
  expect(columnsProblem(columns)).toBeUndefined();
  expect(columnsProblem([plan])).toContain("Choose the column");
  expect(columnsProblem([id, id])).toContain("Only one column");
  expect(columnsProblem([id, plan, plan])).toContain("the attribute plan");
  expect(columnsProblem([id, { ...plan, attribute: "__proto__" }])).toContain("can be no attribute");
});

test("an export of people is read back as the same people: by their own ids, with their attributes", () => {
  const attributes = { name: "Zoë; =1+1", seats: 3, beta: true, tags: ["a", "b"], left: null };
  const head = ["id", "app_id", "external_id", "attributes", "search_name", "vouched"];
  const row = ["per_1", "4242", "+49 30 1", JSON.stringify(attributes), "zoë", "{}"];
  const reader = createCsvReader(1_000);
  const [names, person] = [...reader.push(csvLine(head) + csvLine(row)), ...reader.end()];
  const columns = guessColumns(names?.fields ?? [], [person?.fields ?? []]);
  expect(columns.map(({ use }) => use)).toEqual(["none", "none", "id", "attributes", "none", "none"]);
  expect(columnsProblem(columns)).toBeUndefined();
  expect(person && personOf(person, columns)).toEqual({ external_id: "+49 30 1", attributes });
  for (const wrong of ["{", "[]", "7", '{"a":{"b":1}}', '{"a":[1]}']) {
    expect(personOf({ line: 2, fields: ["", "", "u_1", wrong] }, columns)).toContain(
      "attributes: this is no JSON object",
    );
  }
});

test("of two columns that could name people, the one with the ids of one's own application does", () => {
  const uses = guessColumns(["id", "external_id"], []).map(({ use }) => use);
  expect(uses).toEqual(["text", "id"]);
});
