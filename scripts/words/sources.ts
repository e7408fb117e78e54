import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { ROOT } from "../terminal.ts";
import type { Text } from "./rules.ts";

type Role = Text["role"];

/** Components, attributes, and calls that determine a text's role: button, title, toast, or other interface text. */
const BUTTONS = /^(?:Button|SubmitButton|MenuItem|LinkButton)$/;
const TITLES = new Set(["title", "heading"]);
const PROPERTY_ROLES: ReadonlyMap<string, Role> = new Map([
  ["title", "title"],
  ["description", "interface"],
  ["detail", "interface"],
]);
const CALLS = /^(?:t|tCount|asTranslated|splitTemplate)$/;

interface Range {
  readonly start: number;
  readonly end: number;
  readonly role: Role;
}

const nameOf = (node: ESTree.Node | null | undefined): string =>
  node?.type === "Identifier" || node?.type === "JSXIdentifier"
    ? node.name
    : node?.type === "MemberExpression" && node.property.type === "Identifier"
      ? `${nameOf(node.object)}.${node.property.name}`
      : "";

const literalOf = (node: ESTree.Node | null | undefined): string | undefined =>
  node?.type === "Literal" && typeof node.value === "string"
    ? node.value
    : node?.type === "TemplateLiteral"
      ? node.quasis.map(({ value }) => value.cooked ?? "").join("{x}")
      : undefined;

/** Texts of the console: arguments of `t` and `tCount`, with the role from their position in JSX. */
export function interfaceTexts(file: string, source: string): readonly Text[] {
  const ranges: Range[] = [];
  const found: { readonly node: ESTree.Node; readonly text: string }[] = [];
  const { program } = parseSync(file, source);
  const mark = (node: ESTree.Node | null | undefined, role: Role): void => {
    if (node) ranges.push({ start: node.start, end: node.end, role });
  };
  new Visitor({
    JSXElement: (node) => {
      if (BUTTONS.test(nameOf(node.openingElement.name))) for (const child of node.children) mark(child, "button");
    },
    Property: (node) => {
      const role = PROPERTY_ROLES.get(nameOf(node.key));
      if (role !== undefined) mark(node.value, role);
    },
    JSXAttribute: (node) => mark(node.value, TITLES.has(nameOf(node.name)) ? "title" : "interface"),
    CallExpression: (node) => {
      const name = nameOf(node.callee);
      if (name.startsWith("toast.")) mark(node.arguments[0], "toast");
      if (!CALLS.test(name)) return;
      for (const argument of node.arguments) {
        const text = literalOf(argument);
        if (text !== undefined) found.push({ node: argument, text });
      }
    },
  }).visit(program);
  return found.map(({ node, text }) => ({ text, at: position(file, source, node.start), role: roleAt(node, ranges) }));
}

function roleAt({ start, end }: ESTree.Node, ranges: readonly Range[]): Role {
  const around = ranges.filter((range) => range.start <= start && end <= range.end);
  const [innermost] = around.toSorted((one, other) => one.end - one.start - (other.end - other.start));
  return innermost?.role ?? "interface";
}

/**
 * Complete sentences in the code of server, contract, and SDK: problem details, refusals, command output, and emails.
 */
export function sentences(file: string, source: string): readonly Text[] {
  const found: Text[] = [];
  const { program } = parseSync(file, source);
  const take = (node: ESTree.Node): void => {
    const text = literalOf(node);
    if (text === undefined || !/^(?!Usage:)[\p{Lu}{][^\n]* [^\n]*[.?!:]$/u.test(text)) return;
    found.push({ text, at: position(file, source, node.start), role: "sentence" });
  };
  new Visitor({ Literal: take, TemplateLiteral: take }).visit(program);
  return found;
}

/**
 * Prose of a Markdown page: paragraphs, list items, and headings. Excludes code; table cells are exempt from length
 * rules.
 */
export function proseOf(file: string, source: string): readonly Text[] {
  const lines = source
    .replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->/g, (block) => block.replaceAll(/[^\n]/g, ""))
    .split("\n");
  const texts: Text[] = [];
  let paragraph: string[] = [];
  let first = 1;
  const end = (): void => {
    if (paragraph.length > 0) {
      texts.push({ text: plain(paragraph.join(" ")), at: `${file}:${first}`, role: "documentation" });
    }
    paragraph = [];
  };
  for (const [index, line] of lines.entries()) {
    const starts = /^\s*(?:[-*]|\d+\.|#+|>|\|)\s/.exec(line);
    if (line.trim() === "" || starts !== null) end();
    if (line.trim() === "" || /^\s*\|?[\s|:-]+$/.test(line)) continue;
    if (paragraph.length === 0) first = index + 1;
    if (starts?.[0].trim() === "|") {
      for (const cell of line.split("|")) {
        if (cell.trim() !== "") texts.push({ text: plain(cell), at: `${file}:${index + 1}`, role: "documentation" });
      }
    } else paragraph.push(line.slice(starts?.[0].length ?? 0).trim());
  }
  end();
  return texts;
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*|__/g, "")
    .trim();

const position = (file: string, source: string, offset: number): string =>
  `${file}:${source.slice(0, offset).split("\n").length}`;

const TESTS = /\.(?:test|contract|web|fuzz)\.tsx?$|\.d\.ts$|\/test\//;
const OTHER =
  /\/i18n\/|\/text\/(?:locales\/|survey-labels)|\/migrations\/|single-sign-on\/provider-problem|\/email-translations/;

export function allTexts(files: readonly string[]): readonly Text[] {
  return files.flatMap((file) => {
    if (TESTS.test(file) || OTHER.test(file)) return [];
    const read = (): string => readFileSync(join(ROOT, file), "utf8");
    if (/^console\/src\/.*\.tsx?$/.test(file)) return interfaceTexts(file, read());
    if (/^(?:server|contract|sdk)\/src\/.*\.tsx?$/.test(file)) return sentences(file, read());
    return /^(?:[A-Z]+|docs\/.*)\.md$/.test(file) ? proseOf(file, read()) : [];
  });
}
