import type {
  CallExpression,
  JSXElement,
  JSXFragment,
  JSXOpeningElement,
  MemberExpression,
  Node,
  ObjectExpression,
} from "@babel/types";
import { idSelector } from "../selector-target.ts";
import type { SourceValue } from "./source-value.ts";

/** A value, or the part of it that a pattern takes: `const { steps } = options`. */
export interface Declaration {
  readonly node: Node;
  readonly path: readonly string[];
}

/** Initial values of a file's variables by name, and of class fields by `this.name`. */
export type Declarations = ReadonlyMap<string, Declaration>;

/** Calls of frameworks around a value that they return, or a function that returns it. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...["useState", "useMemo", "useRef", "useSetState", "ref", "shallowRef", "reactive", "computed", "signal", "freeze"],
]);
/** What a wrapped value is read with. */
const UNWRAPPED: ReadonlySet<string> = new Set(["value", "current"]);

/** Nested variables that are followed before the rest counts as code. */
const FOLLOWED_MAX = 10;

/**
 * A literal, or a variable that has one. Everything else is code, except calls that only look up an element:
 * `document.querySelector("#menu")` has the value `#menu`.
 */
export function literalValue(node: Node, source: string, declarations: Declarations): SourceValue {
  return read(node, { source, declarations, followed: 0 });
}

interface Scope {
  readonly source: string;
  readonly declarations: Declarations;
  readonly followed: number;
}

function read(node: Node, scope: Scope): SourceValue {
  const line = node.loc?.start.line ?? 0;
  switch (node.type) {
    case "StringLiteral":
    case "DirectiveLiteral":
      return { kind: "text", line, text: node.value };
    case "JSXEmptyExpression":
      return { kind: "markup", line, text: "" };
    case "JSXText":
      return { kind: "markup", line, text: jsxText(node.value) };
    case "NumericLiteral":
      return { kind: "number", line, value: node.value };
    case "BooleanLiteral":
      return { kind: "boolean", line, value: node.value };
    case "NullLiteral":
      return { kind: "null", line };
    case "TemplateLiteral":
      return node.expressions.length === 0
        ? { kind: "text", line, text: node.quasis.map(({ value }) => value.cooked ?? "").join("") }
        : code(node, line, scope);
    case "ObjectExpression":
      return { kind: "object", line, fields: objectFields(node, scope) };
    case "ArrayExpression":
      return {
        kind: "list",
        line,
        items: node.elements.flatMap((each) => (each === null ? [] : listItems(each, scope))),
      };
    case "JSXElement":
    case "JSXFragment":
      return markup(node, line, scope);
    case "JSXOpeningElement":
      return { kind: "object", line, fields: attributeFields(node, scope) };
    case "JSXExpressionContainer":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
      return read(node.expression, scope);
    default:
      return readExpression(node, line, scope);
  }
}

function readExpression(node: Node, line: number, scope: Scope): SourceValue {
  switch (node.type) {
    case "Identifier":
      return declared(node.name, scope) ?? code(node, line, scope);
    case "MemberExpression":
      return member(node, scope) ?? code(node, line, scope);
    case "UnaryExpression": {
      const of = read(node.argument, scope);
      if (node.operator === "-" && of.kind === "number") return { kind: "number", line, value: -of.value };
      // Build tools write true as !0.
      if (node.operator === "!" && of.kind === "number") return { kind: "boolean", line, value: of.value === 0 };
      return code(node, line, scope);
    }
    case "BinaryExpression": {
      const [left, right] = [read(node.left, scope), read(node.right, scope)];
      return node.operator === "+" && left.kind === "text" && right.kind === "text"
        ? { kind: "text", line, text: left.text + right.text }
        : code(node, line, scope);
    }
    case "CallExpression": {
      const wrapped = wrappedValue(node);
      if (wrapped !== undefined) return read(wrapped, scope);
      const selector = selectorOf(node);
      return selector === undefined ? code(node, line, scope) : { kind: "text", line, text: selector };
    }
    case "ArrowFunctionExpression": {
      const selector = selectorOf(node);
      return selector === undefined ? code(node, line, scope) : { kind: "text", line, text: selector };
    }
    default:
      return code(node, line, scope);
  }
}

/** The value of a declaration, or of the part that a pattern takes. */
export function declaredValue({ node, path }: Declaration, source: string, declarations: Declarations): SourceValue {
  return partOf(literalValue(node, source, declarations), path) ?? { kind: "null", line: node.loc?.start.line ?? 0 };
}

function declared(name: string, scope: Scope): SourceValue | undefined {
  const found = scope.declarations.get(name);
  if (found === undefined || scope.followed >= FOLLOWED_MAX) return undefined;
  return partOf(read(found.node, { ...scope, followed: scope.followed + 1 }), found.path);
}

function partOf(value: SourceValue, path: readonly string[]): SourceValue | undefined {
  return path.reduce<SourceValue | undefined>(
    (found, name) => (found?.kind === "object" ? found.fields.get(name) : undefined),
    value,
  );
}

