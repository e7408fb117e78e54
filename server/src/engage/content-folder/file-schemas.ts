import { FOLDER_FORMAT } from "@fanfare/contract/content-folder";
import { createGoalRequestSchema } from "@fanfare/contract/schema/analytics/goal";
import { createTrackerRequestSchema } from "@fanfare/contract/schema/analytics/tracker";
import { contentNameSchema, editionSchema } from "@fanfare/contract/schema/content/content";
import { fileSchemaSchema } from "@fanfare/contract/schema/content/content-folder";
import { buttonRuleSchema, pageRuleSchema, ruleSchema, segmentRuleSchema } from "@fanfare/contract/schema/content/rule";
import { textsSchema } from "@fanfare/contract/schema/content/text";
import { putThemeRequestSchema, themeChoiceSchema } from "@fanfare/contract/schema/content/theme";
import { createCapGroupRequestSchema, createSegmentRequestSchema } from "@fanfare/contract/schema/people/segment";
import { z } from "zod";
import { fieldSentence } from "./field-sentences.ts";
import { ROOT_FILE } from "./folder-files.ts";

type Described = z.core.JSONSchema.BaseSchema;
type Definitions = Readonly<Record<string, unknown>>;

const { experiment, translations, ...edition } = editionSchema.shape;
const { variants, ...experiment_fields } = experiment.unwrap().shape;
const { id: variant_id, ...variant } = variants.element.shape;

/** What each kind of file contains, as the folder has it: translations and variants are files of their own. */
const FILES = {
  folder: z.strictObject({ format: z.literal(FOLDER_FORMAT) }),
  theme: putThemeRequestSchema,
  segment: createSegmentRequestSchema,
  "cap-group": createCapGroupRequestSchema,
  tracker: createTrackerRequestSchema,
  goal: createGoalRequestSchema,
  content: z.strictObject({
    name: contentNameSchema,
    ...edition,
    experiment: z.strictObject({ ...experiment_fields, variants: z.array(variant_id) }).optional(),
  }),
  locale: textsSchema,
  variant: z.strictObject(variant),
} as const;
export type FileSchemaName = keyof typeof FILES;

/** Files with parts of a draft, which may be incomplete. */
const DRAFTS: ReadonlySet<FileSchemaName> = new Set(["content", "locale", "variant"]);

/** Checked for its size before it's parsed, so that the schema of a rule has to be described by itself. */
const RULES = {
  audience: ruleSchema,
  person_rule: segmentRuleSchema,
  button_rule: buttonRuleSchema,
  page_rule: pageRuleSchema,
} as const;

/** Name of the schema for a file of the folder. Undefined if there's no such file. */
export function schemaNameOf(path: string): FileSchemaName | undefined {
  if (path === ROOT_FILE) return "folder";
  const [folder = "", ...rest] = path.split("/");
  if (folder !== "contents") return FLAT[folder];
  if (rest[1] === "locales") return "locale";
  return rest[1] === "variants" ? "variant" : "content";
}

const FLAT: Readonly<Record<string, FileSchemaName>> = {
  themes: "theme",
  segments: "segment",
  "cap-groups": "cap-group",
  trackers: "tracker",
  goals: "goal",
};

export const FILE_SCHEMA_NAMES = Object.keys(FILES) as readonly FileSchemaName[];

/**
 * JSON Schema of a file, for editors. Describes what a push accepts: a draft may have empty texts and lists, so those
 * aren't errors here.
 *
 * @example
 * fileSchema("segment").properties.name.description; // "Name in the console."
 */
export function fileSchema(name: FileSchemaName): z.output<typeof fileSchemaSchema> {
  const options = optionsFor(DRAFTS.has(name));
  const main = z.toJSONSchema(FILES[name], options);
  const $defs: Record<string, unknown> = { ...main.$defs };
  const missing = () => Object.entries(RULES).filter(([rule]) => isUsed(rule, [main, $defs]) && !(rule in $defs));
  for (let rules = missing(); rules.length > 0; rules = missing()) {
    for (const [rule, { out }] of rules) addRule($defs, rule, z.toJSONSchema(out, options));
  }
  const own = { $schema: { type: "string", description: "Lets editors check and complete this file." } };
  const schema = { ...main, properties: { ...own, ...main.properties } };
  const all = { ...schema, ...(Object.keys($defs).length === 0 ? {} : { $defs }) };
  return fileSchemaSchema.parse(withSentences(all, $defs));
}

