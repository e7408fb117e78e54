import { expect, test } from "bun:test";
import { FILE_SCHEMA_NAMES, fileSchema } from "./file-schemas.ts";

interface Field {
  readonly path: string;
  readonly description: string | undefined;
}

/** Fields of all objects in a JSON Schema, with their path in the document. */
function fieldsOf(part: unknown, path: string): readonly Field[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const inner = fieldsOf(value, `${path}/${key}`);
    if (key !== "properties") return inner;
    const own = Object.entries<{ description?: string }>(value);
    return [...own.map(([field, { description }]) => ({ path: `${path}/${field}`, description })), ...inner];
  });
}

test("has a sentence for each field of each file, nested ones too", () => {
  const fields = FILE_SCHEMA_NAMES.flatMap((name) => fieldsOf(fileSchema(name), name));
  expect(fields.filter(({ description }) => !/^[A-Z].*\.$/.test(description ?? "")).map(({ path }) => path)).toEqual(
    [],
  );
  expect(fields.length).toBeGreaterThan(300);
});

test("describes a field by the object that has it", () => {
  const sentences = fieldsOf(fileSchema("content"), "content")
    .filter(({ path }) => path.endsWith("/days"))
    .map(({ description }) => description);
  expect(new Set(sentences)).toEqual(
    new Set([
      "Days for which Do not show again hides the content. The default is 365.",
      "Days of the week, from 1 (Monday) to 7 (Sunday).",
      "Number of days.",
    ]),
  );
});
