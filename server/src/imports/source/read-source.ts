import { parse, parseExpression } from "@babel/parser";
import type { AssignmentExpression, ExportDefaultDeclaration, Node } from "@babel/types";
import { StartupError } from "../../lib/operator-errors.ts";
import { type Declaration, type Declarations, declaredValue, literalValue } from "./literal-value.ts";
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
  const { program } = parse(text, {
    sourceType: "unambiguous",
    // A part of a function is enough, with its return.
    allowReturnOutsideFunction: true,
    plugins: [...plugins],
  });
  const nodes = allNodes(program);
  const declarations: Declarations = new Map(nodes.flatMap(declarationsIn));
  const read = (node: Node): SourceValue => literalValue(node, text, declarations);
  const calls = nodes
    .flatMap((node): readonly (SourceCall & { readonly at: number })[] => {
      if (node.type === "CallExpression" || node.type === "NewExpression") {
        const called = lastName(node.callee);
        return called === undefined ? [] : [{ ...called, args: node.arguments.map(read) }];
      }
      if (node.type !== "JSXOpeningElement" || node.name.type !== "JSXIdentifier") return [];
      return [{ name: node.name.name, at: node.start ?? 0, args: [read(node)] }];
    })
    // The last call of a chain is the outermost one.
    .sort((left, right) => left.at - right.at);
  const exported = nodes.flatMap((node) => (isExport(node) ? [read(exportedNode(node))] : []));
  const values = [...declarations.values()].map((each) => declaredValue(each, text, declarations));
  return { calls, values: [...exported, ...values] };
}

/** Names of a variable or class field, also those that a pattern takes: `const [{ steps }] = useState({ steps: [] })`. */
function declarationsIn(node: Node): readonly (readonly [string, Declaration])[] {
  if (node.type === "ClassProperty" && node.key.type === "Identifier" && node.value)
    return [[`this.${node.key.name}`, { node: node.value, path: [] }]];
  if (node.type !== "VariableDeclarator" || !node.init) return [];
  const { init } = node;
  const pattern = node.id.type === "ArrayPattern" ? node.id.elements[0] : node.id;
  if (pattern?.type === "Identifier") return [[pattern.name, { node: init, path: [] }]];
  if (pattern?.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property) =>
    property.type === "ObjectProperty" && property.key.type === "Identifier" && property.value.type === "Identifier"
      ? [[property.value.name, { node: init, path: [property.key.name] }] as const]
      : [],
  );
}

type Export = ExportDefaultDeclaration | AssignmentExpression;

/** `export default …` and `module.exports = …`. */
function isExport(node: Node): node is Export {
  if (node.type === "ExportDefaultDeclaration") return true;
  if (node.type !== "AssignmentExpression" || node.left.type !== "MemberExpression") return false;
  const { object, property } = node.left;
  const is_module = object.type === "Identifier" && (object.name === "module" || object.name === "exports");
  return is_module && property.type === "Identifier";
}

function exportedNode(node: Export): Node {
  return node.type === "AssignmentExpression" ? node.right : node.declaration;
}

/** The name of what is called, and where it stands. */
function lastName(callee: Node): { readonly name: string; readonly at: number } | undefined {
  const called = callee.type === "MemberExpression" ? callee.property : callee;
  return called.type === "Identifier" ? { name: called.name, at: called.start ?? 0 } : undefined;
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
