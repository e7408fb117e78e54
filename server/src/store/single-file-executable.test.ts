import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readRecoveredRows } from "./simulator/recovered-rows.ts";

test("contains its writer and migrations when compiled into one file", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-one-file-"));
  try {
    const program = join(directory, "program");
    const sources = [
      join(import.meta.dir, "simulator", "writer-process.ts"),
      join(import.meta.dir, "sqlite", "worker.ts"),
    ];
    const build = ["build", "--compile", `--root=${dirname(import.meta.dir)}`, `--outfile=${program}`, ...sources];
    const compiler = Bun.spawn([process.execPath, ...build], { stdout: "ignore", stderr: "pipe" });
    expect([await compiler.exited, await new Response(compiler.stderr).text()]).toEqual([0, expect.any(String)]);
    const path = join(directory, "data", "fanfare.db");
    const child = Bun.spawn([program, `--path=${path}`, "--to=3"], {
      cwd: directory,
      stdout: "pipe",
      stderr: "inherit",
    });
    expect(await new Response(child.stdout).text()).toContain("done");
    expect(readRecoveredRows(path)).toEqual({ events: new Set([0, 1, 2]), faults: [] });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 60_000);
