import { limits } from "@fanfare/contract/limits";
import type { ImportedPerson } from "@fanfare/contract/schema/people-import";
import type { CsvRow } from "./csv.ts";

/** What becomes of a column: it names the person, it is an attribute of a type, or it is left out. */
export const COLUMN_USES = ["id", "text", "number", "boolean", "list", "none"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

export interface Column {
  readonly name: string;
  readonly use: ColumnUse;
}

const ID_NAMES = ["external_id", "id", "user_id", "userid", "user", "person_id"];
const TRUE = ["true", "yes", "1"];
const FALSE = ["false", "no", "0"];
const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;

/** What the columns of a file seem to be, from their names and the first rows: somebody looks at it before it counts. */
export function guessColumns(head: readonly string[], sample: readonly CsvRow[]): readonly Column[] {
  const names = head.map((name) => name.trim());
  const id = names.findIndex((name) => ID_NAMES.includes(name.toLowerCase()));
  return names.map((name, index) => {
    if (index === id) return { name, use: "id" };
    if (name === "" || name.length > limits.attribute_key_chars_max) return { name, use: "none" };
    const values = sample.map(({ fields }) => fields[index]?.trim() ?? "").filter((value) => value !== "");
    if (values.length === 0) return { name, use: "text" };
    // A number that begins with a zero is somebody's telephone or postal code.
    if (values.every((value) => NUMBER.test(value) && !/^0\d/.test(value))) return { name, use: "number" };
    const truths = [...TRUE, ...FALSE];
    return { name, use: values.every((value) => truths.includes(value.toLowerCase())) ? "boolean" : "text" };
  });
}

/**
 * A row as the server takes it, or why it cannot be read. A field without anything in it changes nothing.
 *
 * @example
 * personOf({ line: 2, fields: ["u_1", "3"] }, [{ name: "id", use: "id" }, { name: "seats", use: "number" }]);
 */
export function personOf(row: CsvRow, columns: readonly Column[]): ImportedPerson | string {
  let external_id = "";
  const attributes: Record<string, string | number | boolean | readonly string[]> = Object.create(null);
  for (const [index, { name, use }] of columns.entries()) {
    const text = row.fields[index]?.trim() ?? "";
    if (text === "" || use === "none") continue;
    if (use === "id") external_id = text;
    else {
      const value = typed(text, use);
      if (value === undefined) return `${name}: “${text}” is no ${use === "number" ? "number" : "yes or no"}.`;
      attributes[name] = value;
    }
  }
  return external_id === "" ? "No id: nobody is named by this line." : { external_id, attributes };
}

function typed(text: string, use: Exclude<ColumnUse, "id" | "none">) {
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
