import type { ReportBuilder } from "./import-report.ts";
import { slugOf } from "./imported-content.ts";
import type {
  NamedValue,
  SourceCall,
  SourceFile,
  SourceList,
  SourceObject,
  SourceValue,
} from "./source/source-value.ts";

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

/** How a library's tours are found. */
export interface TourShape {
  /** Calls whose options have the items. */
  readonly calls: readonly string[];
  /** The option with the items. */
  readonly field: string;
  /** Calls that get the items themselves. */
  readonly lists: readonly string[];
  /** Fields of an item. Lists without an option around them are recognized by them. */
  readonly bare: readonly string[];
  /** Fields that an item never has. */
  readonly without?: readonly string[];
}

/** Options with the items of one tour. */
export interface FoundTour {
  readonly config: SourceObject;
  /** In the terms of the source, for the report. */
  readonly path: string;
  readonly slug: string;
  readonly name: string;
}

/**
 * Options of each tour: arguments of calls of these names, and lists given to other calls, with the options of calls
 * that have none of their own. If the items of a call aren't literal, or there is no call: arguments of any call,
 * exported, named, and returned values with such items, also within objects that have one tour per name.
 *
 * @example
 * toursIn(context, { calls: ["driver"], field: "steps", lists: ["setSteps"], bare: ["popover"] });
 */
export function toursIn({ source, slug, name }: TourImport, shape: TourShape): readonly FoundTour[] {
  const { calls } = source;
  const options = calls
    .filter((call) => shape.calls.includes(call.name))
    .flatMap(({ args: [first] }) => (isObject(first) ? [first] : []));
  const complete = options.filter(({ fields }) => fields.get(shape.field)?.kind === "list");
  const incomplete = options.filter((each) => !complete.includes(each));
  const shared = incomplete.flatMap(({ fields }) => [...fields]);
  const withShared = (config: SourceObject): SourceObject => ({
    ...config,
    fields: new Map([...shared, ...config.fields]),
  });
  const lists = listsGiven(calls, shape.lists).map((items) =>
    withItems({ kind: "list", line: items[0]?.line ?? 1, items }, shape),
  );
  const called = withoutRepeated(
    [...complete, ...lists].map((config) => ({ key: undefined, config })),
    shape,
  );
  const is_open =
    called.length === 0 ||
    incomplete.some(({ fields }) => fields.get(shape.field)?.kind === "code") ||
    calls.some(({ name, args: [first] }) => shape.lists.includes(name) && first?.kind === "code");
  const found = is_open ? [...called, ...namedTours(source, shape, called)] : called;
  const slugs = new Set<string>();
  return found.map(({ key, config }, index) => {
    const words = found.length === 1 ? "" : wordsOf(key);
    const free = words === "" || slugs.has(slugOf(words)) ? `t${index + 1}` : slugOf(words);
    slugs.add(free);
    return {
      config: withShared(config),
      path: found.length === 1 ? "" : (key ?? (index === 0 ? "" : `[${index}]`)),
      slug: index === 0 && words === "" ? slug : `${slug}-${free}`,
      name: words === "" ? name : `${name}: ${words}`,
    };
  });
}

interface KeyedConfig {
  readonly key: string | undefined;
  readonly config: SourceObject;
}

function withItems(list: SourceList, { field }: TourShape): SourceObject {
  return { kind: "object", line: list.line, fields: new Map([[field, list]]) };
}

/** Objects within objects that are searched for tours: `{ tours: { home: { steps } } }`. */
const NESTED_MAX = 4;

