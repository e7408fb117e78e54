import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

test("logs an uncaught exception, drains, and exits with code 1", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-serve-"));
  const preload = join(directory, "fault.ts");
  writeFileSync(preload, 'process.on("SIGUSR2", () => setTimeout(() => { throw new Error("planted"); }, 0));');
  const child = Bun.spawn([process.execPath, "--preload", preload, join(import.meta.dir, "../cli.ts"), "serve"], {
    env: { ...process.env, FANFARE_PORT: "0", FANFARE_DATA_DIR: join(directory, "data") },
    stdout: "pipe",
  });
  let output = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    const was_listening = output.includes('"listening"');
    output += part;
    if (!was_listening && output.includes('"listening"')) child.kill("SIGUSR2");
  }
  expect(await child.exited).toBe(1);
  const events = output.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line).event] : []));
  expect(events.slice(events.indexOf("uncaught_exception"))).toEqual(["uncaught_exception", "stopping", "stopped"]);
  rmSync(directory, { recursive: true });
});
