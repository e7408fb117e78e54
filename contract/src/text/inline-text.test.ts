import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Span } from "../content/block.ts";
import { formatInline } from "./inline-format.ts";
import { mergeSpans, parseInline } from "./inline-text.ts";

/** Few enough for slow machines. Nightly runs do more. */
const RUNS = process.env["NIGHTLY"] === undefined ? 1_000 : 4_000;

const span = fc.record(
  {
    text: fc.oneof(
      fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(..."ab *[]()\\-.!\n\t1") }),
      fc.string({ minLength: 1, maxLength: 12 }),
    ),
    bold: fc.boolean(),
    italic: fc.boolean(),
    href: fc.constantFrom("/help", "https://example.com/a(b)", "mailto:a@b.example", "\\odd)"),
  },
  { requiredKeys: ["text"] },
);

test("converts spans to text and back", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), (spans: Span[]) => {
      expect(parseInline(formatInline(spans))).toEqual(mergeSpans(spans));
    }),
    { numRuns: RUNS },
  );
});

test("never loses a letter or digit of any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab1*[]()\\ "), maxLength: 24 }), (source) => {
      const shown = parseInline(source)
        .map((each) => each.text + (each.href ?? ""))
        .join("");
      const withMarks = (text: string): string =>
        [...text]
          .filter((character) => /\w/.test(character))
          .toSorted()
          .join("");
      expect(withMarks(shown)).toBe(withMarks(source));
    }),
    { numRuns: RUNS },
  );
});

const cases: readonly (readonly [typed: string, spans: Span[]])[] = [
  ["plain", [{ text: "plain" }]],
  ["**bold** and *soft*", [{ text: "bold", bold: true }, { text: " and " }, { text: "soft", italic: true }]],
  ["***both***", [{ text: "both", bold: true, italic: true }]],
  ["[docs](https://a.example/b)", [{ text: "docs", href: "https://a.example/b" }]],
  [
    "[the **docs**](/d)",
    [
      { text: "the ", href: "/d" },
      { text: "docs", bold: true, href: "/d" },
    ],
  ],
  ["2 * 3 * 4", [{ text: "2 * 3 * 4" }]],
  ["half **open", [{ text: "half **open" }]],
  ["[no target] (x)", [{ text: "[no target] (x)" }]],
  ["[](/empty)", [{ text: "[](/empty)" }]],
  ["\\*not soft\\*", [{ text: "*not soft*" }]],
  ["C:\\temp", [{ text: "C:\\temp" }]],
  ["  ends do not count  ", [{ text: "ends do not count" }]],
  ["", []],
];

for (const [typed, spans] of cases) {
  test(`reads ${JSON.stringify(typed)}`, () => {
    expect(parseInline(typed)).toEqual(spans);
  });
}

test("writes no unneeded backslashes", () => {
  for (const text of ["2 * 3 * 4", "C:\\temp", "press [Enter] (twice)", "a-b. c!"]) {
    expect(formatInline([{ text }])).toBe(text);
  }
});
