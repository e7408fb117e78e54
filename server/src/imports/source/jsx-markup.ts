import type { JSXElement, JSXFragment } from "@babel/types";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { SourceValue } from "./source-value.ts";

/** Components of translations whose children are the text, with the attribute that has it otherwise. */
const TRANSLATIONS: Readonly<Record<string, string>> = {
  Trans: "defaults",
  Translate: "defaults",
  FormattedMessage: "defaultMessage",
};

/**
 * JSX as HTML, or undefined if an expression in it is code. Of components, the children are kept. A component without
 * children is code.
 */
export function jsxMarkup(
  node: JSXElement | JSXFragment,
  {
    children,
    attributes,
  }: { readonly children: readonly SourceValue[]; readonly attributes: ReadonlyMap<string, SourceValue> },
): string | undefined {
  const parts = children.map((value) => {
    if (value.kind === "markup") return value.text;
    if (value.kind === "number") return String(value.value);
    return value.kind === "text" ? escapeHtml(value.text) : undefined;
  });
  if (parts.some((part) => part === undefined)) return undefined;
  const text = parts.join("");
  if (node.type === "JSXFragment") return text;
  const { name } = node.openingElement;
  if (name.type === "JSXIdentifier" && Object.hasOwn(TRANSLATIONS, name.name)) {
    if (text.trim() !== "") return text;
    const written = attributes.get(TRANSLATIONS[name.name] ?? "");
    return written?.kind === "text" ? written.text : undefined;
  }
  if (name.type === "JSXIdentifier" && /^[a-z]/.test(name.name)) {
    const given = [...attributes].flatMap(([key, value]) =>
      value.kind === "text" ? [` ${key}="${escapeHtml(value.text)}"`] : [],
    );
    return `<${name.name}${given.join("")}>${text}</${name.name}>`;
  }
  // HTML has no elements of this name, so that the report names it.
  return text.trim() === "" ? undefined : `<${componentName(name)}>${text}</${componentName(name)}>`;
}

function componentName(name: JSXElement["openingElement"]["name"]): string {
  switch (name.type) {
    case "JSXIdentifier":
      return `${name.name.toLowerCase()}-component`;
    case "JSXMemberExpression":
      return `${name.property.name.toLowerCase()}-component`;
    case "JSXNamespacedName":
      return `${name.name.name.toLowerCase()}-component`;
  }
}

/** As React does, joins lines with spaces. */
export function jsxText(text: string): string {
  return escapeHtml(text.replace(/\s*\n\s*/g, " "));
}
