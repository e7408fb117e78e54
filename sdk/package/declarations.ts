import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { parseSync, Visitor } from "vite";

const ROOT = join(import.meta.dirname, "../..");

/** The declarations of a module, as `readDeclarations` prints them. */
export interface Printed {
  readonly code: string;
  /** Names whose type is known only after inference. No declaration can be printed for them. */
  readonly inferred: ReadonlySet<string>;
}

/** Returns a module's declarations by its path without an extension: `sdk/src/index`. Undefined for packages. */
export type ReadDeclarations = (path: string) => Printed | undefined;

export interface FlattenOptions {
  readonly readDeclarations: ReadDeclarations;
  /** Path of the entry module. */
  readonly entry: string;
  /** Modules that stay imports, with the specifier that the package uses. */
  readonly external?: ReadonlyMap<string, string> | undefined;
}

/** A name as a module declares or exports it. */
interface Source {
  readonly module: string;
  readonly name: string;
}

interface Reference {
  readonly name: string;
  readonly start: number;
}

/** A top-level declaration, with its offsets in the code of its module. */
interface Declaration {
  readonly module: string;
  readonly id: Reference;
  /** The comment that belongs to it, or the declaration itself. */
  readonly start: number;
  /** `export`, `declare`, or the declaration itself. */
  readonly keyword: number;
  /** After `export` and `declare`. */
  readonly body: number;
  readonly end: number;
  readonly references: readonly Reference[];
  /** Interfaces and type aliases need no `declare`. */
  readonly is_type: boolean;
}

interface Module extends Printed {
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, Source>;
  readonly exports: ReadonlyMap<string, Source>;
  /** Modules of `export * from`. */
  readonly stars: readonly string[];
}

/**
 * Joins the declarations that `entry` exports, and those they need, in one file without imports of this repository.
 * Customers can copy that file, and module augmentation finds the interfaces where they're declared.
 */
export function flattenDeclarations({ readDeclarations, entry, external = new Map() }: FlattenOptions): string {
  const graph = createGraph(readDeclarations, external);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const queue: Declaration[] = [];
  const imported = new Map<string, Set<string>>();
  /** The name in the joined file. Another declaration of the same name gets a number. */
  const nameOf = (source: Source): string => {
    const key = `${source.module} ${source.name}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    let name = source.name;
    for (let n = 2; taken.has(name); n++) name = `${source.name}${n}`;
    const declaration = graph.declaration(source);
    if (declaration !== undefined) {
      queue.push(declaration);
    } else {
      const specifier = external.get(source.module) ?? source.module;
      const clause = name === source.name ? name : `${source.name} as ${name}`;
      imported.set(specifier, (imported.get(specifier) ?? new Set()).add(clause));
    }
    taken.add(name);
    names.set(key, name);
    return name;
  };
  const exported = new Map<string, Source>();
  for (const name of graph.exportsOf(entry)) {
    const source = graph.resolve({ module: entry, name });
    if (nameOf(source) !== name)
      throw new Error(`${entry} exports ${name}, which has another name where it's declared.`);
    exported.set(name, source);
  }
  const texts: string[] = [];
  for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
    const { module, id } = each;
    const source = exported.get(names.get(`${module} ${id.name}`) ?? "");
    texts.push(
      print(each, graph.codeOf(module), source?.module === module && source.name === id.name, (name) => {
        const found = graph.lookUp(module, name);
        return found === undefined ? name : nameOf(found);
      }),
    );
  }
  const imports = [...imported].map(([from, each]) => `import type { ${[...each].sort().join(", ")} } from "${from}";`);
  const again = [...exported].filter(([, source]) => graph.declaration(source) === undefined).map(([name]) => name);
  const stars = graph.foreignStars(entry).map((module) => `export type * from "${external.get(module) ?? module}";`);
  const last = again.length === 0 ? "export {};" : `export type { ${again.sort().join(", ")} };`;
  return `${[...imports.sort(), ...texts, ...stars, last].join("\n")}\n`;
}

