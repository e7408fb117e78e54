import type { Node } from "@babel/types";

/** A node with what it stands in. */
export interface Placed {
  readonly node: Node;
  readonly parent: Placed | undefined;
}

/** All nodes below this one, in the order of the file. */
export function allNodes(root: Node): readonly Placed[] {
  const found: Placed[] = [];
  const visit = (value: unknown, parent: Placed | undefined): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, parent);
    else if (isNode(value)) {
      const placed = { node: value, parent };
      found.push(placed);
      for (const [key, child] of Object.entries(value)) if (!NOT_CHILDREN.includes(key)) visit(child, placed);
    }
  };
  visit(root, undefined);
  return found;
}

const NOT_CHILDREN: readonly string[] = [
  ...["loc", "extra", "errors", "comments", "leadingComments", "trailingComments", "innerComments"],
];

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The closest node around this one that passes. */
export function around({ parent }: Placed, is: (node: Node) => boolean): Placed | undefined {
  for (let each = parent; each !== undefined; each = each.parent) if (is(each.node)) return each;
  return undefined;
}

export type FunctionNode = Extract<
  Node,
  {
    type:
      | "FunctionDeclaration"
      | "FunctionExpression"
      | "ArrowFunctionExpression"
      | "ObjectMethod"
      | "ClassMethod"
      | "ClassPrivateMethod";
  }
>;

const FUNCTIONS: readonly string[] = [
  ...["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"],
  ...["ObjectMethod", "ClassMethod", "ClassPrivateMethod"],
];

export function isFunction(node: Node): node is FunctionNode {
  return FUNCTIONS.includes(node.type);
}

/** What a function returns: its expression, or the values of its own `return` statements. */
export function returnedNodes({ body }: FunctionNode): readonly Node[] {
  if (body.type !== "BlockStatement") return [body];
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value) && value.type === "ReturnStatement") found.push(...(value.argument ? [value.argument] : []));
    else if (isNode(value) && STATEMENTS.test(value.type) && !isFunction(value)) Object.values(value).forEach(visit);
  };
  visit(body.body);
  return found;
}

/** Nodes that can hold a `return` of the function around them. */
const STATEMENTS = /Statement$|^SwitchCase$|^CatchClause$/;

/**
 * Names of a path: `["this", "steps"]` of `this.steps`.
 *
 * @example
 * pathOf(parseExpression("$scope.intro.steps")); // ["$scope", "intro", "steps"]
 */
export function pathOf(node: Node): readonly string[] | undefined {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "ThisExpression") return ["this"];
  if (node.type === "TSNonNullExpression" || node.type === "TSAsExpression") return pathOf(node.expression);
  if (node.type !== "MemberExpression") return undefined;
  const within = pathOf(node.object);
  const name = propertyOf(node.property, node.computed);
  return within === undefined || name === undefined ? undefined : [...within, name];
}

/** A property's name, if it's literal. */
export function propertyOf(key: Node, is_computed: boolean): string | undefined {
  if (key.type === "StringLiteral" || key.type === "NumericLiteral") return String(key.value);
  return key.type === "Identifier" && !is_computed ? key.name : undefined;
}
