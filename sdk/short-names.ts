import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync, Visitor } from "vite";

/** A module's path from the root of the repository, and its text. */
export interface Source {
  readonly path: string;
  readonly code: string;
}

export interface Sources {
  readonly sdk: readonly Source[];
  /** Modules whose names face the host page, or a worker or a server of another version. */
  readonly outer: readonly Source[];
  readonly platform: ReadonlySet<string>;
}

export interface ShortNames {
  readonly shortened: ReadonlyMap<string, string>;
  /** Exports among them. Rolldown keeps their names, because `import()` returns them as properties. */
  readonly exports: ReadonlySet<string>;
}

/** Types of the SDK whose objects are given to pages, posted to tabs or workers, stored, or sent to the server. */
const OUTER_TYPES: ReadonlySet<string> = new Set([
  ...["Labels", "PlayerLabels", "Point", "Shape", "CelebrationHandle", "ChannelHandle", "GetToken"],
  ...["ConfettiParams", "PlaybackEvent", "Player", "PlayerEvent"],
  ...["CachedResponse", "Choice", "PendingChoice", "Subject"],
  ...["Command", "OutboxItem", "ProgressMove", "QueuedCommand", "StoredItem"],
]);

/**
 * Property names that never leave the SDK's memory, and what the build replaces them with. The SDK's own code both reads
 * and writes such a name. It's no name of the platform, the network protocol, browser storage, or the public API, and
 * no text in the SDK, which may be the key of a lookup.
 */
export function deriveShortNames({ sdk, outer, platform }: Sources): ShortNames {
  const own = namesIn(sdk, (type) => OUTER_TYPES.has(type));
  const foreign = namesIn(outer, () => true);
  const lazy = new Set([...own.lazy].flatMap((path) => [...(own.exports.get(path) ?? [])]));
  const reserved = new Set([
    ...[...platform, ...own.texts, ...own.typed],
    ...[...foreign.read.keys(), ...foreign.written, ...foreign.texts, ...foreign.typed],
  ]);
  // Every page loads what the entry imports: names there come first.
  const loaded = namesIn(importedBy(sdk, ENTRY), () => false).read;
  // Names that only these have come last, so that changes of them don't change what visitors load.
  const visited = namesIn(
    sdk.filter(({ path }) => !LATE.some((folder) => path.startsWith(folder))),
    () => false,
  ).read;
  const weightOf = (name: string): number => {
    const reads = visited.get(name);
    return reads === undefined ? -1 / (own.read.get(name) ?? 1) : reads + (loaded.get(name) ?? 0) * ENTRY_WEIGHT;
  };
  const names = [...own.read.keys()]
    .filter((name) => name.length > 2 && (own.written.has(name) || lazy.has(name)) && !reserved.has(name))
    .sort((left, right) => weightOf(right) - weightOf(left) || (left < right ? -1 : 1));
  const taken = new Set([...own.read.keys(), ...own.written, ...reserved]);
  const free = SHORT.filter((short) => short.length === 1 || !taken.has(short));
  return {
    shortened: new Map(names.map((name, index) => [name, free[index] ?? name])),
    exports: new Set(names.filter((name) => lazy.has(name))),
  };
}

const ENTRY = "sdk/src/index.ts";
/** Visitors load none of these, or rarely. */
const LATE = ["sdk/src/builder/", "sdk/src/debug/", "sdk/src/push/"];
/** Measured: the core and a basic tour together are smallest around it. */
const ENTRY_WEIGHT = 6;

/** A module and its static imports. */
function importedBy(sources: readonly Source[], path: string, found = new Set<Source>()): readonly Source[] {
  const source = sources.find((each) => each.path === path);
  if (source === undefined || found.has(source)) return [];
  found.add(source);
  for (const [, file = ""] of source.code.matchAll(/^import (?!type )[^;]*"(\..+)";$/gm)) {
    importedBy(sources, join(dirname(path), file), found);
  }
  return [...found];
}

/** Frequent letters in minified code cost fewer bits. Excludes the members of points. */
const LETTERS = [..."etnrsaoilcdufhpgmkbvjqw"];
const CAPITALS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Allowed as names of exports, but Vite makes variables of these when it bundles the npm package. */
const KEYWORDS: ReadonlySet<string> = new Set(["do", "if", "in"]);
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const SHORT = [...LETTERS, ...CAPITALS, ...PAIRS.filter((pair) => !KEYWORDS.has(pair))];

/** The names of this repository's SDK. */
export function shortNames(): ShortNames {
  // Pages never see destinations, or imports from other tools.
  const contract = readSources(
    "contract/src",
    /^contract\/src\/(?!lib\/|limits|destinations\/|.*content-import).*\.ts$/,
  );
  const package_sources = ["sdk/react", "sdk/vue", "sdk/npm"].flatMap((folder) => readSources(folder, /\.tsx?$/));
  // Built without short names (package/survey-page.ts).
  const sdk = readSources("sdk/src", /^sdk\/src\/(?!survey-page\/).*\.ts$/);
  const facing = /^sdk\/src\/(?:api\/.*|iife|confetti-worker|push-worker|ui\/tour\/step-view)\.ts$/;
  const outer = [...contract, ...package_sources, ...sdk.filter(({ path }) => facing.test(path)), ENTRY_EXPORTS];
  return deriveShortNames({ sdk, outer, platform: platformNames() });
}

