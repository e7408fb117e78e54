import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rotate } from "./build.ts";

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "fanfare-workspace-"));
});
afterEach(() => rmSync(workspace, { recursive: true }));

function buildNext(...names: readonly string[]): void {
  mkdirSync(join(workspace, "dist-next"));
  for (const name of names) writeFileSync(join(workspace, "dist-next", name), "");
  rotate(workspace);
}

const filesIn = (folder: string): readonly string[] => readdirSync(join(workspace, folder)).sort();

test("keeps only the previous build for open pages", () => {
  buildNext("fanfare.js", "tour-1.js");
  expect(existsSync(join(workspace, "dist-previous"))).toBe(false);
  buildNext("fanfare.js", "tour-2.js");
  buildNext("fanfare.js", "tour-3.js");
  expect(filesIn("dist")).toEqual(["fanfare.js", "tour-3.js"]);
  expect(filesIn("dist-previous")).toEqual(["fanfare.js", "tour-2.js"]);
  expect(existsSync(join(workspace, "dist-next"))).toBe(false);
});

test("keeps the previous build when there is no new file name", () => {
  buildNext("fanfare.js", "tour-1.js");
  buildNext("fanfare.js", "tour-2.js");
  buildNext("fanfare.js", "tour-2.js");
  expect(filesIn("dist-previous")).toEqual(["fanfare.js", "tour-1.js"]);
});