/** Finds where a name is declared, across the modules that hand it on. */
function createGraph(readDeclarations: ReadDeclarations, external: ReadonlyMap<string, string>) {
  const parsed = new Map<string, Module | undefined>();
  const find = (path: string): Module | undefined => {
    if (parsed.has(path)) return parsed.get(path);
    const printed = external.has(path) ? undefined : readDeclarations(path);
    const module = printed === undefined ? undefined : parseModule(path, printed);
    parsed.set(path, module);
    return module;
  };
  const read = (path: string): Module => {
    const module = find(path);
    if (module === undefined) throw new Error(`The declarations of ${path} aren't known.`);
    return module;
  };
  const exportsOf = (path: string): ReadonlySet<string> => {
    const { exports, stars } = read(path);
    return new Set([...exports.keys(), ...stars.filter(find).flatMap((star) => [...exportsOf(star)])]);
  };
  const resolve = (source: Source): Source => {
    const module = find(source.module);
    if (module === undefined) return source;
    const { declarations, imports, exports, stars } = module;
    const exported = exports.get(source.name);
    if (exported !== undefined && exported.name + exported.module !== source.name + source.module) {
      return resolve(exported);
    }
    const imported = imports.get(source.name);
    if (imported !== undefined) return resolve(imported);
    if (declarations.has(source.name)) return source;
    const star = stars.filter(find).find((each) => exportsOf(each).has(source.name));
    if (star === undefined) throw new Error(`${source.module} doesn't declare ${source.name}.`);
    return resolve({ module: star, name: source.name });
  };
  return {
    exportsOf,
    resolve,
    foreignStars: (path: string) => read(path).stars.filter((star) => find(star) === undefined),
    codeOf: (path: string) => read(path).code,
    declaration({ module, name }: Source): Declaration | undefined {
      const found = find(module);
      if (found?.inferred.has(name)) {
        throw new Error(`${module}: annotate the type of ${name}, which is part of the SDK's declarations.`);
      }
      return found?.declarations.get(name);
    },
    /** Undefined for names of the platform. */
    lookUp(path: string, name: string): Source | undefined {
      const { declarations, imports } = read(path);
      return declarations.has(name) || imports.has(name)
        ? resolve(imports.get(name) ?? { module: path, name })
        : undefined;
    },
  };
}

function print(each: Declaration, code: string, is_exported: boolean, rename: (name: string) => string): string {
  const keyword = `${is_exported ? "export " : ""}${each.is_type ? "" : "declare "}`;
  const edits = [
    { start: each.keyword, end: each.body, text: keyword },
    ...[each.id, ...each.references].map(({ name, start }) => ({
      start,
      end: start + name.length,
      text: rename(name),
    })),
  ];
  // Lists of names speak to this repository; the types made of them to customers.
  const start = each.is_type || is_exported ? each.start : each.keyword;
  let text = code.slice(start, each.end);
  for (const edit of edits.sort((left, right) => right.start - left.start)) {
    text = text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start);
  }
  return text;
}

type Parsed = ReturnType<typeof parseSync>;
type Statement = Parsed["program"]["body"][number];

function moduleOf(importer: string, specifier: string): string {
  if (specifier.startsWith("@fanfare/contract/")) return specifier.replace("@fanfare/contract/", "contract/src/");
  return specifier.startsWith(".") ? join(dirname(importer), specifier).replace(/\.tsx?$/, "") : specifier;
}

function parseModule(path: string, { code, inferred }: Printed): Module {
  const { program, comments, errors } = parseSync(`${path}.d.ts`, code);
  if (errors[0] !== undefined) throw new Error(`${path}.d.ts can't be parsed: ${errors[0].message}`);
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, Source>();
  const exports = new Map<string, Source>();
  const stars: string[] = [];
  for (const statement of program.body) {
    const declaration = declarationOf(path, code, statement, comments);
    if (declaration !== undefined) {
      const { name } = declaration.id;
      declarations.set(name, declaration);
      if (statement.type === "ExportNamedDeclaration") exports.set(name, { module: path, name });
    } else if (statement.type === "ImportDeclaration") {
      const module = moduleOf(path, statement.source.value);
      for (const each of statement.specifiers) {
        if (each.type !== "ImportSpecifier") throw new Error(`${path}: import names, not a namespace or default.`);
        imports.set(each.local.name, { module, name: nameIn(each.imported) });
      }
    } else if (statement.type === "ExportNamedDeclaration") {
      const module = statement.source === null ? path : moduleOf(path, statement.source.value);
      for (const each of statement.specifiers) exports.set(nameIn(each.exported), { module, name: nameIn(each.local) });
    } else if (statement.type === "ExportAllDeclaration") {
      stars.push(moduleOf(path, statement.source.value));
    } else {
      throw new Error(`${path}: declarations of the kind ${statement.type} can't be joined.`);
    }
  }
  return { code, inferred, declarations, imports, exports, stars };
}

