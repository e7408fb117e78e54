import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./tool.ts";

/** Rooms whose inner paths a document may name without the room. */
const BASES = ["", "server/src", "sdk/src"];
/** What only a data directory has. */
const MADE: readonly string[] = ["first-app.json"];
const NAMED = /`([A-Za-z0-9_./-]+\.(?:tsx?|md|json)|(?:[a-z0-9-]+\/){2,})`/g;

describe("every path that a document names exists", () => {
  for (const file of [
    "docs/ACCESSIBILITY.md",
    "docs/ARCHITECTURE.md",
    "docs/OPERATIONS.md",
    "docs/PROTOCOL.md",
    "docs/SECURITY.md",
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
