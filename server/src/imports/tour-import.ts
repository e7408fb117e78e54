import type { ReportBuilder } from "./import-report.ts";
import type { SourceFile, SourceObject, SourceValue } from "./source/source-value.ts";

/** What an import of one format gets. */
export interface TourImport {
  readonly source: SourceFile;
  readonly report: ReportBuilder;
  /** Name of what has none in the source. */
  readonly name: string;
  readonly slug: string;
}

export function isObject(value: SourceValue | undefined): value is SourceObject {
  return value?.kind === "object";
}

/**
 * Objects that describe a tour: arguments of calls of these names, and lists given to other calls, with the options of
 * calls that have none of their own. Without such a call, exported or named values with the field. `bare`: also lists
 * of objects.
 *
 * @example
 * objectsWith(source, { calls: ["driver"], field: "steps", lists: ["setSteps"], bare: true });
 */
export function objectsWith(
  { calls, values }: SourceFile,
  of: {
    readonly calls: readonly string[];
    readonly field: string;
    readonly lists: readonly string[];
    readonly bare: boolean;
  },
): readonly SourceObject[] {
  const options = calls
    .filter(({ name }) => of.calls.includes(name))
    .flatMap(({ args: [first] }) => (isObject(first) ? [first] : []));
  const complete = options.filter(({ fields }) => fields.has(of.field));
  const shared = options.filter((each) => !complete.includes(each)).flatMap(({ fields }) => [...fields]);
  const withList = (line: number, items: readonly SourceValue[]): SourceObject => ({
    kind: "object",
    line,
    fields: new Map([...shared, [of.field, { kind: "list", line, items }]]),
  });
  const lists = calls.flatMap(({ name, args: [first] }) =>
    of.lists.includes(name) && first !== undefined
      ? [withList(first.line, first.kind === "list" ? first.items : [first])]
      : [],
  );
  const called = [...complete.map((each) => ({ ...each, fields: new Map([...shared, ...each.fields]) })), ...lists];
  if (called.length > 0) return called;
  const named = values.flatMap((value): readonly SourceObject[] => {
    if (isObject(value)) return value.fields.get(of.field)?.kind === "list" ? [value] : [];
    const described = of.bare && value.kind === "list" && value.items.length > 0 && value.items.every(isObject);
    return described ? [withList(value.line, value.items)] : [];
  });
  return named.slice(0, 1);
}
