import { basename } from "node:path";

export interface Module {
  readonly id: string;
  readonly size: number;
  readonly imports: readonly string[];
}

export type Modules = ReadonlyMap<string, Module>;

/** What the browser loads on demand, with its imports: a page, or a part that loads later, such as a dialog. */
export interface Root {
  readonly id: string;
  /** How often it's loaded, compared with a page. */
  readonly weight: number;
  /** Root that is always loaded before it. */
  readonly after?: string;
}

/** By index of a root: 1 if the root needs the file. */
type Needs = Uint8Array;

/** Modules that share a file. */
interface Group {
  readonly modules: Module[];
  size: number;
  needs: Needs;
  /** Groups that this one imports. */
  readonly imports: Set<Group>;
}

/** The module with the ID, and all that it imports. */
export function reach(modules: Modules, id: string): ReadonlySet<Module> {
  const found = new Set<Module>();
  const ids = [id];
  for (const each of ids) {
    const module = modules.get(each);
    if (module === undefined || found.has(module)) continue;
    found.add(module);
    ids.push(...module.imports);
  }
  return found;
}

/**
 * Returns the file of each module that several roots need. Modules that the same roots need share a file. Files are
 * merged if that saves more requests than it loads in vain: a request costs as much as `request_size` of unused modules.
 *
 * A root that needs a file also needs all files that it imports. Therefore, no two files import each other.
 */
export function planChunks(
  modules: Modules,
  found: readonly Root[],
  request_size: number,
): ReadonlyMap<string, string> {
  // Found in an order that differs by build. Of merges that save the same, the first one is made.
  const roots = found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const groups = groupByNeeds(modules, roots);
  mergeGroups(
    groups,
    roots.map(({ weight }) => weight),
    request_size,
  );
  const files = new Map<string, string>();
  const uses = new Map<string, number>();
  for (const group of groups) {
    // The bundler puts the modules of a single root into the file of that root.
    if (group.needs.filter((need) => need === 1).length < 2) continue;
    const name = nameOf(group);
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    for (const { id } of group.modules) files.set(id, use === 1 ? name : `${name}-${use}`);
  }
  return files;
}

/** Named after its largest module, if possible one of the console's own. */
function nameOf({ modules }: Group): string {
  const own = modules.filter(({ id }) => !id.includes("node_modules"));
  const named = own.length === 0 ? modules : own;
  const largest = named.reduce((found, each) => (each.size > found.size ? each : found));
  return basename(largest.id).replace(/[.?].*/, "");
}

function groupByNeeds(modules: Modules, roots: readonly Root[]): Set<Group> {
  const needs = new Map<Module, Needs>();
  for (const [index, { id, after }] of roots.entries()) {
    const reached = [...reach(modules, id), ...(after === undefined ? [] : reach(modules, after))];
    for (const module of reached) {
      const own = needs.get(module) ?? new Uint8Array(roots.length);
      own[index] = 1;
      needs.set(module, own);
    }
  }
  const groups = new Map<string, Group>();
  const group_of = new Map<string, Group>();
  for (const [module, own] of needs) {
    const key = own.join("");
    const group = groups.get(key) ?? { modules: [], size: 0, needs: own, imports: new Set() };
    group.modules.push(module);
    group.size += module.size;
    groups.set(key, group);
    group_of.set(module.id, group);
  }
  for (const group of groups.values()) {
    for (const id of group.modules.flatMap((module) => module.imports)) {
      const imported = group_of.get(id);
      if (imported !== undefined && imported !== group) group.imports.add(imported);
    }
  }
  return new Set(groups.values());
}

function mergeGroups(groups: Set<Group>, weights: readonly number[], request_size: number): void {
  for (;;) {
    const pairs = pairsOf([...groups])
      .map(([a, b]) => ({ a, b, gain: gainOf(a, b, weights, request_size) }))
      .filter(({ gain }) => gain > 0)
      .sort((left, right) => right.gain - left.gain);
    if (pairs.length === 0) return;
    const changed = new Set<Group>();
    for (const { a, b } of pairs) {
      if (changed.has(a) || changed.has(b)) continue;
      for (const group of join(a, b, groups)) changed.add(group);
    }
  }
}

const pairsOf = (groups: readonly Group[]): (readonly [Group, Group])[] =>
  groups.flatMap((a, index) => groups.slice(index + 1).map((b) => [a, b] as const));

/** Requests that are saved minus sizes that are loaded in vain, if two groups become one. */
function gainOf(a: Group, b: Group, weights: readonly number[], request_size: number): number {
  let gain = 0;
  for (const [index, weight] of weights.entries()) {
    if (a.needs[index] === 1) gain += weight * (b.needs[index] === 1 ? request_size : -b.size);
    else if (b.needs[index] === 1) gain -= weight * a.size;
  }
  if (gain <= 0) return gain;
  const union = unite(a.needs, b.needs);
  for (const group of importsOf(a, b)) {
    if (group === a || group === b) continue;
    for (const [index, weight] of weights.entries()) {
      if (union[index] === 1 && group.needs[index] === 0) gain -= weight * (group.size + request_size);
    }
  }
  return gain;
}

const unite = (a: Needs, b: Needs): Needs => a.map((need, index) => need | (b[index] ?? 0));

/** The groups, and all that they import. */
function importsOf(...groups: readonly Group[]): ReadonlySet<Group> {
  const found = new Set(groups);
  for (const group of found) for (const imported of group.imports) found.add(imported);
  return found;
}

/** Makes two groups one, and returns all groups that changed. */
function join(a: Group, b: Group, groups: Set<Group>): ReadonlySet<Group> {
  const union = unite(a.needs, b.needs);
  const changed = importsOf(a, b);
  for (const group of changed) group.needs = unite(group.needs, union);
  const by_needs = new Map<string, Group>();
  for (const group of [...groups]) {
    const key = group.needs.join("");
    const twin = by_needs.get(key);
    if (twin === undefined) by_needs.set(key, group);
    else absorb(twin, group, groups);
  }
  return changed;
}

function absorb(group: Group, twin: Group, groups: Set<Group>): void {
  group.modules.push(...twin.modules);
  group.size += twin.size;
  groups.delete(twin);
  for (const imported of twin.imports) group.imports.add(imported);
  for (const each of groups) if (each.imports.delete(twin)) each.imports.add(group);
  group.imports.delete(group);
}
