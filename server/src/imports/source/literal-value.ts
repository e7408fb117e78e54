import type {
  CallExpression,
  Identifier,
  JSXElement,
  JSXFragment,
  JSXOpeningElement,
  MemberExpression,
  Node,
  ObjectExpression,
  TemplateLiteral,
} from "@babel/types";
import { type Declaration, type Declarations, NO_DECLARATIONS } from "./declarations.ts";
import { lookedUpSelector } from "./element-lookup.ts";
import { jsxMarkup, jsxText } from "./jsx-markup.ts";
import type { SourceList, SourceValue } from "./source-value.ts";
import { type FunctionNode, pathOf, propertyOf, returnedNodes } from "./syntax-tree.ts";

/** Calls of frameworks around a value that they return, or a function that returns it. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...["useState", "useMemo", "useRef", "useSetState", "ref", "shallowRef", "reactive", "computed", "signal", "freeze"],
  ...["useCallback", "markRaw", "observable", "defineConfig"],
]);
/** What a wrapped value is read with. */
const UNWRAPPED: ReadonlySet<string> = new Set(["value", "current"]);
/** Methods of lists that leave literal items as they are. */
const KEEPS_ITEMS: ReadonlySet<string> = new Set(["filter", "slice", "flat", "toSorted", "sort"]);
const CHANGES_ITEMS: ReadonlySet<string> = new Set(["map", "flatMap"]);
/** Functions that translate: their default text is an argument or an option. */
const TRANSLATES = /^(?:\$?tc?|translate|formatMessage|instant)$/;
const DEFAULT_TEXTS: readonly string[] = ["defaultMessage", "defaultValue"];

/** Nested variables that are followed before the rest counts as code. */
const FOLLOWED_MAX = 10;
/** Nodes that are read for one file, also through variables: about a second. */
const READ_MAX = 1_000_000;

/** Reads the values of one file. */
export interface ValueReader {
  /**
   * A literal, or a variable that has one. Everything else is code, except calls that only look up an element:
   * `document.querySelector("#menu")` has the value `#menu`.
   *
   * @throws RangeError if the values of the file refer to each other too often.
   */
  read(node: Node): SourceValue;
  /** The value of a declaration, with what the file adds to it later. */
  declared(declaration: Declaration): SourceValue;
}

interface Scope {
  readonly source: string;
  readonly declarations: Declarations;
  readonly followed: readonly Declaration[];
  readonly budget: { left: number };
}

export function createValueReader(source: string, declarations: Declarations = NO_DECLARATIONS): ValueReader {
  const scope: Scope = { source, declarations, followed: [], budget: { left: READ_MAX } };
  return {
    read: (node) => read(node, scope),
    declared: ({ name, node, path }) =>
      named(name, node.start ?? 0, scope) ?? partOf(read(node, scope), path) ?? { kind: "null", line: lineOf(node) },
  };
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 0;
}

function read(node: Node, scope: Scope): SourceValue {
  const line = lineOf(node);
  scope.budget.left -= 1;
  if (scope.budget.left < 0) throw new RangeError("Too many values");
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
      return template(node, scope) ?? code(node, scope);
    case "ObjectExpression":
      return { kind: "object", line, fields: objectFields(node, scope) };
    case "ArrayExpression":
      return { kind: "list", line, items: node.elements.flatMap((each) => (each ? listItems(each, scope) : [])) };
    case "JSXElement":
    case "JSXFragment":
      return markup(node, scope) ?? code(node, scope);
    case "JSXOpeningElement":
      return { kind: "object", line, fields: attributeFields(node, scope) };
    case "JSXExpressionContainer":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
    case "AwaitExpression":
      return node.type === "AwaitExpression" ? read(node.argument, scope) : read(node.expression, scope);
    default:
      return readExpression(node, scope);
  }
}

function readExpression(node: Node, scope: Scope): SourceValue {
  const line = lineOf(node);
  switch (node.type) {
    case "Identifier":
      return named(node.name, node.start ?? 0, scope) ?? code(node, scope);
    case "MemberExpression":
    case "OptionalMemberExpression":
      return member(node, scope) ?? code(node, scope);
    case "UnaryExpression": {
      const of = read(node.argument, scope);
      if (node.operator === "-" && of.kind === "number") return { kind: "number", line, value: -of.value };
      // Build tools write true as !0.
      if (node.operator === "!" && of.kind === "number") return { kind: "boolean", line, value: of.value === 0 };
      return code(node, scope);
    }
    case "BinaryExpression": {
      const [left, right] = [read(node.left, scope), read(node.right, scope)];
      return node.operator === "+" && left.kind === "text" && right.kind === "text"
        ? { kind: "text", line, text: left.text + right.text }
        : code(node, scope);
    }
    case "CallExpression":
      return called(node, scope) ?? code(node, scope);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "FunctionDeclaration":
    case "ClassMethod":
    case "ObjectMethod":
      return returned(node, scope) ?? code(node, scope);
    default:
      return code(node, scope);
  }
}

