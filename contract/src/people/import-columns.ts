import { type CsvRow, removeFormulaGuard } from "../lib/csv.ts";
import { findReservedKey } from "../lib/reserved-keys.ts";
import { limits } from "../limits.ts";
import type { Cause } from "../wording/cause.ts";
import { refusal } from "../wording/refusals.ts";

/** What a column is imported as: the person's ID, an attribute of a type, all attributes as JSON, or nothing. */
export const COLUMN_USES = ["id", "text", "number", "boolean", "list", "attributes", "none"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

type Attribute = string | number | boolean | null | readonly string[];

export interface ImportedPerson {
  readonly external_id: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export interface ImportColumn {
  readonly name: string;
  /** Attribute name, or "" if the column name can't be converted. */
  readonly attribute: string;
  readonly use: ColumnUse;
}

const ID_NAMES = ["external_id", "id", "user_id", "userid", "user", "person_id"];
/** Columns that identify an export of people. Their data is in `attributes`. */
const EXPORTED_COLUMNS = ["external_id", "attributes", "vouched"];
const TRUE = ["true", "yes", "1"];
const FALSE = ["false", "no", "0"];
const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;

/** Guesses column uses from their names and the first rows. A member reviews them before the import. */
export function guessColumns(head: readonly string[], sample: readonly (readonly string[])[]): readonly ImportColumn[] {
  const names = head.map((name) => name.trim());
  const lower = names.map((name) => name.toLowerCase());
  const id = ID_NAMES.map((name) => lower.indexOf(name)).find((index) => index >= 0);
  const exported = EXPORTED_COLUMNS.every((name) => names.includes(name));
  const attributes = names.map(attributeName);
  return names.map((name, index) => {
    const attribute = attributes[index] ?? "";
    if (index === id) return { name, attribute, use: "id" };
    if (exported) return { name, attribute, use: name === "attributes" ? "attributes" : "none" };
    // If two columns map to the same attribute, the first wins until a member changes it.
    if (attribute === "" || attributes.indexOf(attribute) < index) return { name, attribute, use: "none" };
    const values = sample.map((fields) => fields[index]?.trim() ?? "").filter((value) => value !== "");
    if (values.length === 0) return { name, attribute, use: "text" };
    // Numbers with a leading zero are phone numbers or postal codes.
    if (values.every((value) => NUMBER.test(value) && !/^0\d/.test(value))) return { name, attribute, use: "number" };
    const truths = [...TRUE, ...FALSE];
    return { name, attribute, use: values.every((value) => truths.includes(value.toLowerCase())) ? "boolean" : "text" };
  });
}

const KEY = /^[A-Za-z][A-Za-z0-9_]*$/;
/** Common file headers for the attributes that lists and searches use. */
const COLUMN_ALIASES: Readonly<Record<string, string>> = {
  e_mail: "email",
  mail: "email",
  email_address: "email",
  full_name: "name",
  display_name: "name",
};

/**
 * Converts a column name to an attribute name: letters, digits, and _.
 *
 * @example
 * attributeName("Company size"); // "company_size"
 */
export function attributeName(column: string): string {
  const plain = column
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "");
  const known = Object.hasOwn(COLUMN_ALIASES, plain) ? COLUMN_ALIASES[plain] : undefined;
  const name = known ?? (KEY.test(column) ? column : plain);
  const usable = name.length <= limits.attribute_key_chars_max && findReservedKey({ [name]: 0 }) === undefined;
  return usable ? name : "";
}

export type ImportedRow =
  | { readonly outcome: "read"; readonly person: ImportedPerson }
  | { readonly outcome: "refused"; readonly cause: Cause };

const refuse = (cause: Cause): ImportedRow => ({ outcome: "refused", cause });

/**
 * Parses a row into the server's format, or returns why it can't be read. Empty fields change nothing.
 *
 * @example
 * parseImportedPerson({ line: 2, fields: ["u_1", "3"] }, columns);
 */
export function parseImportedPerson(row: CsvRow, columns: readonly ImportColumn[]): ImportedRow {
  if (row.fields.slice(columns.length).some((field) => field.trim() !== "")) {
    return refuse(refusal("fields_extra", { fields: row.fields.length, columns: columns.length }));
  }
  let external_id = "";
  const attributes: Record<string, Attribute> = Object.create(null);
  // Exports with attributes as JSON use csvLine, which guards fields against formulas.
  const guarded = columns.some(({ use }) => use === "attributes");
  for (const [index, { name, attribute, use }] of columns.entries()) {
    const field = row.fields[index] ?? "";
    const text = (guarded ? removeFormulaGuard(field) : field).trim();
    if (text === "" || use === "none") continue;
    if (use === "attributes") {
      const all = parseAttributes(text);
      if (all === undefined) return refuse(refusal("not_attributes", { column: name }));
      Object.assign(attributes, all);
      continue;
    }
    if (text.length > limits.people_import_cell_chars_max) {
      return refuse(refusal("field_too_long", { column: name, chars_max: limits.people_import_cell_chars_max }));
    }
    if (use === "id") external_id = text;
    else {
      const value = parseValue(text, use);
      if (value === undefined) {
        return refuse(refusal(use === "number" ? "not_number" : "not_boolean", { column: name, text }));
      }
      attributes[attribute] = value;
    }
  }
  return external_id === "" ? refuse(refusal("id_missing")) : { outcome: "read", person: { external_id, attributes } };
}

/** Prototype keys stay plain keys, because the object has no prototype. The server rejects them by name. */
function parseAttributes(text: string): Readonly<Record<string, Attribute>> | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
  const entries = Object.entries(found);
  return entries.every(isAttribute) ? Object.fromEntries(entries) : undefined;
}

function isAttribute(entry: [string, unknown]): entry is [string, Attribute] {
  const [, value] = entry;
  if (Array.isArray(value)) return value.every((each) => typeof each === "string");
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function parseValue(text: string, use: Exclude<ColumnUse, "id" | "attributes" | "none">) {
  switch (use) {
    case "text":
      return text;
    case "number":
      return NUMBER.test(text) ? Number(text) : undefined;
    case "boolean":
      if (TRUE.includes(text.toLowerCase())) return true;
      return FALSE.includes(text.toLowerCase()) ? false : undefined;
    case "list":
      return text
        .split(/[;|,]/)
        .map((each) => each.trim())
        .filter((each) => each !== "");
  }
}

/**
 * Returns why these columns can't be imported, or undefined if they are valid.
 *
 * @example
 * columnsProblem(columns); // { code: "id_column_missing", values: {} }
 */
export function columnsProblem(columns: readonly ImportColumn[]): Cause | undefined {
  const ids = columns.filter(({ use }) => use === "id");
  if (ids.length === 0) return refusal("id_column_missing");
  if (ids.length > 1) return refusal("id_column_repeated");
  const names = columns.filter(({ use }) => isSingleAttribute(use)).map(({ attribute }) => attribute);
  const wrong = names.find((name) => name === "" || attributeName(name) !== name);
  if (wrong !== undefined) return refusal("attribute_name_invalid", { attribute: wrong });
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? undefined : refusal("attribute_repeated", { attribute: twice });
}

export const isSingleAttribute = (use: ColumnUse): boolean => use !== "id" && use !== "attributes" && use !== "none";
