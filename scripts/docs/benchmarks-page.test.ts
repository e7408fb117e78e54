import { expect, test } from "bun:test";
import { benchmarksPage, withFigures } from "./benchmarks-page.ts";

test("the page of benchmarks has each table of the run, what missed its goal, and the command that repeats it", () => {
  const machine = { cores: 2, memory_gib: 16, bun: "1.3.4" };
  const results = [
    {
      name: "boot",
      tables: [
        {
          title: "Boots per second (medians of 5 runs)",
          head: ["case", "ratio", ""],
          rows: [
            ["anonymous", "0.41 ×", "met"],
            ["a|b", "0.31 ×", "MISSED"],
          ],
        },
      ],
    },
    { name: "pages", tables: [{ title: "Work of a page", head: ["what"], rows: [["start"]] }] },
  ];
  const page = benchmarksPage({ machine, results, failed: ["nodes"] }, { boot: "The database." });
  expect(page).toContain("Not measured in this run: `nodes`.");
  expect(page).toContain("on 2 cores with 16 GiB of memory and Bun 1.3.4");
  expect(page.slice(page.indexOf("## Boots"))).toBe(`## Boots per second

Medians of 5 runs. \`npm run bench boot\`

| case      | ratio  | result  |
| --------- | ------ | ------- |
| anonymous | 0.41 × | reached |
| a\\|b      | 0.31 × | missed  |

**What bounds it:** The database.

## Work of a page

\`npm run bench pages\`

| what  |
| ----- |
| start |
`);
  expect(() => benchmarksPage({ machine, results, failed: [] }, {})).toThrow("boot misses a goal without a bound");
});

test("a page shows the ratio of a row, and none without the row", () => {
  const tables = [
    {
      title: "Boots",
      head: ["case", "who", "ratio"],
      rows: [
        ["a", "x", "1 ×"],
        ["a", "y", "2 ×"],
      ],
    },
  ];
  const run = { results: [{ name: "boot", tables }] };
  const figure = { what: "Boot", benchmark: "boot", row: ["a", "y"], column: "ratio", reference: "A bare handler" };
  const begin = "<!-- Generated from bench/results.json by node_modules/.bin/bun scripts/docs.ts. -->\n\n";
  const page = `Before\n\n${begin}<!-- End of the figures. -->\n\nAfter\n`;
  const shown = withFigures(page, run, [figure]);
  expect(shown).toMatch(/^Before\n\n<!--.*-->\n\n\| What.*\n\| -.*\n\| Boot \| 2 × +\| A bare handler +\|\n\n<!-- End/);
  expect(withFigures(shown, run, [figure])).toBe(shown);
  expect(() => withFigures(page, run, [{ ...figure, row: ["b"] }])).toThrow("no row b with the column ratio");
});
