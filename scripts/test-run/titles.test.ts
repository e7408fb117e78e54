import { describe, expect, test } from "bun:test";
import { lostTitles, titlesFromJunit, titlesFromPlaywright } from "./titles.ts";

describe("test titles", () => {
  const bun = titlesFromJunit(`<testsuites><testsuite name="a.test.ts">
    <testcase name="loses &lt;nothing&gt; (seed 42)" classname="a &amp; b &gt; c" time="0" file="a.test.ts" line="1" />
    <testcase name="adds" classname="" time="0" file="a.test.ts" line="2"><failure /></testcase></testsuite></testsuites>`);
  const browser = titlesFromPlaywright(
    JSON.stringify({
      suites: [
        {
          title: "b.web.ts",
          file: "b.web.ts",
          specs: [{ title: "adds" }],
          suites: [{ title: "group", file: "b.web.ts", specs: [{ title: "opens" }] }],
        },
      ],
    }),
  );

  test("are read from both reports, with their groups and without seeds", () => {
    expect(bun.map(({ title }) => title)).toEqual(["a & b > c > loses <nothing> (seed …)", "adds"]);
    expect(browser).toEqual([
      { title: "adds", file: "b.web.ts" },
      { title: "group > opens", file: "b.web.ts" },
    ]);
  });

  test("are lost when no test has them, not when they move", () => {
    expect(lostTitles(browser, [{ title: "opens", file: "c.test.ts" }, ...bun])).toEqual(["b.web.ts › group > opens"]);
    expect(lostTitles([...bun, ...browser], [...browser, ...bun])).toEqual([]);
    expect(lostTitles([...bun, ...browser], browser)).toEqual([
      "a.test.ts › a & b > c > loses <nothing> (seed …)",
      "b.web.ts › adds",
    ]);
  });
});
