import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Module, planChunks, type Root } from "./plan.ts";

const REQUEST_SIZE = 100;

function modulesOf(graph: Readonly<Record<string, readonly [size: number, ...imports: string[]]>>) {
  return new Map<string, Module>(Object.entries(graph).map(([id, [size, ...imports]]) => [id, { id, size, imports }]));
}

const pages = (...ids: readonly string[]): readonly Root[] => ids.map((id) => ({ id, weight: 1 }));

test("modules that the same pages need share a file", () => {
  const modules = modulesOf({
    home: [900, "table", "row"],
    people: [900, "table", "row"],
    table: [900],
    row: [500],
  });
  const files = planChunks(modules, pages("home", "people"), REQUEST_SIZE);
  expect(files).toEqual(
    new Map([
      ["table", "table"],
      ["row", "table"],
    ]),
  );
});

test("a page loads a small unused module rather than one more file", () => {
  const modules = modulesOf({
    home: [900, "table"],
    people: [900, "table", "row"],
    groups: [900, "table", "row"],
    table: [900],
    row: [30],
  });
  const files = planChunks(modules, pages("home", "people", "groups"), REQUEST_SIZE);
  expect(files.get("row")).toBe("table");
});

test("a page loads one more file rather than a large unused module", () => {
  const modules = modulesOf({
    home: [900, "table"],
    people: [900, "table", "chart"],
    groups: [900, "table", "chart"],
    table: [900],
    chart: [5_000],
  });
  const files = planChunks(modules, pages("home", "people", "groups"), REQUEST_SIZE);
  expect(files.get("chart")).not.toBe(files.get("table"));
});

test("a page loads nothing of the page's that it doesn't contain", () => {
  const modules = modulesOf({ home: [900], editor: [900, "step"], step: [10] });
  expect(planChunks(modules, pages("home", "editor"), REQUEST_SIZE)).toEqual(new Map());
});

test("parts of a page count the files of its layout as loaded", () => {
  const modules = modulesOf({ layout: [900, "menu"], home: [900], dialog: [900, "menu"], menu: [900] });
  const inside = pages("home", "dialog").map((root) => ({ ...root, after: "layout" }));
  const files = planChunks(modules, [...pages("layout"), ...inside], REQUEST_SIZE);
  expect(files.get("menu")).toBe(files.get("layout"));
});

test("the files are the same in whatever order the build finds the pages", () => {
  // Merging either two saves the same.
  const modules = modulesOf({
    home: [900, "a", "b"],
    people: [900, "b", "c"],
    groups: [900, "a", "c"],
    ...{ a: [30], b: [30], c: [30] },
  });
  const plan = (...ids: readonly string[]) =>
    [...planChunks(modules, pages(...ids), REQUEST_SIZE)].sort(([left], [right]) => (left < right ? -1 : 1));
  expect(plan("home", "people", "groups").length).toBeGreaterThan(0);
  expect(plan("groups", "people", "home")).toEqual(plan("home", "people", "groups"));
  expect(plan("people", "home", "groups")).toEqual(plan("home", "people", "groups"));
});

test("no two files import each other, however modules are merged", () => {
  const ids = fc.integer({ min: 0, max: 39 });
  const graph = fc.array(fc.record({ size: fc.integer({ min: 1, max: 400 }), imports: fc.uniqueArray(ids) }), {
    minLength: 12,
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      graph,
      fc.uniqueArray(fc.nat(7), { minLength: 2 }),
      fc.integer({ min: 1, max: 2_000 }),
      (nodes, root_ids, request_size) => {
        const modules = modulesOf(
          Object.fromEntries(
            nodes.map(({ size, imports }, index) => [
              `m${index}`,
              [size, ...imports.filter((id) => id > index && id < nodes.length && id % 4 === 0).map((id) => `m${id}`)],
            ]),
          ),
        );
        const roots = pages(...root_ids.map((id) => `m${id}`));
        const files = planChunks(modules, roots, request_size);
        expect(cycleIn(modules, files)).toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});

/** A file that imports itself through others. A module without a file is a file of its own. */
function cycleIn(modules: ReadonlyMap<string, Module>, files: ReadonlyMap<string, string>): string | undefined {
  const file_of = (id: string): string => files.get(id) ?? `own ${id}`;
  const imports = new Map<string, Set<string>>();
  for (const { id, imports: imported } of modules.values()) {
    const own = imports.get(file_of(id)) ?? new Set();
    for (const each of imported) if (file_of(each) !== file_of(id)) own.add(file_of(each));
    imports.set(file_of(id), own);
  }
  return [...imports.keys()].find((file) => {
    const found = new Set(imports.get(file));
    for (const each of found) for (const next of imports.get(each) ?? []) found.add(next);
    return found.has(file);
  });
}
