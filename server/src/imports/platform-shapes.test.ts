import { expect, test } from "bun:test";
import { expectAccounted, expectOwnLines } from "../../test/support/accounted-fields.ts";
import { findingLines, shape } from "../../test/support/imported-shape.ts";
import { PLATFORM_SHAPES } from "../../test/support/platform-shapes.ts";
import { importContent } from "./import-content.ts";

test("twenty shapes of each platform are read", () => {
  for (const [from, cases] of Object.entries(PLATFORM_SHAPES)) expect([from, cases.length >= 20]).toEqual([from, true]);
});

for (const from of ["usertour", "appcues", "posthog"] as const) {
  test.each(PLATFORM_SHAPES[from])(`${from}: reads %s`, (_, source, shapes) => {
    const text = JSON.stringify(source, null, 1);
    const { files, report, slugs } = importContent(from, {
      ...{ file: "export.json", text, name: "First steps", taken: new Set<string>() },
    });
    expectAccounted(report, text);
    expectOwnLines(report, text);
    const contents = files.map((file) => JSON.parse(file.text));
    expect(contents.flatMap(({ body }) => shape(body))).toEqual([...shapes]);
    expect({ slugs, contents, findings: findingLines(report) }).toMatchSnapshot();
  });
}
