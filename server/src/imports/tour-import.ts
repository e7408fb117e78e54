import type { ReportBuilder } from "./import-report.ts";
import type { SourceCall, SourceFile, SourceObject, SourceValue } from "./source/source-value.ts";

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
 * calls that have none of their own. Without such a call, the arguments of any call, exported values, or named values
 * with the field. `bare`: also lists whose objects have one of these fields.
 *
 * @example
 * objectsWith(source, { calls: ["driver"], field: "steps", lists: ["setSteps"], bare: ["popover"] });
 */
export function objectsWith(
  { calls, values }: SourceFile,
  of: {
    readonly calls: readonly string[];
    readonly field: string;
    readonly lists: readonly string[];
    readonly bare: readonly string[];
  },
): readonly SourceObject[] {
  const options = calls
    .filter(({ name }) => of.calls.includes(name))
    .flatMap(({ args: [first] }) => (isObject(first) ? [first] : []));
  const complete = options.filter(({ fields }) => hasList(fields.get(of.field)));
  const shared = options.filter((each) => !complete.includes(each)).flatMap(({ fields }) => [...fields]);
  const withList = (line: number, items: readonly SourceValue[]): SourceObject => ({
    kind: "object",
    line,
    fields: new Map([...shared, [of.field, { kind: "list", line, items }]]),
  });
  const lists = listsGiven(calls, of.lists).map((items) => withList(items[0]?.line ?? 1, items));
  const called = [...complete.map((each) => ({ ...each, fields: new Map([...shared, ...each.fields]) })), ...lists];
  if (called.length > 0) return called;
  const given = [...calls.flatMap(({ args: [first] }) => (first === undefined ? [] : [first])), ...values];
  const named = given.flatMap((value): readonly SourceObject[] => {
    if (isObject(value)) return hasList(value.fields.get(of.field)) ? [value] : [];
    const described = value.kind === "list" && value.items.length > 0 && value.items.every(isLike(of.bare));
    return described ? [withList(value.line, value.items)] : [];
  });
  return named.slice(0, 1);
}

function hasList(value: SourceValue | undefined): boolean {
  return value?.kind === "list";
}

function isLike(names: readonly string[]): (item: SourceValue) => boolean {
  return (item) => isObject(item) && names.some((name) => item.fields.has(name));
}

/** Lists and objects given to these calls. Calls that add to what's there belong to one list. */
function listsGiven(calls: readonly SourceCall[], names: readonly string[]): readonly (readonly SourceValue[])[] {
  const lists: SourceValue[][] = [];
  let added: SourceValue[] | undefined;
  for (const { name, args } of calls) {
    const [first] = args;
    if (!names.includes(name) || first === undefined) continue;
    const items = first.kind === "list" ? first.items : [first];
    if (name.startsWith("add") && added !== undefined) {
      added.push(...items);
      continue;
    }
    const list = [...items];
    if (name.startsWith("add")) added = list;
    lists.push(list);
  }
  return lists;
}
