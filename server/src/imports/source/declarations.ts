import type { AssignmentExpression, CallExpression, Node } from "@babel/types";
import { around, isFunction, type Placed, pathOf } from "./syntax-tree.ts";

/** A value that a name gets, or the part of it that a pattern takes: `const { steps } = options`. */
export interface Declaration {
  readonly name: string;
  readonly node: Node;
  readonly path: readonly string[];
}

/** Items that a list gets later: `steps.push({ … })`. */
export interface Addition {
  readonly nodes: readonly Node[];
  readonly is_first: boolean;
  /** The condition around it. */
  readonly only_if: string | undefined;
}

/** What a file gives to its names. A path of names, such as `this.steps`, is a name too. */
export interface Declarations {
  /** All with a value, in the order of the file. */
  readonly all: readonly Declaration[];
  /** The values that a name has in the innermost scope around a position, or undefined if it has none. */
  find(name: string, at: number): readonly Declaration[] | undefined;
  additions(name: string, at: number): readonly Addition[];
  /** Properties given to an object later: `options.steps = []`. */
  properties(name: string, at: number): readonly { readonly key: string; readonly node: Node }[];
}

export const NO_DECLARATIONS: Declarations = {
  all: [],
  find: () => undefined,
  additions: () => [],
  properties: () => [],
};

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Named<Value> {
  readonly name: string;
  readonly value: Value;
}
type Scoped<Value> = Named<Value> & { readonly range: Range };

const WHOLE_FILE: Range = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Reads declarations, assignments, and calls that add to lists, without running anything. */
export function readDeclarations(nodes: readonly Placed[], source: string): Declarations {
  const declared = nodes.flatMap(declaredBy);
  const scopes = new Map(
    [...Map.groupBy(declared, ({ name }) => name)].map(([name, all]) => [
      name,
      nestedRanges(all.map(({ range }) => range)),
    ]),
  );
  /** A name with its scope. The scope of a path is the one of its first name. */
  const keyOf = (name: string, at: number): string => {
    const [root = ""] = name.split(".");
    return keyIn(name, innermost(scopes.get(name) ?? scopes.get(root) ?? [], at));
  };
  const byKey = <Value>(found: readonly (Named<Value> & { readonly at: number })[]) =>
    Map.groupBy(found, ({ name, at }) => keyOf(name, at));
  const assigned = nodes.flatMap(assignedBy);
  const initial = Map.groupBy(declared, ({ name, range }) => keyIn(name, range));
  const later = byKey(assigned);
  const properties = byKey(assigned.flatMap(propertyGiven));
  const additions = byKey(nodes.flatMap((placed) => addedBy(placed, source)));
  return {
    all: [...declared, ...assigned].flatMap(({ value }) => (value === undefined ? [] : [value])),
    find(name, at) {
      const key = keyOf(name, at);
      const found = [...(initial.get(key) ?? []), ...(later.get(key) ?? [])];
      return found.length === 0 ? undefined : found.flatMap(({ value }) => (value === undefined ? [] : [value]));
    },
    additions: (name, at) => (additions.get(keyOf(name, at)) ?? []).map(({ value }) => value),
    properties: (name, at) => (properties.get(keyOf(name, at)) ?? []).map(({ value }) => value),
  };
}

function keyIn(name: string, { from, to }: Range): string {
  return `${name} ${from} ${to}`;
}

/** A scope, and the closest one around it that has the same name. */
interface NestedRange extends Range {
  readonly outer: NestedRange | undefined;
}

function nestedRanges(ranges: readonly Range[]): readonly NestedRange[] {
  const nested: NestedRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.from - right.from || right.to - left.to)) {
    nested.push({ ...range, outer: innermostFrom(nested.at(-1), range.from) });
  }
  return nested;
}

function innermostFrom(range: NestedRange | undefined, at: number): NestedRange | undefined {
  for (let each = range; each !== undefined; each = each.outer) if (at < each.to) return each;
  return undefined;
}

/** The innermost scope around a position. A name with only one scope is also found from outside. */
function innermost(ranges: readonly NestedRange[], at: number): Range {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const [only, ...more] = ranges;
  return innermostFrom(ranges[low - 1], at) ?? (more.length === 0 ? only : undefined) ?? WHOLE_FILE;
}

