import { type ParserOptions, parse, parseExpression } from "@babel/parser";
import type { AssignmentExpression, CallExpression, ExportDefaultDeclaration, NewExpression, Node } from "@babel/types";
import type { PageScript } from "../page/page-scripts.ts";
import { isExports, readDeclarations } from "./declarations.ts";
import { createValueReader, type ValueReader } from "./literal-value.ts";
import type { NamedValue, SourceCall, SourceFile } from "./source-value.ts";
import { allNodes, type FunctionNode, isFunction, type Placed, pathOf, returnedNodes } from "./syntax-tree.ts";

/**
 * Reads JSON, JavaScript, TypeScript, or JSX. The code is parsed and never run. Without an extension, such as of pasted
 * text, a list or an object may stand alone.
 *
 * @throws SyntaxError if the file can't be parsed.
 * @example
 * readSource("tour.js", "driver({ steps: [] })").calls; // [{ name: "driver", args: [{ kind: "object", … }] }]
 */
export function readSource(name: string, text: string): SourceFile {
  if (name.endsWith(".json")) return readExpression(text, []);
  if (!name.includes(".") && /^\s*[[{]/.test(text)) return readExpression(text, ["typescript", "jsx"]);
  // Only files without JSX may have casts like <Step[]>steps.
  return readProgram(text, { plugins: name.endsWith(".ts") ? ["typescript"] : ["typescript", "jsx"] });
}

function readExpression(text: string, plugins: Plugins): SourceFile {
  const value = createValueReader(text).read(parseExpression(text, { plugins }));
  return { calls: [], values: [{ name: undefined, value }], returned: [] };
}

/**
 * Reads the scripts of a page as one program, with the page's lines. Scripts that can't be parsed, such as those with
 * parts of a template, are left out and named by line.
 */
export function readScripts(text: string, scripts: readonly PageScript[]): SourceFile {
  const plugins: Plugins = scripts.some(({ is_typescript }) => is_typescript) ? ["typescript"] : ["typescript", "jsx"];
  const parsed = scripts.filter(({ from, to }) => isParsed(text.slice(from, to), plugins));
  const unparsed = scripts.filter((script) => !parsed.includes(script)).map(({ line }) => line);
  // Scripts may declare the same names.
  return { ...readProgram(onlyScripts(text, parsed), { plugins, errorRecovery: true }), unparsed };
}

type Plugins = ("typescript" | "jsx")[];

function isParsed(script: string, plugins: Plugins): boolean {
  try {
    parse(script, { ...PARSER_OPTIONS, plugins });
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The page with spaces in place of everything else, so that lines stay the same. */
function onlyScripts(text: string, scripts: readonly PageScript[]): string {
  let [only, at] = ["", 0];
  for (const { from, to } of scripts) {
    only += `${text.slice(at, from).replace(/[^\n]/g, " ")}${text.slice(from, to)};`;
    // The semicolon is in place of the end tag's first character.
    at = to + 1;
  }
  return only;
}

const PARSER_OPTIONS = {
  sourceType: "unambiguous",
  // A part of a function is enough, with its return.
  allowReturnOutsideFunction: true,
} as const satisfies ParserOptions;

function readProgram(text: string, options: ParserOptions): SourceFile {
  const { program } = parse(text, { ...PARSER_OPTIONS, ...options });
  const nodes = allNodes(program);
  const declarations = readDeclarations(nodes, text);
  const reader = createValueReader(text, declarations);
  const calls = nodes
    .flatMap((placed) => readCall(placed, reader))
    // The last call of a chain is the outermost one.
    .sort((left, right) => left.at - right.at);
  const exported = nodes.flatMap(({ node }): readonly NamedValue[] =>
    isExport(node) ? [{ name: undefined, value: reader.read(exportedNode(node)) }] : [],
  );
  const values = declarations.all.map((each) => ({ name: each.name, value: reader.declared(each) }));
  const returned = nodes.flatMap(({ node }) => (isFunction(node) ? readReturned(node, reader) : []));
  return { calls, values: [...exported, ...values], returned };
}

function readCall(placed: Placed, reader: ValueReader): readonly (SourceCall & { readonly at: number })[] {
  const { node } = placed;
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const called = lastName(node.callee);
    if (called === undefined) return [];
    return [{ ...called, ...namesAround(placed, node), args: node.arguments.map((each) => reader.read(each)) }];
  }
  if (node.type !== "JSXOpeningElement" || node.name.type !== "JSXIdentifier") return [];
  return [{ name: node.name.name, at: node.start ?? 0, args: [reader.read(node)] }];
}

/** What a chain of calls starts with, and the variable that gets the result. */
function namesAround(placed: Placed, call: CallExpression | NewExpression): Pick<SourceCall, "on" | "result"> {
  let start: Node = call;
  while (start.type === "CallExpression" && start.callee.type === "MemberExpression") start = start.callee.object;
  const target = placed.parent?.node;
  const result =
    target?.type === "VariableDeclarator"
      ? target.id
      : target?.type === "AssignmentExpression"
        ? target.left
        : undefined;
  return { on: pathOf(start)?.join("."), result: result && pathOf(result)?.join(".") };
}

function readReturned(node: FunctionNode, reader: ValueReader): readonly NamedValue[] {
  const name = "id" in node && node.id?.type === "Identifier" ? node.id.name : undefined;
  return returnedNodes(node)
    .filter(({ type }) => type === "ArrayExpression" || type === "ObjectExpression")
    .map((each) => ({ name, value: reader.read(each) }));
}

type Export = ExportDefaultDeclaration | AssignmentExpression;

/** `export default …` and `module.exports = …`. */
function isExport(node: Node): node is Export {
  if (node.type === "ExportDefaultDeclaration") return true;
  if (node.type !== "AssignmentExpression") return false;
  const name = pathOf(node.left)?.join(".");
  return name !== undefined && isExports(name);
}

function exportedNode(node: Export): Node {
  return node.type === "AssignmentExpression" ? node.right : node.declaration;
}

/** The name of what is called, and where it stands. */
function lastName(callee: Node): { readonly name: string; readonly at: number } | undefined {
  const called = callee.type === "MemberExpression" ? callee.property : callee;
  return called.type === "Identifier" ? { name: called.name, at: called.start ?? 0 } : undefined;
}