/** The value of a name. Of several, the only one that isn't empty. */
function named(name: string, at: number, scope: Scope): SourceValue | undefined {
  const found = scope.declarations.find(name, at);
  if (found === undefined || scope.followed.length >= FOLLOWED_MAX) return undefined;
  const values = found.flatMap((each) => {
    if (scope.followed.includes(each)) return [];
    const value = partOf(read(each.node, { ...scope, followed: [...scope.followed, each] }), each.path);
    return value === undefined ? [] : [value];
  });
  const given = values.length > 1 ? values.filter((value) => !isEmpty(value)) : values;
  const [only = values[0], ...more] = given;
  if (only === undefined || more.length > 0) return undefined;
  if (only.kind === "list") return withAdditions(only, name, at, { ...scope, followed: [...scope.followed, ...found] });
  if (only.kind !== "object") return only;
  const later = scope.declarations.properties(name, at);
  if (later.length === 0) return only;
  const within = { ...scope, followed: [...scope.followed, ...found] };
  return {
    ...only,
    fields: new Map([...only.fields, ...later.map(({ key, node }) => [key, read(node, within)] as const)]),
  };
}

function isEmpty(value: SourceValue): boolean {
  if (value.kind === "list") return value.items.length === 0;
  return value.kind === "null" || (value.kind === "object" && value.fields.size === 0);
}

function withAdditions(list: SourceList, name: string, at: number, scope: Scope): SourceList {
  const additions = scope.declarations.additions(name, at).map(({ nodes, is_first, only_if }) => {
    const items = nodes
      .flatMap((node) => listItems(node, scope))
      .flatMap((item) => (item.kind === "list" ? item.items : [item]));
    return { is_first, items: only_if === undefined ? items : items.map((item) => onlyIf(item, only_if)) };
  });
  const before = additions.filter(({ is_first }) => is_first).toReversed();
  const after = additions.filter(({ is_first }) => !is_first);
  const items = (added: typeof additions): readonly SourceValue[] => added.flatMap((each) => each.items);
  return { ...list, items: [...items(before), ...list.items, ...items(after)] };
}

function onlyIf(item: SourceValue, only_if: string): SourceValue {
  return item.kind === "object" && item.only_if === undefined ? { ...item, only_if } : item;
}

function partOf(value: SourceValue, path: readonly string[]): SourceValue | undefined {
  return path.reduce<SourceValue | undefined>(
    (found, name) => (found?.kind === "object" ? found.fields.get(name) : undefined),
    value,
  );
}

/** `options.steps`, `this.steps`, `tours["home"]`, and `steps.value`. */
function member(node: MemberExpression | Extract<Node, { type: "OptionalMemberExpression" }>, scope: Scope) {
  const path = pathOf(node);
  const whole = path === undefined ? undefined : named(path.join("."), node.start ?? 0, scope);
  if (whole !== undefined) return whole;
  const selector = lookedUpSelector(node);
  if (selector !== undefined) return { kind: "text", line: lineOf(node), text: selector } as const;
  const property = propertyOf(node.property, node.computed);
  if (property === undefined) return undefined;
  const base = read(node.object, scope);
  if (base.kind === "object") return base.fields.get(property);
  if (base.kind !== "list") return undefined;
  return UNWRAPPED.has(property) ? base : base.items[Number(property)];
}

/** What a call returns: of a wrapper, a lookup, a method of a list, a translation, or a function of the file. */
function called(node: CallExpression, scope: Scope): SourceValue | undefined {
  const line = lineOf(node);
  const selector = lookedUpSelector(node);
  if (selector !== undefined) return { kind: "text", line, text: selector };
  const { callee, arguments: args } = node;
  const method = callee.type === "MemberExpression" ? callee.property : callee;
  const name = method.type === "Identifier" ? method.name : "";
  const [first] = args;
  if (WRAPPERS.has(name) && first !== undefined) return read(first, scope);
  if (TRANSLATES.test(name)) return defaultText(node, scope);
  if (callee.type === "MemberExpression") {
    const list = listCall(callee, name, node, scope);
    if (list !== undefined) return list;
  }
  const result = callee.type === "MemberExpression" || callee.type === "Identifier" ? read(callee, scope) : undefined;
  return result === undefined || result.kind === "code" ? undefined : result;
}

function listCall({ object }: MemberExpression, name: string, node: CallExpression, scope: Scope) {
  const is_kept = KEEPS_ITEMS.has(name) || name === "concat";
  if (!is_kept && !CHANGES_ITEMS.has(name)) return undefined;
  const list = read(object, scope);
  if (list.kind !== "list") return undefined;
  if (name === "concat") {
    const more = node.arguments.flatMap((each) => listItems(each, scope));
    return { ...list, items: [...list.items, ...more.flatMap((item) => (item.kind === "list" ? item.items : [item]))] };
  }
  const [change] = node.arguments;
  if (KEEPS_ITEMS.has(name) && (change === undefined || (change.type === "Identifier" && change.name === "Boolean"))) {
    return list;
  }
  return { ...list, changed_by: sourceOf(change ?? node, scope) };
}

