import { z } from "zod";

/**
 * Zod's own messages are for developers. These replace them wherever this module is loaded, for each rule without a
 * message in its schema.
 */
z.config({ customError: validationMessage });

/**
 * @example
 * validationMessage({ code: "too_big", origin: "string", maximum: 120, input: "…" }); // "Use at most 120 characters."
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_type":
      return wrongType(issue);
    case "invalid_format":
      return FORMATS[issue.format] ?? "Contains characters that aren't allowed.";
    case "invalid_value":
      return issue.values.length === 1
        ? `Use ${String(issue.values[0])}.`
        : `Use one of ${issue.values.map(String).join(", ")}.`;
    case "invalid_union":
      return wrongOption(issue);
    case "not_multiple_of":
      return `Use a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return issue.keys.length === 1
        ? `Unknown field: ${issue.keys.join(", ")}.`
        : `Unknown fields: ${issue.keys.join(", ")}.`;
    case "invalid_key":
    case "invalid_element":
      return issue.issues[0]?.message ?? INVALID;
    default:
      return INVALID;
  }
}

const REQUIRED = "This field is required.";
const INVALID = "This value isn't valid.";

const FORMATS: Readonly<Record<string, string>> = {
  email: "Enter a valid email address.",
  url: "Enter a valid URL.",
  uuid: "Enter a valid UUID.",
  guid: "Enter a valid UUID.",
  datetime: "Enter a date and time in ISO 8601 format.",
  date: "Enter a date in ISO 8601 format.",
};

type RawIssue<Code extends z.core.$ZodRawIssue["code"]> = Extract<z.core.$ZodRawIssue, { code: Code }>;

function tooSmall({ origin, minimum, inclusive }: RawIssue<"too_small">): string {
  if (origin === "string") return Number(minimum) > 1 ? `Use at least ${minimum} characters.` : REQUIRED;
  if (origin === "array" || origin === "set" || origin === "map") {
    return Number(minimum) > 1 ? `Add at least ${minimum} items.` : "Add at least one item.";
  }
  return inclusive === false ? `Enter more than ${minimum}.` : `Enter at least ${minimum}.`;
}

function tooBig({ origin, maximum, inclusive }: RawIssue<"too_big">): string {
  if (origin === "string") return `Use at most ${maximum} characters.`;
  if (origin === "array" || origin === "set" || origin === "map") return `Add at most ${maximum} items.`;
  return inclusive === false ? `Enter less than ${maximum}.` : `Enter at most ${maximum}.`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "Enter text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Use true or false.",
  array: "Use a list.",
  object: "Use an object.",
  record: "Use an object.",
};

/** The field that selects one of several forms of an object is missing or unknown. */
function wrongOption({ discriminator, options, input }: RawIssue<"invalid_union">): string {
  if (discriminator === undefined || !Array.isArray(options)) return INVALID;
  const given: unknown = typeof input === "object" && input !== null ? Reflect.get(input, discriminator) : undefined;
  return given === undefined ? REQUIRED : `Use one of ${options.map(String).join(", ")}.`;
}

function wrongType({ expected, input }: RawIssue<"invalid_type">): string {
  return input === undefined ? REQUIRED : (TYPES[expected] ?? INVALID);
}
