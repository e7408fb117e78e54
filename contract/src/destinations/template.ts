import { limits } from "../limits.ts";

/** JSON whose texts may contain placeholders. */
export type Template = string | number | boolean | null | readonly Template[] | { readonly [key: string]: Template };

/** A text's literal parts, and paths of its placeholders in order of preference. */
type TemplatePart = string | { readonly choices: readonly Choice[] };
type Choice = { readonly path: readonly string[] } | { readonly text: string };

/** A key whose value's keys take its place. */
const SPREAD = "...";
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const PATH = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;
const QUOTED = /^"([^"]*)"$/;

/**
 * Fills in a template. A text that is one placeholder becomes its value, of any type. A key, an element, or a text
 * without a value is omitted. Placeholders are paths and texts, so a template can't run code.
 *
 * @example
 * renderTemplate({ user: "{{person.id|anonymous}}", at: "on {{day}}" }, { person: { id: 7 }, day: "Monday" });
 * // { user: 7, at: "on Monday" }
 */
export function renderTemplate(template: Template, context: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === "string") return renderText(template, context);
  if (isList(template)) {
    return template.flatMap((item) => {
      const value = renderTemplate(item, context);
      return value === undefined ? [] : [value];
    });
  }
  if (typeof template !== "object" || template === null) return template;
  const filled = Object.entries(template).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
    const value = renderTemplate(item, context);
    if (key === SPREAD) return typeof value === "object" && value !== null ? Object.entries(value) : [];
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(filled);
}

function renderText(text: string, context: Readonly<Record<string, unknown>>): unknown {
  const parts = parseText(text);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && typeof first !== "string") return choose(first.choices, context);
  return parts.map((part) => (typeof part === "string" ? part : textOf(choose(part.choices, context)))).join("");
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function choose(choices: readonly Choice[], context: Readonly<Record<string, unknown>>): unknown {
  for (const choice of choices) {
    const value = "text" in choice ? choice.text : readPath(context, choice.path);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

/** Own properties only. */
function readPath(context: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  let value: unknown = context;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    // Cast: just checked.
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function parseText(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ choices: (match[1] ?? "").split("|").flatMap((choice) => parseChoice(choice.trim()) ?? []) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function parseChoice(text: string): Choice | undefined {
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted !== undefined) return { text: quoted };
  return PATH.test(text) ? { path: text.split(".") } : undefined;
}

function isList(template: Template): template is readonly Template[] {
  return Array.isArray(template);
}

/** Returns why a template can't be used, or undefined if it can. `roots`: names that paths may begin with. */
export function templateIssue(text: string, roots: readonly string[]): string | undefined {
  if (new TextEncoder().encode(text).byteLength > limits.destination_template_bytes_max) {
    return `The template is longer than ${limits.destination_template_bytes_max} bytes.`;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return "The template isn't JSON.";
  }
  const texts: string[] = [];
  if (!collectTexts(parsed, 1, texts)) {
    return `The template has more than ${limits.destination_template_depth_max} levels.`;
  }
  const placeholders = texts.flatMap((each) => [...each.matchAll(PLACEHOLDER)].map(([, inner]) => inner ?? ""));
  if (placeholders.length > limits.destination_placeholders_max) {
    return `The template has more than ${limits.destination_placeholders_max} placeholders.`;
  }
  for (const placeholder of placeholders) {
    for (const choice of placeholder.split("|")) {
      const parsed_choice = parseChoice(choice.trim());
      if (parsed_choice === undefined)
        return `{{${placeholder}}} isn't a placeholder. Write {{path}} or {{path|"text"}}.`;
      if ("path" in parsed_choice && !roots.includes(parsed_choice.path[0] ?? "")) {
        return `{{${placeholder}}} has an unknown name. Known names: ${roots.join(", ")}.`;
      }
    }
  }
  return undefined;
}

/** Whether the nesting is within bounds. Appends the texts. */
function collectTexts(value: unknown, depth: number, texts: string[]): boolean {
  if (depth > limits.destination_template_depth_max) return false;
  if (typeof value === "string") texts.push(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((item) => collectTexts(item, depth + 1, texts));
}
