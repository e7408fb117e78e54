import type { CallExpression, Node } from "@babel/types";
import { idSelector } from "../selector-target.ts";
import { isFunction, pathOf, returnedNodes } from "./syntax-tree.ts";

/** Ways to look up an element by a literal, as selectors. */
const LOOKUPS: Readonly<Record<string, (name: string) => string>> = {
  querySelector: (name) => name,
  querySelectorAll: (name) => name,
  getElementById: idSelector,
  getElementsByClassName: (name) => `.${name.trim().split(/\s+/).join(".")}`,
  getElementsByName: (name) => `[name="${name}"]`,
  getElementsByTagName: (name) => name,
};
const JQUERY: readonly string[] = ["$", "jQuery"];

/**
 * The selector of a lookup, also as a function's result: `document.querySelector("…")`, `$("…")[0]`. Only first
 * elements have one.
 */
export function lookedUpSelector(node: Node): string | undefined {
  if (isFunction(node)) {
    const [only, ...more] = returnedNodes(node);
    return only === undefined || more.length > 0 ? undefined : lookedUpSelector(only);
  }
  switch (node.type) {
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
      return lookedUpSelector(node.expression);
    case "MemberExpression":
      return node.property.type === "NumericLiteral" && node.property.value === 0
        ? lookedUpSelector(node.object)
        : undefined;
    case "CallExpression":
      return calledSelector(node);
    default:
      return undefined;
  }
}

function calledSelector({ callee, arguments: [first] }: CallExpression): string | undefined {
  if (callee.type === "Identifier") {
    const is_selector = JQUERY.includes(callee.name) && first?.type === "StringLiteral" && !/^\s*</.test(first.value);
    return is_selector ? first.value : undefined;
  }
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  const { name } = callee.property;
  // $("…").get(0) and $("…").first()
  const is_first = (name === "get" && first?.type === "NumericLiteral" && first.value === 0) || name === "first";
  if (is_first) return lookedUpSelector(callee.object);
  const of = pathOf(callee.object)?.join(".");
  if ((of !== "document" && of !== "window.document") || first?.type !== "StringLiteral") return undefined;
  return Object.hasOwn(LOOKUPS, name) ? LOOKUPS[name]?.(first.value) : undefined;
}
