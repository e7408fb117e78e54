import { expect, test } from "bun:test";
import { FOLDER_FORMAT, type FolderFile } from "@fanfare/contract/content-folder";
import { currentFiles, type FolderUpgrade } from "./folder-format.ts";

const FILES: readonly FolderFile[] = [{ path: "contents/welcome/content.json", text: "{}\n" }];

/** Adds its name to each file, as an upgrade renames or adds fields. */
const marked =
  (name: string): FolderUpgrade =>
  (files) =>
    files.map(({ path, text }) => ({ path, text: `${text}${name}\n` }));

/** A server whose format was raised three times. */
const FOURTH = { current: 4, upgrades: { 2: marked("2 to 3"), 3: marked("3 to 4") } };

test("folders of the two older formats are read as the current one", () => {
  expect(currentFiles(FILES, 4, FOURTH)).toEqual(FILES);
  expect(currentFiles(FILES, 3, FOURTH)).toEqual([{ path: FILES[0]?.path ?? "", text: "{}\n3 to 4\n" }]);
  expect(currentFiles(FILES, 2, FOURTH)).toEqual([{ path: FILES[0]?.path ?? "", text: "{}\n2 to 3\n3 to 4\n" }]);
});

test("folders of any other format are refused with both numbers", () => {
  expect(currentFiles(FILES, 5, FOURTH)).toBe("This file has format 5. This server reads formats 2 to 4.");
  expect(currentFiles(FILES, 1, FOURTH)).toBe("This file has format 1. This server reads formats 2 to 4.");
  expect(currentFiles(FILES, "4", FOURTH)).toBe('This file has format "4". This server reads formats 2 to 4.');
  expect(currentFiles(FILES, FOLDER_FORMAT + 1)).toBe("This file has format 2. This server reads format 1.");
  expect(currentFiles(FILES, undefined)).toBe("This file is missing, or has no format. This server reads format 1.");
});

test("each of the two older formats has an upgrade", () => {
  for (let format = Math.max(1, FOLDER_FORMAT - 2); format <= FOLDER_FORMAT; format += 1)
    expect(currentFiles([], format)).toEqual([]);
});
