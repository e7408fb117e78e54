import { expect, test } from "bun:test";
import { benchmarksPage } from "./benchmarks-page.ts";

test("the page of benchmarks has each table of the run, what missed its goal, and the command that repeats it", () => {
  const page = benchmarksPage(
    [
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
    ],
    { cores: 2, memory_gib: 16, bun: "1.3.4" },
  );
  expect(page).toContain("on 2 cores with 16 GiB of memory and Bun 1.3.4");
  expect(page.slice(page.indexOf("## Boots"))).toBe(`## Boots per second

Medians of 5 runs. \`npm run bench boot\`

| case      | ratio  | result |
| --------- | ------ | ------ |
| anonymous | 0.41 × | met    |
| a\\|b      | 0.31 × | missed |

## Work of a page

\`npm run bench pages\`

| what  |
| ----- |
| start |
`);
});
