import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Block } from "../content/block.ts";
import { formatBlocks, parseBlocks } from "./block-text.ts";
import { mergeSpans } from "./inline-text.ts";

/** Few enough for slow machines. Nightly runs do more. */
const RUNS = process.env["NIGHTLY"] === undefined ? 1_000 : 4_000;

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(..."ab1 *[]()\\-.!`#>\n") }),
  fc.constantFrom(
    "- not a list",
    "1. not either",
    "12) nor this",
    "## no heading",
    "> no quote",
    "`no` code",
    "![no](picture)",
    " ends ",
    "a\\",
  ),
);
const span = fc.record(
  {
    text,
    bold: fc.boolean(),
    italic: fc.boolean(),
    code: fc.boolean(),
    href: fc.constantFrom("/help", "https://a.example/(b)"),
  },
  { requiredKeys: ["text"] },
);
const spans = fc.array(span, { minLength: 1, maxLength: 3 });
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record(
    { kind: fc.constant("paragraph" as const), spans, format: fc.constantFrom("heading" as const, "quote" as const) },
    { requiredKeys: ["kind", "spans"] },
  ),
  fc.record({
    kind: fc.constant("list" as const),
    ordered: fc.boolean(),
    items: fc.array(spans, { minLength: 1, maxLength: 3 }),
  }),
  fc.record(
    {
      kind: fc.constant("image" as const),
      url: fc.constantFrom("/a.png", "https://a.example/(1).png"),
      alt: text,
      decorative: fc.constant(true),
    },
    { requiredKeys: ["kind", "url", "alt"] },
  ),
);

/** Normalizes blocks like the text field: merges spans, and drops empty items and paragraphs. */
function mergeBlocks(blocks: readonly Block[]): Block[] {
  return blocks.map(mergeBlock).filter((block) => block !== undefined);
}

function mergeBlock(block: Block): Block | undefined {
  switch (block.kind) {
    case "paragraph": {
      const spans = mergeSpans(block.spans);
      return spans.length > 0 ? { ...block, spans } : undefined;
    }
    case "list": {
      const items = block.items.map(mergeSpans).filter((item) => item.length > 0);
      return items.length > 0 ? { kind: "list", ordered: block.ordered, items } : undefined;
    }
    default:
      return block;
  }
}

test("converts blocks to text and back", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      expect(parseBlocks(formatBlocks(blocks))).toEqual(mergeBlocks(blocks));
    }),
    { numRuns: RUNS },
  );
});

test("formats parsed text the same way every time", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab1 *[]()\\-.!`#>\n"), maxLength: 40 }), (source) => {
      const once = formatBlocks(parseBlocks(source));
      expect(formatBlocks(parseBlocks(once))).toBe(once);
    }),
    { numRuns: RUNS },
  );
});

test("parses lines as paragraphs, marked lines as lists, and empty lines as breaks", () => {
  expect(parseBlocks("Pick:\n- one\n- two\n\n- three\n1. first\n2. second\n\nDone")).toEqual([
    { kind: "paragraph", spans: [{ text: "Pick:" }] },
    { kind: "list", ordered: false, items: [[{ text: "one" }], [{ text: "two" }]] },
    { kind: "list", ordered: false, items: [[{ text: "three" }]] },
    { kind: "list", ordered: true, items: [[{ text: "first" }], [{ text: "second" }]] },
    { kind: "paragraph", spans: [{ text: "Done" }] },
  ]);
});

test("parses headings, quotes, and code", () => {
  expect(parseBlocks("## Press `npm *start*`\n> Done\n#no heading")).toEqual([
    { kind: "paragraph", spans: [{ text: "Press " }, { text: "npm *start*", code: true }], format: "heading" },
    { kind: "paragraph", spans: [{ text: "Done" }], format: "quote" },
    { kind: "paragraph", spans: [{ text: "#no heading" }] },
  ]);
});

test("parses an image only on its own line", () => {
  expect(parseBlocks("![The chart](https://a.example/chart.png)")).toEqual([
    { kind: "image", alt: "The chart", url: "https://a.example/chart.png" },
  ]);
  expect(parseBlocks("see ![x](/y)")[0]?.kind).toBe("paragraph");
});

test("keeps an image without description or URL for validation", () => {
  expect(parseBlocks("![]()")).toEqual([{ kind: "image", alt: "", url: "" }]);
});
