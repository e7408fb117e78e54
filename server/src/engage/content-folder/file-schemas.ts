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
import { ROOT_FILE } from "./folder-files.ts";

type Described = z.core.JSONSchema.BaseSchema;

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

/** What editors show beside a field. */
const SENTENCES: Readonly<Record<string, string>> = {
  format: "Format of the folder. Servers refuse newer formats than their own.",
  name: "Name in the console.",
  body: "What people see: the type, and its steps, panels, tasks, or questions.",
  locale: "Source language, such as en. Without it, content keeps its language.",
  targeting: "Pages and people that see this content.",
  trigger: "When the content starts. Automatic if omitted.",
  frequency: "How often a person sees the content. Until completed if omitted.",
  schedule: "First and last moment to show the content.",
  delay_ms: "Milliseconds to wait before the content starts.",
  rollout: "Percentage of the audience that sees the content, and of the holdout that never does.",
  experiment: "Variants with their shares. Each ID in variants has a file in variants/.",
  priority: "From -100 to 100. The higher one starts if several could.",
  tags: "Tags for filters and frequency caps.",
  theme: "File name in themes/ without .json, or built_in. In a theme's own file: colors, fonts, and sizes.",
  rule: "Conditions that people must match.",
  runs_max: "Number of times that a person may see the covered content in the window.",
  window_hours: "Length of the window in hours.",
  covers: "Types and tags that the frequency cap covers. All content if empty.",
  on: "What people do, and with which element.",
  urls: "Pages on which the tracker works. All pages without an include pattern.",
  event_name: "Event that completes the goal.",
  props: "Tests of the event's properties, all of which must pass.",
  window_days: "Days after a view in which a completion is attributed to it.",
  attribution: "Attributes a completion to the first or the last content that the person saw.",
  celebration: "Celebration for people who reach the goal.",
  weight: "Share of people who get this variant, in percent.",
  translations: "Texts of this variant by language.",
};

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
  const properties = Object.entries(main.properties ?? {}).map(([field, schema]) => [
    ...[field, { description: SENTENCES[field], ...Object(schema) }],
  ]);
  const own = { $schema: { type: "string", description: "Lets editors check and complete this file." } };
  return fileSchemaSchema.parse({
    ...main,
    properties: { ...own, ...Object.fromEntries(properties) },
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  });
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