/** Describes each field of each object, at any depth. Fields that have a description keep it. */
function withSentences(part: unknown, $defs: Definitions): unknown {
  if (Array.isArray(part)) return part.map((each) => withSentences(each, $defs));
  if (typeof part !== "object" || part === null) return part;
  const all: Described = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withSentences(value, $defs)]),
  );
  if (all.properties === undefined) return all;
  const fields = Object.entries(all.properties);
  const owner = fields.flatMap(([field, schema]) => [
    ...[field, ...constantsOf(schema, $defs).map((constant) => `${field}:${constant}`)],
  ]);
  const properties = fields.map(([field, schema]) => [
    ...[field, { description: fieldSentence(field, owner), ...Object(schema) }],
  ]);
  return { ...all, properties: Object.fromEntries(properties) };
}

/** The only text that a field may have, such as the kind of a step. */
function constantsOf(schema: unknown, $defs: Definitions): readonly string[] {
  const { $ref, const: constant }: Described = Object(schema);
  if ($ref !== undefined) return constantsOf($defs[$ref.replace("#/$defs/", "")], $defs);
  return typeof constant === "string" ? [constant] : [];
}

function isUsed(rule: string, schemas: readonly unknown[]): boolean {
  return JSON.stringify(schemas).includes(`"#/$defs/${rule}"`);
}

/** Puts a document of its own among the definitions of another one. */
function addRule($defs: Record<string, unknown>, rule: string, { $schema: _, ...document }: Described): void {
  const text = JSON.stringify(document)
    .replaceAll('"#/$defs/__', `"#/$defs/${rule}__`)
    .replaceAll('"$ref":"#"', `"$ref":"#/$defs/${rule}"`);
  const { $defs: inner, ...schema }: Described = JSON.parse(text);
  for (const [part, definition] of Object.entries(inner ?? {})) $defs[part.replace(/^__/, `${rule}__`)] = definition;
  $defs[rule] = schema;
}

function optionsFor(is_draft: boolean) {
  return {
    ...({ io: "input", unrepresentable: "any", reused: "ref" } as const),
    override({ zodSchema, jsonSchema }: { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: Described }) {
      for (const [rule, schema] of Object.entries(RULES)) {
        if (zodSchema === schema) jsonSchema.$ref = `#/$defs/${rule}`;
      }
      if (zodSchema === themeChoiceSchema) delete jsonSchema.pattern;
      nameByKey(jsonSchema);
      if (is_draft) allowIncomplete(jsonSchema);
    },
  };
}

/** Files refer to segments and content by key, as in `references.ts`. */
function nameByKey(schema: Described): void {
  const { kind, segment_id, content_id, ...rest } = schema.properties ?? {};
  const named = typeof kind === "object" ? kind.const : undefined;
  const [from, to, target] =
    named === "segment" ? ["segment_id", "segment", segment_id] : ["content_id", "content", content_id];
  if ((named !== "segment" && named !== "content") || kind === undefined || target === undefined) return;
  schema.properties = { kind, [to]: target, ...rest };
  schema.required = (schema.required ?? []).map((field) => (field === from ? to : field));
}

/** What `parseDraft` accepts: values that are too small or large, and numbers that aren't entered yet. */
function allowIncomplete(schema: Described): void {
  for (const key of ["minLength", "maxLength", "pattern", "format", "minItems", "minimum", "maximum"] as const)
    delete schema[key];
  delete schema.exclusiveMinimum;
  delete schema.exclusiveMaximum;
  if (schema.type === "number" || schema.type === "integer") Object.assign(schema, { type: [schema.type, "null"] });
}
