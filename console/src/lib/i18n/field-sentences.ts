/**
 * Validation messages of Zod, the contract, and the server that contain a limit or value. The API returns them filled
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
  "Too small: expected number to be >={least}",
  "Too small: expected number to be >{least}",
  "Too big: expected number to be <={most}",
  "Too big: expected number to be <{most}",
  "Too small: expected int to be >={least}",
  "Too big: expected int to be <={most}",
  "Invalid input: expected {type}, received {other}",
  "Invalid input: expected {value}",
  "Invalid option: expected one of {values}",
  "Invalid string: must match pattern {pattern}",
  "Invalid number: must be a multiple of {step}",
  "Unrecognized key: {keys}",
  "Unrecognized keys: {keys}",
];

/** Messages of Zod without a value. */
export const ZOD_SENTENCES: readonly string[] = [
  "Invalid email address",
  "Invalid URL",
  "Invalid UUID",
  "Invalid ISO datetime",
  "Invalid input",
];

/** Messages that need plural forms. */
export const COUNTED_FIELD_SENTENCES: readonly string[] = [
  "Use at least {n} characters.",
  "Too small: expected string to have >={n} characters",
  "Too big: expected string to have <={n} characters",
  "Too small: expected array to have >={n} items",
  "Too big: expected array to have <={n} items",
];
