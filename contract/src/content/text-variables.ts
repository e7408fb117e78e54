import type { Attributes } from "../people/attribute.ts";

/**
 * A place in an author's text that is filled with an attribute of the person: `{{name|there}}`. What stands after the bar
 * is said where the attribute is not known, so no text ever has a hole.
 */
export interface Variable {
  readonly attribute: string;
  readonly fallback: string | undefined;
}

type Part = string | Variable;

const OPEN = "{{";
const CLOSE = "}}";
/** An attribute that is filled in is cut after so many characters. */
const VALUE_CHARS_MAX = 200;

/** Cuts a text at its variables, in one pass. What is not closed is text. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (let open = text.indexOf(OPEN); open !== -1; open = text.indexOf(OPEN, at)) {
    const close = text.indexOf(CLOSE, open);
    if (close === -1) break;
    const [attribute = "", ...fallback] = text.slice(open + OPEN.length, close).split("|");
    parts.push(text.slice(at, open), {
      attribute: attribute.trim(),
      fallback: fallback.length === 0 ? undefined : fallback.join("|").trim(),
    });
    at = close + CLOSE.length;
  }
  return [...parts, text.slice(at)];
}

/** The variables that a text holds, in its order, each as often as it stands there. */
export function findVariables(text: string): readonly Variable[] {
  return text.includes(OPEN) ? partsOf(text).filter((part) => typeof part !== "string") : [];
}

/**
 * The text with its variables filled in. The result is text: whatever an attribute holds, nothing of it is markup.
 *
 * @example
 * fillVariables("Hello {{name|there}}!", { name: "Ada" }); // "Hello Ada!"
 * fillVariables("Hello {{name|there}}!", {}); // "Hello there!"
 */
export function fillVariables(text: string, attributes: Attributes): string {
  if (!text.includes(OPEN)) return text;
  return partsOf(text)
    .map((part) =>
      typeof part === "string" ? part : (attributeText(attributes, part.attribute) ?? part.fallback ?? ""),
    )
    .join("");
}

function attributeText(attributes: Attributes, name: string): string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (value === undefined || value === null || value === "") return undefined;
  return (Array.isArray(value) ? value.join(", ") : String(value)).slice(0, VALUE_CHARS_MAX);
}
