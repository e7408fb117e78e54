import type { Attributes } from "../people/attribute.ts";

/**
 * A placeholder in text, filled with an attribute of the person: `{{name|there}}`. The part after the bar is the
 * fallback for unknown attributes.
 */
export interface Variable {
  readonly attribute: string;
  readonly fallback: string | undefined;
}

type Part = string | Variable;

const OPEN = "{{";
const CLOSE = "}}";
/** Longer attribute values are truncated. */
const VALUE_CHARS_MAX = 200;

/** Splits text at its variables in one pass. Unclosed variables stay text. */
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

/** Variables of a text in order, including repetitions. */
export function findVariables(text: string): readonly Variable[] {
  return text.includes(OPEN) ? partsOf(text).filter((part) => typeof part !== "string") : [];
}

/**
 * Fills in variables. The result is plain text: attribute values are never parsed as markup.
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