/** Names of modules may be strings in JavaScript. None of ours is. */
function nameIn(node: { readonly type: string; readonly name?: string }): string {
  if (node.name === undefined) throw new Error(`A ${node.type} isn't a name.`);
  return node.name;
}

function declarationOf(
  module: string,
  code: string,
  statement: Statement,
  comments: Parsed["comments"],
): Declaration | undefined {
  const inner = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  const id = inner === null ? undefined : idOf(inner);
  if (inner === null || id === undefined) return undefined;
  const comment = comments.findLast(
    ({ end }) => end <= statement.start && code.slice(end, statement.start).trim() === "",
  );
  return {
    module,
    id,
    start: comment?.start ?? statement.start,
    keyword: statement.start,
    body: inner.start + (code.startsWith("declare ", inner.start) ? "declare ".length : 0),
    end: statement.end,
    references: referencesIn(inner),
    is_type: inner.type === "TSInterfaceDeclaration" || inner.type === "TSTypeAliasDeclaration",
  };
}

type Inner = Statement | NonNullable<Extract<Statement, { readonly type: "ExportNamedDeclaration" }>["declaration"]>;

function idOf(statement: Inner): Reference | undefined {
  switch (statement.type) {
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return statement.id;
    case "TSDeclareFunction":
    case "ClassDeclaration":
      return statement.id ?? undefined;
    case "VariableDeclaration": {
      const [first, ...more] = statement.declarations;
      return more.length === 0 && first?.id.type === "Identifier" ? first.id : undefined;
    }
    default:
      return undefined;
  }
}

/** Names of other declarations. Type parameters hide them. */
function referencesIn(statement: Inner): readonly Reference[] {
  const references: Reference[] = [];
  const parameters = new Set<string>();
  const add = (node: object): void => {
    if ("name" in node && typeof node.name === "string" && "start" in node && typeof node.start === "number") {
      references.push({ name: node.name, start: node.start });
    }
  };
  // As methods, because the linter takes arrow functions with capital letters for components.
  new Visitor({
    TSTypeReference({ typeName }) {
      add(typeName);
    },
    TSTypeQuery({ exprName }) {
      add(exprName);
    },
    TSInterfaceHeritage({ expression }) {
      add(expression);
    },
    ClassDeclaration({ superClass }) {
      if (superClass !== null) add(superClass);
    },
    TSTypeParameter({ name }) {
      parameters.add(name.name);
    },
    TSMappedType({ key }) {
      parameters.add(key.name);
    },
    TSImportType({ source }) {
      throw new Error(`import("${source.value}") can't be joined: import the type at the top of its module.`);
    },
  }).visit({
    type: "Program",
    body: [statement],
    sourceType: "module",
    hashbang: null,
    start: statement.start,
    end: statement.end,
  });
  return references.filter(({ name }) => !parameters.has(name));
}

/** Prints the declarations of a module of this repository, without the rest of the program and in milliseconds. */
export const readDeclarations: ReadDeclarations = (path) => {
  const file = [`${path}.ts`, `${path}.tsx`].map((each) => join(ROOT, each)).find(existsSync);
  if (file === undefined) return undefined;
  const source = readFileSync(file, "utf8");
  const { code, errors } = isolatedDeclarationSync(file, source);
  const inferred = errors.flatMap(({ labels }) => labels.map(({ start }) => declaredBefore(source, start)));
  return { code: code.replace(/^(\t*)\*(?=[ /]|$)/gm, "$1 *"), inferred: new Set(inferred) };
};

/** The variable or function in which `offset` lies. */
function declaredBefore(source: string, offset: number): string {
  const rest_of_line = source.indexOf("\n", offset);
  const names = source.slice(0, rest_of_line).matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm);
  return [...names].at(-1)?.[1] ?? "";
}
