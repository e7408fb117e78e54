/** A value that a page or backend sends about a person, group, or membership. */
export type AttributeValue = string | number | boolean | null | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** Fixed by the first value received under a name. Dates are ISO 8601 text: a day, or an instant with its zone. */
export type AttributeType = "text" | "number" | "boolean" | "date" | "list";

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Returns the type of a value, or undefined for null, which removes an attribute.
 *
 * @example
 * attributeType("2026-01-02"); // "date"
 */
export function attributeType(value: AttributeValue): AttributeType | undefined {
  if (value === null) return undefined;
  switch (typeof value) {
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "string":
      return parseAttributeDate(value) === undefined ? "text" : "date";
    default:
      return "list";
  }
}

/** UTC milliseconds of an ISO 8601 date attribute, or undefined for other text. Days start at midnight UTC. */
export function parseAttributeDate(text: string): number | undefined {
  if (!DATE.test(text)) return undefined;
  const millis = Date.parse(text);
  return Number.isNaN(millis) ? undefined : millis;
}

/** Own properties only: a name such as `toString` finds nothing. */
export function getAttribute(attributes: Attributes, name: string): AttributeValue | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return value === null ? undefined : value;
}
