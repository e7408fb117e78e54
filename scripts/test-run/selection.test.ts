import { describe, expect, test } from "bun:test";
import { dealt, EVERY_TIME, PARTS, partOf, selectFiles, type TestFile } from "./selection.ts";
import { testFiles } from "./test-files.ts";

describe("the files of npm test", () => {
  const files = testFiles();
  const parts = Array.from({ length: PARTS }, (_, part) => selectFiles(files, part, []));

  test("are all files once every part has run", () => {
    expect([...new Set(parts.flat())].toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  });

  test("include what runs each time in every part, and each other file in one", () => {
    const times = new Map<string, number>();
    for (const path of parts.flat()) times.set(path, (times.get(path) ?? 0) + 1);
    expect(new Set(times.values())).toEqual(new Set([1, PARTS]));
    for (const path of ["e2e/tour.web.ts", "e2e/suppression.web.ts", "server/src/http/api/guards/access.test.ts"])
      expect(times.get(path), path).toBe(PARTS);
  });

  test("include changed files", () => {
    const other = "e2e/builder-page.web.ts";
    const without = parts.findIndex((selected) => !selected.includes(other));
    expect(selectFiles(files, without, [other])).toContain(other);
  });

  test("are about a tenth of the other files' size in every part", () => {
    const sized: TestFile[] = Array.from({ length: 95 }, (_, index) => ({ path: `${index}`, size_bytes: index ** 2 }));
    const total = (of: readonly string[]): number => of.reduce((sum, path) => sum + Number(path) ** 2, 0);
    const all = total(sized.map(({ path }) => path));
    for (let part = 0; part < PARTS; part++) {
      expect(total(dealt(sized, part)) / all).toBeGreaterThan(0.07);
      expect(total(dealt(sized, part)) / all).toBeLessThan(0.13);
    }
  });

  test("are the same for each run of a commit, and exist without a history", () => {
    expect(partOf("64f30555aa")).toBe(0x64f30555 % PARTS);
    expect(partOf("")).toBe(0);
  });
});

test("each pattern of files that run each time names some", () => {
  const paths = testFiles().map(({ path }) => path);
  for (const pattern of EVERY_TIME)
    expect(
      paths.some((path) => pattern.test(path)),
      `${pattern}`,
    ).toBe(true);
});
