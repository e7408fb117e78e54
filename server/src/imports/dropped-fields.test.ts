import { expect, test } from "bun:test";
import type { ImportSource } from "@fanfare/contract/content-import/import-source";
import { droppedPlaces, unreportedCode } from "../../test/support/changed-fields.ts";
import { LIBRARY_SHAPES } from "../../test/support/library-shapes.ts";
import { PLATFORM_SHAPES } from "../../test/support/platform-shapes.ts";
import { IMPORT_FORMATS, readFile } from "./import-content.ts";

const LIBRARIES = LIBRARY_SHAPES.map(([from, name, text, , file = "tour.tsx"]) => ({ from, name, text, file }));
const PLATFORMS = (["appcues", "posthog", "usertour"] as const).flatMap((from) =>
  PLATFORM_SHAPES[from].map(([name, value]) => ({
    ...{ from, name, file: "export.json", text: JSON.stringify(value, null, 1) },
  })),
);
const FIXTURES: readonly {
  readonly from: ImportSource;
  readonly name: string;
  readonly text: string;
  readonly file: string;
}[] = [...LIBRARIES, ...PLATFORMS];

/** The label of the tour, which the only step it belongs to replaces by its own. */
const REPLACED = { from: "joyride" as const, name: "labels", place: "locale.last: text" };
/** The same list is a value of the file and of the function, so the other one is read. */
const TWICE = "steps of a function that nothing in the file calls";

test("every value of every fixture is carried over or reported", () => {
  expect(new Set(FIXTURES.map(({ from }) => from)).size).toBe(Object.keys(IMPORT_FORMATS).length);
  const dropped = FIXTURES.flatMap(({ from, name, file, text }) =>
    droppedPlaces(from, readFile(file, text)).map((place) => ({ from, name, place })),
  );
  expect(dropped).toEqual([REPLACED]);
});

test("code in place of any value of a fixture is reported", () => {
  const silent = FIXTURES.filter(({ name }) => name !== TWICE).flatMap(({ from, name, file, text }) =>
    unreportedCode(from, readFile(file, text)).map((place) => ({ from, name, place })),
  );
  expect(silent).toEqual([]);
});