/** Variables, functions, class fields, and methods. A variable without a value only has a scope. */
function declaredBy(placed: Placed): readonly Scoped<Declaration | undefined>[] {
  const { node } = placed;
  const scoped = (name: string, value: Node | null | undefined, path: readonly string[] = []) => ({
    name,
    range: scopeOf(placed),
    value: value ? { name, node: value, path } : undefined,
  });
  switch (node.type) {
    case "FunctionDeclaration":
      return node.id ? [scoped(node.id.name, node)] : [];
    case "ClassProperty":
    case "ClassMethod":
      if (node.key.type !== "Identifier") return [];
      return [scoped(`this.${node.key.name}`, node.type === "ClassMethod" ? node : node.value)];
    case "VariableDeclarator": {
      const pattern = node.id.type === "ArrayPattern" ? node.id.elements[0] : node.id;
      if (pattern?.type === "Identifier") return [scoped(pattern.name, node.init)];
      if (pattern?.type !== "ObjectPattern") return [];
      return pattern.properties.flatMap((property) =>
        property.type === "ObjectProperty" && property.key.type === "Identifier" && property.value.type === "Identifier"
          ? [scoped(property.value.name, node.init, [property.key.name])]
          : [],
      );
    }
    default:
      return [];
  }
}

const SCOPES: readonly string[] = ["BlockStatement", "ClassBody", "SwitchStatement"];

function scopeOf(placed: Placed): Range {
  const scope = around(placed, ({ type }) => SCOPES.includes(type))?.node;
  return scope === undefined ? WHOLE_FILE : { from: scope.start ?? 0, to: scope.end ?? 0 };
}

type Assigned = Named<Declaration> & { readonly at: number };

/** `steps = []`, `this.steps = []`, and `$scope.intro = {}`, unless it adds to what the name has. */
function assignedBy({ node }: Placed): readonly Assigned[] {
  if (node.type !== "AssignmentExpression" || node.operator !== "=") return [];
  const name = pathOf(node.left)?.join(".");
  if (name === undefined || isExports(name) || itemsAdded(node) !== undefined) return [];
  return [{ name, at: node.start ?? 0, value: { name, node: node.right, path: [] } }];
}

/** `module.exports` and `exports.steps`. */
export function isExports(name: string): boolean {
  return /^(?:module\.)?exports(?:\.|$)/.test(name);
}

function propertyGiven({ name, at, value }: Assigned) {
  const dot = name.lastIndexOf(".");
  if (dot === -1 || name.startsWith("this.") || isFunction(value.node)) return [];
  return [{ name: name.slice(0, dot), at, value: { key: name.slice(dot + 1), node: value.node } }];
}

function addedBy(placed: Placed, source: string): readonly (Named<Addition> & { readonly at: number })[] {
  const { node } = placed;
  const added =
    node.type === "CallExpression"
      ? itemsPushed(node)
      : node.type === "AssignmentExpression"
        ? itemsAdded(node)
        : undefined;
  if (added === undefined) return [];
  const { name, ...value } = added;
  return [{ name, at: node.start ?? 0, value: { ...value, only_if: conditionOf(placed, source) } }];
}

/** `steps.push(…)` and `steps.unshift(…)`. */
function itemsPushed({ callee, arguments: nodes }: CallExpression) {
  const path = pathOf(callee);
  const method = path?.at(-1);
  if (path === undefined || path.length < 2 || (method !== "push" && method !== "unshift")) return undefined;
  return { name: path.slice(0, -1).join("."), nodes, is_first: method === "unshift" };
}

/** `steps = [...steps, …]` and `steps = steps.concat(…)`. */
function itemsAdded({ left, right }: AssignmentExpression) {
  const name = pathOf(left)?.join(".");
  if (name === undefined) return undefined;
  if (right.type === "ArrayExpression") {
    const [first, ...nodes] = right.elements.filter((each) => each !== null);
    if (first?.type !== "SpreadElement" || pathOf(first.argument)?.join(".") !== name) return undefined;
    return { name, nodes, is_first: false };
  }
  if (right.type !== "CallExpression" || pathOf(right.callee)?.join(".") !== `${name}.concat`) return undefined;
  const nodes = right.arguments.flatMap((each): readonly Node[] =>
    each.type === "ArrayExpression" ? each.elements.filter((item) => item !== null) : [each],
  );
  return { name, nodes, is_first: false };
}

/** The condition of the closest `if` around a statement, within its function. */
function conditionOf(placed: Placed, source: string): string | undefined {
  const found = around(placed, (node) => node.type === "IfStatement" || isFunction(node))?.node;
  if (found?.type !== "IfStatement") return undefined;
  const { test, alternate } = found;
  const code = source.slice(test.start ?? 0, test.end ?? 0);
  const is_else = alternate && (placed.node.start ?? 0) >= (alternate.start ?? 0);
  return is_else ? `!(${code})` : code;
}