/** Tours of values, without those that are part of another one. */
function namedTours(source: SourceFile, shape: TourShape, called: readonly KeyedConfig[]): readonly KeyedConfig[] {
  const given = source.calls.flatMap(({ args }): readonly NamedValue[] => {
    const [first] = args;
    const name = first?.kind === "text" ? first.text : undefined;
    return args.map((value) => ({ name, value }));
  });
  const search = (value: SourceValue, key: string | undefined, depth: number): readonly KeyedConfig[] => {
    if (value.kind === "list") {
      if (isTourList(value, shape)) return [{ key, config: withItems(value, shape) }];
      return depth === 0 ? [] : value.items.flatMap((item) => search(item, keyOf(item) ?? key, depth - 1));
    }
    if (!isObject(value)) return [];
    const items = value.fields.get(shape.field);
    if (items?.kind === "list" && (shape.bare.length === 0 || isTourList(items, shape)))
      return [{ key, config: value }];
    if (depth === 0) return [];
    return [...value.fields].flatMap(([name, field]) => search(field, name, depth - 1));
  };
  const all = [...given, ...source.values, ...source.returned].flatMap(({ name, value }) =>
    search(value, name, NESTED_MAX),
  );
  return withoutRepeated([...called, ...all], shape, { parts: true }).slice(called.length);
}

function keyOf(item: SourceValue): string | undefined {
  if (!isObject(item)) return undefined;
  const named = ["name", "id", "title", "key"]
    .map((field) => item.fields.get(field))
    .find((each) => each?.kind === "text");
  return named?.kind === "text" ? named.text : undefined;
}

function isTourList({ items }: SourceList, { bare, without = [] }: TourShape): boolean {
  const objects = items.filter(isObject);
  const isItem = ({ fields }: SourceObject): boolean =>
    bare.some((name) => fields.has(name)) && !without.some((name) => fields.has(name));
  return objects.length > 0 && objects.every(isItem);
}

/** Keeps the first of equal tours. `parts`: also removes those whose items another tour has. */
function withoutRepeated(
  tours: readonly KeyedConfig[],
  { field }: TourShape,
  { parts = false }: { readonly parts?: boolean } = {},
): readonly KeyedConfig[] {
  const items = tours.map(({ config }) => {
    const list = config.fields.get(field);
    return list?.kind === "list" ? list.items.map(textOf) : [];
  });
  const distinct = new Map(items.map((own, index) => [own.join("\n"), index] as const).toReversed());
  const kept = [...distinct.values()].toSorted((left, right) => left - right);
  if (!parts) return kept.flatMap((index) => tours[index] ?? []);
  const sets = new Map(kept.map((index) => [index, new Set(items[index])]));
  const holders = Map.groupBy(
    kept.flatMap((index) => [...(sets.get(index) ?? [])].map((item) => ({ item, index }))),
    ({ item }) => item,
  );
  return kept.flatMap((index) => {
    const [first = "", ...more] = items[index] ?? [];
    const is_part = (holders.get(first) ?? []).some(({ index: other }) => {
      const set = sets.get(other);
      return other !== index && set !== undefined && set.size > more.length + 1 && more.every((item) => set.has(item));
    });
    return is_part ? [] : (tours[index] ?? []);
  });
}

/** Equal for equal values. */
function textOf(value: SourceValue): string {
  return JSON.stringify(value, (key, part) => (key === "only_if" ? undefined : part instanceof Map ? [...part] : part));
}

/**
 * Words of a name in code, without "steps" and "tour".
 *
 * @example
 * wordsOf("homePageSteps"); // "home page"
 */
function wordsOf(key: string | undefined): string {
  return (key ?? "")
    .replace(/^.*\./, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => !NOT_NAMES.includes(word))
    .join(" ");
}

const NOT_NAMES: readonly string[] = [
  "get",
  "create",
  "make",
  "use",
  "build",
  "my",
  "the",
  "steps",
  "step",
  "tour",
  "tours",
  "config",
  "options",
];

/** Lists and objects given to these calls. Calls that add to the same object belong to one list. */
function listsGiven(calls: readonly SourceCall[], names: readonly string[]): readonly (readonly SourceValue[])[] {
  const lists: SourceValue[][] = [];
  const added = new Map<string | undefined, SourceValue[]>();
  for (const { name, on, args } of calls) {
    const [first] = args;
    if (!names.includes(name) || first === undefined || first.kind === "code") continue;
    const items = first.kind === "list" ? [...first.items] : [first];
    const before = name.startsWith("add") ? added.get(on) : undefined;
    if (before !== undefined) {
      before.push(...items);
      continue;
    }
    if (name.startsWith("add")) added.set(on, items);
    lists.push(items);
  }
  return lists;
}
