import { expect, test } from "bun:test";
import { expectAccounted } from "../../test/support/accounted-fields.ts";
import { findingLines, shape } from "../../test/support/imported-shape.ts";
import { LIBRARY_SHAPES } from "../../test/support/library-shapes.ts";
import { importContent } from "./import-content.ts";

test("twenty shapes of each library are read", () => {
  for (const library of ["driver.js", "intro.js", "joyride", "shepherd"]) {
    const count = LIBRARY_SHAPES.filter(([from]) => from === library).length;
    expect([library, count >= 20]).toEqual([library, true]);
  }
});

test.each(LIBRARY_SHAPES)("%s: reads %s", (from, _, text, shapes, file = "tour.tsx") => {
  const { files, report, slugs } = importContent(from, { file, text, name: "First steps", taken: new Set() });
  expectAccounted(report, text);
  const contents = files.map((each) => JSON.parse(each.text));
  expect(contents.flatMap(({ body }) => shape(body))).toEqual([...shapes]);
  expect({ slugs, contents, findings: findingLines(report) }).toMatchSnapshot();
});
