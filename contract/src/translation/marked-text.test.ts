import { expect, test } from "bun:test";
import type { Span } from "../content/block.ts";
import { seededRng } from "../lib/rng.ts";
import { fromMarkedText, tagProblems, toMarkedText } from "./marked-text.ts";

const link = (text: string, href: string, more: Partial<Span> = {}): Span => ({ text, href, ...more });

test("names links by their addresses, which aren't part of the text", () => {
  const spans = [link("One", "/1"), { text: ", " }, link("two", "/2", { bold: true }), { text: ", " }, link("1", "/1")];
  expect(toMarkedText(spans)).toBe("<a>One</a>, <a2><b>two</b></a2>, <a>1</a>");
  expect(fromMarkedText("<a2><b>zwei</b></a2> und <a>eins</a>", spans)).toEqual([
    { text: "zwei", bold: true, href: "/2" },
    { text: " und " },
    { text: "eins", href: "/1" },
  ]);
});

test("writes a translation with the tags of its source, in any order", () => {
  const source = [link("One", "/1"), { text: ", " }, link("two", "/2"), { text: ", " }, { text: "now", bold: true }];
  const marked = "<b>jetzt</b> <a2>zwei</a2>, <a>eins</a> & &lt;b>";
  expect(toMarkedText(fromMarkedText(marked, source), source)).toBe(marked);
});

test.each([
  ["Nimm eine Minute", [["tag_missing", "<b>"]]],
  ["Nimm <b>eine Minute", [["tag_unclosed", "<b>"]]],
  ["Nimm <b>eine</b></b> Minute", [["tag_unopened", "</b>"]]],
  [
    "<i>Nimm</i> <b>eine Minute</b>",
    [
      ["tag_unknown", "<i>"],
      ["tag_unknown", "</i>"],
    ],
  ],
  [
    "<a href='/x'>Nimm</a> <b>eine Minute</b>",
    [
      ["tag_unknown", "<a href='/x'>"],
      ["tag_unknown", "</a>"],
    ],
  ],
  ["Nimm <b>eine</b> <b>Minute</b>, 1 < 2", []],
] as const)("finds wrong tags in “%s”", (text, expected) => {
  const source = [{ text: "Take " }, { text: "one minute", bold: true }];
  expect(tagProblems(text, source).map(({ kind, tag }) => [kind, tag])).toEqual(expected as unknown as string[][]);
});

test("leaves text alone that only looks like a tag", () => {
  const source = [{ text: "Press <Enter>" }];
  expect([toMarkedText(source), tagProblems("Drücke <Enter>", source)]).toEqual(["Press <Enter>", []]);
  expect(fromMarkedText("Drücke <Enter>", source)).toEqual([{ text: "Drücke <Enter>" }]);
});

test("reads back what it wrote, whatever the text", () => {
  const rng = seededRng(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(rng.next() * items.length)] as Item;
  for (let round = 0; round < 2_000; round++) {
    const spans = Array.from({ length: 1 + Math.floor(rng.next() * 6) }, (): Span => {
      const text = Array.from({ length: 1 + Math.floor(rng.next() * 4) }, () =>
        pick(["a", " ", "<", ">", "&", "&lt;", "&amp;", "<b>", "</b>", "</a2>", "<strong>", "b>", "/", "{{name|<i>}}"]),
      ).join("");
      return {
        text,
        ...(rng.next() < 0.3 ? { bold: true } : {}),
        ...(rng.next() < 0.3 ? { italic: true } : {}),
        ...(rng.next() < 0.3 ? { href: pick(["/1", "/2", "/3"]) } : {}),
      };
    });
    const marked = toMarkedText(spans);
    expect([marked, letters(fromMarkedText(marked, spans))]).toEqual([marked, letters(spans)]);
    expect([marked, tagProblems(marked, spans)]).toEqual([marked, []]);
    // Broken in any way, it loses no letter and adds no mark.
    const broken = marked.slice(0, Math.floor(rng.next() * marked.length));
    expect(fromMarkedText(broken, spans).length).toBeGreaterThan(0);
  }
});

/** Each character with its marks: neighbors with the same marks may be joined. */
function letters(spans: readonly Span[]): readonly string[] {
  return spans.flatMap(({ text, bold = false, italic = false, href = "" }) =>
    [...text].map((letter) => `${letter} ${bold} ${italic} ${href}`),
  );
}
