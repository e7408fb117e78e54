import { expect, test } from "bun:test";
import { crowdedFolders } from "./folders.ts";

test("counts source files of a folder without tests, subfolders, and other files", () => {
  const files = ["a/one.ts", "a/two.tsx", "a/three.mjs", "a/two.test.ts", "a/b/four.ts", "a/README.md", "test/five.ts"];
  expect(crowdedFolders(files, 2)).toEqual(["a holds 3 source files. Split it by noun: at most 2."]);
  expect(crowdedFolders(files, 3)).toEqual([]);
});

test("names the top folder too", () => {
  expect(crowdedFolders(["one.ts", "two.ts"], 1)).toEqual([
    "The top folder holds 2 source files. Split it by noun: at most 1.",
  ]);
});
