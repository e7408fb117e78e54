import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { createFreshness } from "./build/freshness.ts";
import { compressMissing, rotate } from "./build.ts";

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

test("compresses only what isn't compressed yet, and leaves no part of a file", async () => {
  mkdirSync(join(workspace, "dist"));
  for (const name of ["new.js", "old.js", "font.woff2"]) writeFileSync(join(workspace, "dist", name), name.repeat(99));
  writeFileSync(join(workspace, "dist/old.js.br"), "compressed before");
  writeFileSync(join(workspace, "dist/new.js.br-part"), "stopped in the middle");
  await compressMissing(join(workspace, "dist"));
  expect(filesIn("dist")).toEqual(["font.woff2", "new.js", "new.js.br", "old.js", "old.js.br"]);
  expect(brotliDecompressSync(readFileSync(join(workspace, "dist/new.js.br"))).toString()).toBe("new.js".repeat(99));
  expect(readFileSync(join(workspace, "dist/old.js.br"), "utf8")).toBe("compressed before");
});

test("doesn't take a build that isn't compressed yet for another one", () => {
  buildNext("fanfare.js", "tour-1.js");
  buildNext("fanfare.js", "tour-2.js", "tour-2.js.br");
  buildNext("fanfare.js", "tour-2.js");
  expect(filesIn("dist-previous")).toEqual(["fanfare.js", "tour-1.js"]);
});

test("builds again after a change of a source, not of a test or of times alone", () => {
  const inputs = ["src"];
  mkdirSync(join(workspace, "src/lib"), { recursive: true });
  writeFileSync(join(workspace, "src/lib/a.ts"), "1");
  writeFileSync(join(workspace, "index.html"), "");
  const state = (): string => createFreshness(workspace).check("page", inputs, "index.html");
  const remember = (quick = false): void => {
    const freshness = createFreshness(workspace);
    freshness.write("page", { ...freshness.stampOf(inputs), quick });
  };
  expect(state()).toBe("stale");
  remember();
  expect(state()).toBe("fresh");
  writeFileSync(join(workspace, "src/lib/a.test.ts"), "1");
  utimesSync(join(workspace, "src/lib/a.ts"), new Date(0), new Date(0));
  expect(state()).toBe("fresh");
  writeFileSync(join(workspace, "src/lib/a.ts"), "2");
  expect(state()).toBe("stale");
  remember();
  expect(state()).toBe("fresh");
  writeFileSync(join(workspace, "src/b.ts"), "");
  expect(state()).toBe("stale");
  remember(true);
  utimesSync(join(workspace, "src/b.ts"), new Date(0), new Date(0));
  expect([state(), state()]).toEqual(["quick", "quick"]);
  rmSync(join(workspace, "index.html"));
  expect(state()).toBe("stale");
});