/** `options.steps`, `this.steps`, and `steps.value`. */
function member({ object, property, computed }: MemberExpression, scope: Scope): SourceValue | undefined {
  if (computed || property.type !== "Identifier") return undefined;
  if (object.type === "ThisExpression") return declared(`this.${property.name}`, scope);
  const base = read(object, scope);
  if (base.kind === "object") return base.fields.get(property.name);
  return base.kind === "list" && UNWRAPPED.has(property.name) ? base : undefined;
}

function wrappedValue({ callee, arguments: [first] }: CallExpression): Node | undefined {
  const called = callee.type === "MemberExpression" ? callee.property : callee;
  if (called.type !== "Identifier" || !WRAPPERS.has(called.name) || first === undefined) return undefined;
  if (first.type !== "ArrowFunctionExpression" && first.type !== "FunctionExpression") return first;
  if (first.body.type !== "BlockStatement") return first.body;
  const [only, ...more] = first.body.body;
  return only?.type === "ReturnStatement" && more.length === 0 ? (only.argument ?? undefined) : undefined;
}

function code(node: Node, line: number, { source }: Scope): SourceValue {
  return { kind: "code", line, code: source.slice(node.start ?? 0, node.end ?? 0) };
}

/** The selector of `document.querySelector("…")` and `document.getElementById("…")`, also as a function's result. */
function selectorOf(node: Node): string | undefined {
  if (node.type === "ArrowFunctionExpression") return selectorOf(node.body);
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { object, property } = node.callee;
  const [argument] = node.arguments;
  if (object.type !== "Identifier" || object.name !== "document" || property.type !== "Identifier") return undefined;
  if (argument?.type !== "StringLiteral") return undefined;
  if (property.name === "querySelector") return argument.value;
  return property.name === "getElementById" ? idSelector(argument.value) : undefined;
}

function objectFields(node: ObjectExpression, scope: Scope): ReadonlyMap<string, SourceValue> {
  const fields = new Map<string, SourceValue>();
  for (const property of node.properties) {
    const line = property.loc?.start.line ?? 0;
    if (property.type === "SpreadElement") {
      const spread = read(property.argument, scope);
      if (spread.kind === "object") for (const [name, value] of spread.fields) fields.set(name, value);
      else fields.set(`...${fields.size}`, spread);
      continue;
    }
    const name = property.computed ? `[${fields.size}]` : keyOf(property.key);
    if (property.type === "ObjectMethod") fields.set(name, code(property, line, scope));
    else if (!isUndefined(property.value)) fields.set(name, read(property.value, scope));
  }
  return fields;
}

function keyOf(key: Node): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "StringLiteral" || key.type === "NumericLiteral") return String(key.value);
  return "?";
}

function isUndefined(node: Node): boolean {
  return node.type === "Identifier" && node.name === "undefined";
}

function listItems(node: Node, scope: Scope): readonly SourceValue[] {
  if (node.type !== "SpreadElement") return [read(node, scope)];
  const spread = read(node.argument, scope);
  return spread.kind === "list" ? spread.items : [spread];
}

function attributeFields({ attributes }: JSXOpeningElement, scope: Scope): ReadonlyMap<string, SourceValue> {
  const fields = new Map<string, SourceValue>();
  for (const attribute of attributes) {
    const line = attribute.loc?.start.line ?? 0;
    if (attribute.type === "JSXSpreadAttribute") {
      const spread = read(attribute.argument, scope);
      if (spread.kind === "object") for (const [name, value] of spread.fields) fields.set(name, value);
      else fields.set(`...${fields.size}`, spread);
    } else if (attribute.name.type === "JSXIdentifier") {
      // An attribute without a value is true.
      const { value } = attribute;
      fields.set(attribute.name.name, value ? read(value, scope) : { kind: "boolean", line, value: true });
    }
  }
  return fields;
}

/** JSX as HTML. Components and expressions in it are code. */
function markup(node: JSXElement | JSXFragment, line: number, scope: Scope): SourceValue {
  const inner = node.children.map((child) => {
    const value =
      child.type === "JSXText" ? { kind: "markup" as const, text: jsxText(child.value) } : read(child, scope);
    if (value.kind === "markup") return value.text;
    return value.kind === "text" ? escapeHtml(value.text) : undefined;
  });
  if (inner.some((part) => part === undefined)) return code(node, line, scope);
  const text = inner.join("");
  if (node.type === "JSXFragment") return { kind: "markup", line, text };
  const { name } = node.openingElement;
  if (name.type !== "JSXIdentifier" || !/^[a-z]/.test(name.name)) return code(node, line, scope);
  const attributes = [...attributeFields(node.openingElement, scope)].flatMap(([key, value]) =>
    value.kind === "text" ? [` ${key}="${escapeHtml(value.text)}"`] : [],
  );
  return { kind: "markup", line, text: `<${name.name}${attributes.join("")}>${text}</${name.name}>` };
}

/** As React does, joins lines with spaces. */
function jsxText(text: string): string {
  return escapeHtml(text.replace(/\s*\n\s*/g, " "));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