/** What pages import from `fanfare.js`. */
const ENTRY_EXPORTS: Source = { path: "sdk/src/index.ts", code: "export default { init: 0 }" };

export function readSources(folder: string, pattern: RegExp): readonly Source[] {
  const root = join(import.meta.dirname, "..");
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((path) => pattern.test(path) && !/\.(?:test|web|contract)\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, code: readFileSync(join(root, path), "utf8") }));
}

/** Names in the types of the platform, and texts that it may return. */
function platformNames(): ReadonlySet<string> {
  const libraries = readSources("node_modules/@typescript", /\/lib\/lib\.(?:dom|es)[\w.]*\.d\.ts$/);
  const member = /^\s*(?:(?:readonly|get|set|static|declare|var|function|const) )*["']?([\w$]+)["']?\??\s*[:(<]/gm;
  const found = libraries.flatMap(({ code }) => [...code.matchAll(member), ...code.matchAll(/"([\w$]+)"/g)]);
  const platform = new Set(found.map(([, name = ""]) => name));
  if (!platform.has("addEventListener")) throw new Error("TypeScript's types of the platform are missing.");
  return platform;
}

interface Names {
  /** Properties that code reads by name: `a.name` and `{ name } = a`, with the number of times. */
  readonly read: Map<string, number>;
  /** Properties that code gives to objects. */
  readonly written: Set<string>;
  readonly texts: Set<string>;
  /** Members and texts of the chosen types. */
  readonly typed: Set<string>;
  /** Exports by module, and the modules that `import()` loads. */
  readonly exports: Map<string, Set<string>>;
  readonly lazy: Set<string>;
}

function namesIn(sources: readonly Source[], isChosen: (type: string) => boolean): Names {
  const names: Names = {
    ...{ read: new Map(), written: new Set(), texts: new Set() },
    ...{ typed: new Set(), exports: new Map(), lazy: new Set() },
  };
  for (const { path, code } of sources) {
    const { program, errors } = parseSync(path, code);
    if (errors[0] !== undefined) throw new Error(`${path} can't be parsed: ${errors[0].message}`);
    const visitors = [moduleVisitor(path, names), propertyVisitor(names), textVisitor(names, isChosen)];
    for (const visitor of visitors) new Visitor(visitor).visit(program);
  }
  return names;
}

type VisitorObject = ConstructorParameters<typeof Visitor>[0];
interface Keyed {
  readonly computed: boolean;
  readonly key: object;
}

const keyOf = ({ computed, key }: Keyed): string => (computed || !("name" in key) ? "" : String(key.name));

function moduleVisitor(path: string, { exports, lazy }: Names): VisitorObject {
  const exported = new Set<string>();
  exports.set(path, exported);
  return {
    ImportExpression({ source }) {
      if (source.type === "Literal") lazy.add(join(dirname(path), String(source.value)));
    },
    ExportNamedDeclaration({ declaration, specifiers }) {
      if (declaration?.type === "FunctionDeclaration") exported.add(declaration.id?.name ?? "");
      if (declaration?.type === "VariableDeclaration") {
        for (const { id } of declaration.declarations) if (id.type === "Identifier") exported.add(id.name);
      }
      for (const { exported: each } of specifiers) if (each.type === "Identifier") exported.add(each.name);
    },
  };
}

function propertyVisitor({ read, written }: Names): VisitorObject {
  const addRead = (name: string): unknown => read.set(name, (read.get(name) ?? 0) + 1);
  return {
    MemberExpression({ computed, property }) {
      if (!computed && property.type === "Identifier") addRead(property.name);
    },
    ObjectPattern({ properties }) {
      for (const each of properties) if (each.type === "Property") addRead(keyOf(each));
    },
    ObjectExpression({ properties }) {
      for (const each of properties) if (each.type === "Property") written.add(keyOf(each));
    },
    AssignmentExpression({ left }) {
      if (left.type === "MemberExpression" && !left.computed && left.property.type === "Identifier") {
        written.add(left.property.name);
      }
    },
  };
}

/** Texts, and the members of the chosen types. Other types don't exist at runtime. */
function textVisitor({ texts, typed }: Names, isChosen: (type: string) => boolean): VisitorObject {
  const ignored = new Set<unknown>();
  let chosen = false;
  const enter = ({ id }: { readonly id: { readonly name: string } }): void => {
    chosen = isChosen(id.name);
  };
  const leave = (): void => {
    chosen = false;
  };
  const addMember = (node: Keyed): void => {
    if (chosen) typed.add(keyOf(node));
  };
  const ignoreSource = ({ source }: { readonly source: unknown }): void => void ignored.add(source);
  return {
    TSInterfaceDeclaration: enter,
    "TSInterfaceDeclaration:exit": leave,
    TSTypeAliasDeclaration: enter,
    "TSTypeAliasDeclaration:exit": leave,
    TSPropertySignature: addMember,
    TSMethodSignature: addMember,
    TSLiteralType({ literal }) {
      if (!chosen) ignored.add(literal);
    },
    ImportDeclaration: ignoreSource,
    ImportExpression: ignoreSource,
    ExportNamedDeclaration: ignoreSource,
    BinaryExpression({ operator, left }) {
      // The build shortens `"name" in object` along with the property.
      if (operator === "in") ignored.add(left);
    },
    Literal(node) {
      if (typeof node.value === "string" && !ignored.has(node)) texts.add(node.value);
    },
    TemplateElement({ value }) {
      texts.add(value.cooked ?? "");
    },
  };
}