/** `t("key", "Text")`, and `formatMessage({ id: "key", defaultMessage: "Text" })`. */
function defaultText({ arguments: args }: CallExpression, scope: Scope): SourceValue | undefined {
  for (const [index, arg] of args.entries()) {
    const value = read(arg, scope);
    if (value.kind === "text" && index > 0) return value;
    if (value.kind !== "object") continue;
    const written = DEFAULT_TEXTS.map((name) => value.fields.get(name)).find((each) => each?.kind === "text");
    if (written !== undefined) return written;
  }
  return undefined;
}

/** What a function without other results returns. */
function returned(node: FunctionNode, scope: Scope): SourceValue | undefined {
  const selector = lookedUpSelector(node);
  if (selector !== undefined) return { kind: "text", line: lineOf(node), text: selector };
  const values = returnedNodes(node).map((each) => read(each, scope));
  const given = values.length > 1 ? values.filter((value) => !isEmpty(value)) : values;
  const [only, ...more] = given;
  return only === undefined || more.length > 0 || only.kind === "code" ? undefined : only;
}

function template({ quasis, expressions }: TemplateLiteral, scope: Scope): SourceValue | undefined {
  let text = "";
  for (const [index, { value, loc }] of quasis.entries()) {
    text += value.cooked ?? "";
    const expression = expressions[index];
    if (expression === undefined) return { kind: "text", line: loc?.start.line ?? 0, text };
    const part = read(expression, scope);
    if (part.kind !== "text" && part.kind !== "number") return undefined;
    text += part.kind === "text" ? part.text : String(part.value);
  }
  return undefined;
}

function sourceOf(node: Node, { source }: Scope): string {
  return source.slice(node.start ?? 0, node.end ?? 0);
}

function code(node: Node, scope: Scope): SourceValue {
  return { kind: "code", line: lineOf(node), code: sourceOf(node, scope) };
}

function objectFields(node: ObjectExpression, scope: Scope): ReadonlyMap<string, SourceValue> {
  const fields = new Map<string, SourceValue>();
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const spread = read(property.argument, scope);
      if (spread.kind === "object") for (const [name, value] of spread.fields) fields.set(name, value);
      else fields.set(`...${fields.size}`, spread);
      continue;
    }
    const name = propertyOf(property.key, property.computed) ?? `[${fields.size}]`;
    if (property.type === "ObjectMethod") fields.set(name, read(property, scope));
    else if (!isUndefined(property.value)) fields.set(name, read(property.value, scope));
  }
  return fields;
}

function isUndefined(node: Node): node is Identifier {
  return node.type === "Identifier" && node.name === "undefined";
}

/** An item, or those of a spread list. Of conditions, each branch is an item that has its condition. */
function listItems(node: Node, scope: Scope): readonly SourceValue[] {
  switch (node.type) {
    case "SpreadElement": {
      const items = listItems(node.argument, scope);
      return items.flatMap((item) => {
        if (item.kind !== "list") return isEmpty(item) ? [] : [item];
        return item.items;
      });
    }
    case "ParenthesizedExpression":
      return listItems(node.expression, scope);
    case "LogicalExpression":
      if (node.operator !== "&&") return [read(node, scope)];
      return conditional(node.right, sourceOf(node.left, scope), scope);
    case "ConditionalExpression": {
      const test = sourceOf(node.test, scope);
      return [...conditional(node.consequent, test, scope), ...conditional(node.alternate, `!(${test})`, scope)];
    }
    default:
      return [read(node, scope)];
  }
}

function conditional(node: Node, only_if: string, scope: Scope): readonly SourceValue[] {
  return listItems(node, scope).flatMap((item): readonly SourceValue[] => {
    if (item.kind === "list") return [{ ...item, items: item.items.map((each) => onlyIf(each, only_if)) }];
    return item.kind === "null" || (item.kind === "boolean" && !item.value) ? [] : [onlyIf(item, only_if)];
  });
}

function attributeFields({ attributes }: JSXOpeningElement, scope: Scope): ReadonlyMap<string, SourceValue> {
  const fields = new Map<string, SourceValue>();
  for (const attribute of attributes) {
    if (attribute.type === "JSXSpreadAttribute") {
      const spread = read(attribute.argument, scope);
      if (spread.kind === "object") for (const [name, value] of spread.fields) fields.set(name, value);
      else fields.set(`...${fields.size}`, spread);
    } else if (attribute.name.type === "JSXIdentifier") {
      // An attribute without a value is true.
      const { value } = attribute;
      const given: SourceValue = value ? read(value, scope) : { kind: "boolean", line: lineOf(attribute), value: true };
      fields.set(attribute.name.name, given);
    }
  }
  return fields;
}

function markup(node: JSXElement | JSXFragment, scope: Scope): SourceValue | undefined {
  const text = jsxMarkup(node, {
    children: node.children.map((child) => read(child, scope)),
    attributes: node.type === "JSXElement" ? attributeFields(node.openingElement, scope) : new Map(),
  });
  return text === undefined ? undefined : { kind: "markup", line: lineOf(node), text };
}
