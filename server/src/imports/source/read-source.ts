import { parse, parseExpression } from "@babel/parser";
import type { Node } from "@babel/types";
import { StartupError } from "../../lib/operator-errors.ts";
import { type Declarations, literalValue } from "./literal-value.ts";
import type { SourceCall, SourceFile, SourceValue } from "./source-value.ts";

/** Characters of a file. Parsing this many takes about 100 ms. */
const IMPORT_CHARS_MAX = 1024 * 1024;

/**
 * Reads JSON, JavaScript, TypeScript, or JSX. The code is parsed and never run.
 *
 * @throws StartupError if the file is too large or can't be parsed.
 * @example
 * readSource("tour.js", "driver({ steps: [] })").calls; // [{ name: "driver", args: [{ kind: "object", … }] }]
 */
export function readSource(name: string, text: string): SourceFile {
  if (text.length > IMPORT_CHARS_MAX) {
    throw new StartupError(
      `${name} is longer than ${IMPORT_CHARS_MAX} characters. Import only the file with the steps.`,
    );
  }
  try {
    if (name.endsWith(".json")) return { calls: [], values: [literalValue(parseExpression(text), text, new Map())] };
    // Only files without JSX may have casts like <Step[]>steps.
    return readProgram(text, name.endsWith(".ts") ? ["typescript"] : ["typescript", "jsx"]);
  } catch (error) {
    if (error instanceof SyntaxError) throw new StartupError(`${name} can't be parsed: ${error.message}`);
    if (error instanceof RangeError) throw new StartupError(`${name} is nested too deeply. Import only the steps.`);
    throw error;
  }
}

/** @throws StartupError if the text of a file is too long. */
export function assertLength(name: string, text: string): void {
  if (text.length <= IMPORT_CHARS_MAX) return;
  throw new StartupError(`${name} is longer than ${IMPORT_CHARS_MAX} characters. Import only the file with the steps.`);
}

function readProgram(text: string, plugins: readonly ("typescript" | "jsx")[]): SourceFile {
  const { program } = parse(text, { sourceType: "unambiguous", plugins: [...plugins] });
  const nodes = allNodes(program);
  const declarations: Declarations = new Map(
    nodes.flatMap((node) =>
      node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.init
        ? [[node.id.name, node.init] as const]
        : [],
    ),
  );
  const read = (node: Node): SourceValue => literalValue(node, text, declarations);
  const calls = nodes.flatMap((node): readonly SourceCall[] => {
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const name = lastName(node.callee);
      return name === undefined ? [] : [{ name, args: node.arguments.map(read) }];
    }
    if (node.type !== "JSXOpeningElement" || node.name.type !== "JSXIdentifier") return [];
    return [{ name: node.name.name, args: [read(node)] }];
  });
  const exported = nodes.flatMap((node) => (node.type === "ExportDefaultDeclaration" ? [read(node.declaration)] : []));
  return { calls, values: [...exported, ...[...declarations.values()].map(read)] };
}

function lastName(callee: Node): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier") return callee.property.name;
  return undefined;
}

/** All nodes below this one, in the order of the file. */
function allNodes(root: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      found.push(value);
      for (const [key, child] of Object.entries(value)) if (!NOT_CHILDREN.includes(key)) visit(child);
    }
  };
  visit(root);
  return found;
}

const NOT_CHILDREN: readonly string[] = ["loc", "extra", "leadingComments", "trailingComments", "innerComments"];

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
