import type { ImportSource } from "@fanfare/contract/content-import/import-source";
import { IMPORT_FORMATS } from "../../src/imports/import-content.ts";
import { createReport } from "../../src/imports/import-report.ts";
import type { NamedValue, SourceFile, SourceValue } from "../../src/imports/source/source-value.ts";

/** A value of a source with its place. */
interface Placed {
  readonly path: string;
  readonly value: SourceValue;
}

/** The value, and all values within it. */
function placedValues(value: SourceValue, path: string): readonly Placed[] {
  const within =
    value.kind === "object"
      ? [...value.fields].flatMap(([name, field]) => placedValues(field, path === "" ? name : `${path}.${name}`))
      : value.kind === "list"
        ? value.items.flatMap((item, at) => placedValues(item, `${path}[${at}]`))
        : [];
  return [{ path, value }, ...within];
}

function replaced(value: SourceValue, from: SourceValue, to: SourceValue): SourceValue {
  if (value === from) return to;
  if (value.kind === "list") return { ...value, items: value.items.map((item) => replaced(item, from, to)) };
  if (value.kind !== "object") return value;
  return { ...value, fields: new Map([...value.fields].map(([name, field]) => [name, replaced(field, from, to)])) };
}

function changedFile(source: SourceFile, from: SourceValue, to: SourceValue): SourceFile {
  const named = (list: readonly NamedValue[]): readonly NamedValue[] =>
    list.map((each) => ({ ...each, value: replaced(each.value, from, to) }));
  const elements = source.elements?.map((element) => {
    const attributes = replaced(element.attributes, from, to);
    return attributes.kind === "object" ? { ...element, attributes } : element;
  });
  return {
    ...source,
    calls: source.calls.map((call) => ({ ...call, args: call.args.map((arg) => replaced(arg, from, to)) })),
    values: named(source.values),
    returned: named(source.returned),
    ...(elements === undefined ? {} : { elements }),
  };
}

/** Words of the formats that have a meaning somewhere. */
const WORDS = [
  ...["", "top", "secondary", "1", "5", "2030-01-01", "banner", "tooltip", "modal", "button", "element", "paragraph"],
  ...["heading", "text", "exact", "always", "0.5"],
];

/** Other values in this place, of which one at least has another meaning. */
function changesOf(value: SourceValue): readonly SourceValue[] {
  const { line } = value;
  const texts = (...each: readonly string[]): readonly SourceValue[] =>
    each.map((text) => ({ kind: "text", line, text }));
  const added = { kind: "number", line, value: 7 } as const;
  switch (value.kind) {
    case "object":
      return [{ ...value, fields: new Map([...value.fields, ["sparkle", added]]) }];
    case "list":
      return [{ ...value, items: [...value.items, added] }];
    case "text":
    case "markup":
      return texts(`${value.text}x`, ...WORDS);
    case "number":
      return [0, 1, 2, value.value + 7, 3600].map((each) => ({ kind: "number", line, value: each }));
    case "boolean":
      return [{ kind: "boolean", line, value: !value.value }];
    default:
      return [...texts("other", "/x"), { kind: "boolean", line, value: true }, added];
  }
}

interface Outcome {
  readonly text: string;
  readonly paths: readonly string[];
  readonly opened: readonly Placed[];
}

/** What an import makes of a source, or nothing if it's refused. */
function outcomeOf(from: ImportSource, source: SourceFile): Outcome {
  const report = createReport();
  const opened: Placed[] = [];
  const fields: typeof report.fields = (value, path, lost) => {
    opened.push({ path, value });
    return report.fields(value, path, lost);
  };
  const contents = IMPORT_FORMATS[from]({
    ...{ source, name: "First steps", slug: "first-steps" },
    report: { ...report, fields },
  });
  const { findings } = report.finish();
  return { text: JSON.stringify({ contents, findings }), paths: findings.map(({ path }) => path), opened };
}

const isWithin = (path: string, around: string): boolean =>
  path === around || path.startsWith(`${around}.`) || path.startsWith(`${around}[`);

/** Files with nothing but tours. In code, other values may be anything. */
const EXPORTS: ReadonlySet<ImportSource> = new Set(["appcues", "posthog", "usertour"]);

/** Values in what an import reads, which no finding is about. */
function unreportedPlaces(
  from: ImportSource,
  source: SourceFile,
  { opened, paths }: Outcome,
): ReadonlyMap<SourceValue, string> {
  const roots = EXPORTS.has(from) ? source.values.map(({ value }) => ({ path: "", value })) : [];
  const within = new Set(
    [...source.calls.flatMap(({ args }) => args), ...[...source.values, ...source.returned].map(({ value }) => value)]
      .flatMap((value) => placedValues(value, ""))
      .map(({ value }) => value),
  );
  for (const { attributes } of source.elements ?? [])
    for (const { value } of placedValues(attributes, "")) within.add(value);
  return new Map(
    [...roots, ...opened]
      .flatMap(({ path, value }) => placedValues(value, path))
      .filter(({ value, path }) => within.has(value) && !paths.some((each) => isWithin(path, each)))
      .map(({ value, path }) => [value, path]),
  );
}

/**
 * Places in what an import reads where no change alters the content or the report: they are dropped silently. Fields are
 * added to objects, and items to lists, too.
 */
export function droppedPlaces(from: ImportSource, source: SourceFile): readonly string[] {
  const original = outcomeOf(from, source);
  return [...unreportedPlaces(from, source, original)]
    .filter(([value]) =>
      changesOf(value).every((other) => outcomeOf(from, changedFile(source, value, other)).text === original.text),
    )
    .map(([value, path]) => `${path}: ${value.kind}`);
}

/** Places in what an import reads where code in place of the value isn't reported. */
export function unreportedCode(from: ImportSource, source: SourceFile): readonly string[] {
  const original = outcomeOf(from, source);
  return [...unreportedPlaces(from, source, original)]
    .filter(([{ kind }]) => kind === "text" || kind === "number" || kind === "boolean")
    .filter(([value, path]) => {
      const code: SourceValue = { kind: "code", line: value.line, code: "compute()" };
      const { paths } = outcomeOf(from, changedFile(source, value, code));
      return !paths.some((each) => !original.paths.includes(each) && (isWithin(path, each) || isWithin(each, path)));
    })
    .map(([, path]) => path);
}
