import { statSync } from "node:fs";
import { join } from "node:path";
import { capture, ROOT } from "../terminal.ts";
import { TEST_FILES } from "./lanes.ts";
import type { TestFile } from "./selection.ts";

/** Those of `testMatch` in playwright.config.ts. */
const BROWSER_TEST_FILES = "{bench,console,contract,demo,e2e,scripts,sdk,server}/**/*.web.ts";

/** All test files of the repository. */
export function testFiles(): readonly TestFile[] {
  const paths = [TEST_FILES, BROWSER_TEST_FILES].flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: ROOT })]);
  return paths
    .filter((path) => !path.includes("node_modules/"))
    .toSorted()
    .map((path) => ({ path, size_bytes: statSync(join(ROOT, path)).size }));
}

export interface Revision {
  /** Empty without a history, as in an unpacked archive. */
  readonly commit: string;
  /** Files that differ from the commit before, or aren't committed. */
  readonly changed: readonly string[];
}

/** What Git says about the working tree. */
export async function revision(): Promise<Revision> {
  const lines = async (...args: string[]): Promise<string[]> => {
    const { code, output } = await capture(["git", ...args]);
    return code === 0 ? output.split("\n").filter(Boolean) : [];
  };
  const [commit = ""] = await lines("rev-parse", "HEAD");
  const changed = await Promise.all([
    lines("diff", "--name-only", "HEAD~1"),
    lines("ls-files", "--others", "--exclude-standard"),
  ]);
  return { commit, changed: changed.flat() };
}
