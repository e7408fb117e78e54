/**
 * Reads a member of a node as the platform defines it. On a document and on a form, named images and fields are
 * properties that replace the platform's: `<input name="parentNode">`.
 *
 * @example
 * read(form, "parentNode"); // The parent, where `form.parentNode` is the field
 */
export function read<Target extends object, Name extends keyof Target>(node: Target, name: Name): Target[Name] {
  // A reflected read is untyped.
  return Reflect.get(Object.getPrototypeOf(node), name, node) as Target[Name];
}

type Method = (...args: never[]) => unknown;

/** Calls a method of a node as the platform defines it. See {@link read}. */
export function call<Target extends object, Name extends keyof Target>(
  node: Target,
  name: Name,
  ...args: Target[Name] extends Method ? Parameters<Target[Name]> : never
): Target[Name] extends Method ? ReturnType<Target[Name]> : never {
  // The conditional types above admit only methods with their own arguments.
  return Reflect.apply(read(node, name) as Method, node, args) as never;
}
