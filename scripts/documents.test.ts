import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GATES } from "@fanfare/contract/gates/gates";
import { VARIABLE_NAMES } from "@fanfare/server/config/config";
import { FEATURES } from "./docs/features.ts";
import { ROOT } from "./terminal.ts";

/** Workspaces whose inner paths a document may name without the workspace. */
const BASES = ["", "server/src", "sdk/src"];
/** Files that only exist in a data directory. */
const MADE: readonly string[] = ["first-app.json", "installation.json"];
/** Files in the commands directory that aren't commands. */
const SHARED: readonly string[] = ["arguments", "command"];
const NAMED = /`([A-Za-z0-9_./-]+\.(?:tsx?|md|json)|(?:[a-z0-9-]+\/){2,})`/g;

describe("paths in documents", () => {
  for (const file of [
    "docs/ACCESSIBILITY.md",
    "docs/ARCHITECTURE.md",
    "docs/INTEGRATIONS.md",
    "docs/OPERATIONS.md",
    "docs/PROTOCOL.md",
    "docs/SDK.md",
    "docs/SECURITY.md",
    "docs/security/asvs.md",
    "docs/specification.md",
  ]) {
    test(file, () => {
      const named = [...readFileSync(join(ROOT, file), "utf8").matchAll(NAMED)].map((match) => match[1] ?? "");
      expect(named.length).toBeGreaterThan(0);
      const exists = (path: string): boolean =>
        MADE.includes(path) || BASES.some((base) => existsSync(join(ROOT, base, path)));
      expect(named.filter((path) => !exists(path))).toEqual([]);
    });
  }
});

test("docs/security/asvs.md quotes tests that exist", () => {
  const page = readFileSync(join(ROOT, "docs/security/asvs.md"), "utf8");
  const quoted = [...page.matchAll(/`([\w./-]+\.(?:test|web)\.tsx?)`: "([^"]+)"/g)];
  expect(quoted.length).toBeGreaterThan(80);
  const missing = quoted.filter(([, file = "", title = ""]) => !readFileSync(join(ROOT, file), "utf8").includes(title));
  expect(missing.map(([text]) => text)).toEqual([]);
});

test("docs/guides/who-sees-what.md lists every gate in the order in which gates decide", () => {
  const page = readFileSync(join(ROOT, "docs/guides/who-sees-what.md"), "utf8");
  expect([...page.matchAll(/^\| `(\w+)`/gm)].map((row) => row[1] ?? "")).toEqual([...GATES]);
});

describe("operator documentation", () => {
  test("lists every configuration variable in docs/operations/configuration.md", () => {
    const page = readFileSync(join(ROOT, "docs/operations/configuration.md"), "utf8");
    expect(VARIABLE_NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test("lists every command in docs/OPERATIONS.md", () => {
    const page = readFileSync(join(ROOT, "docs/OPERATIONS.md"), "utf8");
    const commands = readdirSync(join(ROOT, "server/src/commands"))
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => file.replace(".ts", ""))
      .filter((name) => !SHARED.includes(name));
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((name) => !page.includes(`fanfare ${name}`))).toEqual([]);
  });
});

describe("the features in docs/specification.md", () => {
  test("each have a name of their own", () => {
    expect(FEATURES.length).toBeGreaterThanOrEqual(128);
    expect(new Set(FEATURES.map(({ feature }) => feature)).size).toBe(FEATURES.length);
  });

  test("each have a source and a test that exist, or a reason", () => {
    const missing = FEATURES.filter((each) => {
      if ("declined" in each) return each.declined.length < 20;
      const [file, title] = each.test;
      const [path, tests] = [join(ROOT, each.source), join(ROOT, file)];
      return !existsSync(path) || !existsSync(tests) || !readFileSync(tests, "utf8").includes(`("${title}"`);
    });
    expect(missing).toEqual([]);
  });
});
