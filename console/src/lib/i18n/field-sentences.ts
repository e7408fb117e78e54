/**
 * Validation messages of the contract and the server that contain a limit or value. The API returns them filled
 * in. Other messages are looked up by their text.
 */
export const FIELD_SENTENCES: readonly string[] = [
  "Use at most {n} days.",
  "The shares add up to {all}%. They must add up to 100%.",
  "A variant must have the same type as the content: {type}.",
  "Use one of {values}.",
  "Enter a value from {least} to {most}.",
  "Enter at least {least}.",
  "Enter at most {most}.",
  "Use at most {n} attributes.",
  "Use at most {n} bytes.",
  "Use at most {n} bytes of JSON.",
  "A rule can be up to {depth} levels deep and have up to {parts} parts.",
  "Add at most {n} properties.",
  "Use at most {n} texts.",
  "Use at most {n} languages.",
  "Enter more than {least}.",
  "Enter less than {most}.",
  "Use {value}.",
  "Use a multiple of {step}.",
  "Unknown field: {keys}.",
  "Unknown fields: {keys}.",
];

/** Messages that need plural forms. */
export const COUNTED_FIELD_SENTENCES: readonly string[] = [
  "Use at least {n} characters.",
  "Use at most {n} characters.",
  "Add at least {n} items.",
  "Add at most {n} items.",
];
