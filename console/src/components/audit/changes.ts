/** One field of an entry's detail. `before` is undefined if the entry doesn't contain it. */
export interface Change {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Flattens an entry's detail into rows. Nested fields are named by their path, with `before` and `was` as the old
 * values. Omits the API token, see {@link auditedToken}.
 *
 * @example
 * auditChanges({ role: "admin", was: "editor" }); // [{ name: "role", before: "editor", after: "admin" }]
 */
export function auditChanges(detail: Readonly<Record<string, unknown>>): readonly Change[] {
  const { before, was, by_token, by_token_id, ...rest } = detail;
  const old = new Map(flat(isRecord(before) ? before : {}));
  const rows = flat(rest).map(([name, after]) => ({ name, before: old.get(name), after }));
  const [first, ...others] = rows;
  if (was === undefined || first === undefined) return rows;
  return [{ ...first, before: valueText(was) }, ...others];
}

/** Name of the API token with which the member, or a script or assistant in their name, made the change. */
export function auditedToken({ by_token }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof by_token === "string" ? by_token : undefined;
}

function flat(value: Readonly<Record<string, unknown>>, path = ""): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([name, part]) =>
    isRecord(part) ? flat(part, `${path}${name}.`) : [[`${path}${name}`, valueText(part)] as const],
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
