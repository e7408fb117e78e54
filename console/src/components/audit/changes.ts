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

/** Fields that mean nothing to readers: IDs and revisions. The audit log has them. */
const INTERNAL = /(?:^|[._])(?:id|ids|revision)$/;
const VALUE_CHARS_MAX = 48;

/**
 * Short texts about the fields of an entry's detail, for a list. Longer values are left out.
 *
 * @example
 * changeTexts({ changed: ["draft", "name"], revision: 3 }); // ["draft", "name"]
 * changeTexts({ role: "admin", was: "editor" }); // ["role: editor → admin"]
 */
export function changeTexts(detail: Readonly<Record<string, unknown>>): readonly string[] {
  const { changed, ...rest } = detail;
  const names: readonly unknown[] = Array.isArray(changed) ? changed : [];
  const others = auditChanges(Array.isArray(changed) ? rest : detail).flatMap(({ name, before, after }) => {
    if (INTERNAL.test(name) || after === "null") return [];
    const value = before === undefined ? after : `${before} → ${after}`;
    return [value.length > VALUE_CHARS_MAX || /^[[{]/.test(value) ? inWords(name) : `${inWords(name)}: ${value}`];
  });
  return [...names.map((name) => inWords(String(name))), ...others];
}

const inWords = (field: string): string => field.replaceAll(/[._]/g, " ");

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
