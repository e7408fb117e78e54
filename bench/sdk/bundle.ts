import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Subject } from "./subjects.ts";

const ROOT = join(import.meta.dir, "..", "..");
/** Download directory for libraries that aren't installed. */
export const FETCHED_TO = join(ROOT, ".cache", "bench-libraries");

export interface Bundle {
  readonly script: string;
  readonly css: string;
}

/** Bundles and minifies one of a subject's modules. Fanfare is used as its own build ships it. */
export async function bundle({ css, shipped }: Subject, source: string): Promise<Bundle> {
  if (shipped === true) return { script: source, css: "" };
  const folder = join(FETCHED_TO, "entries");
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, `${Bun.hash(source)}.ts`);
  writeFileSync(entry, source);
  const built = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  rmSync(entry);
  const script = await built.outputs[0]?.text();
  if (script === undefined) throw new Error(`Bun made nothing of ${source}`);
  return { script, css: css === undefined ? "" : readFileSync(sheet(css), "utf8") };
}

function sheet(css: string): string {
  const fetched = join(FETCHED_TO, "node_modules", css);
  return existsSync(fetched) ? fetched : join(ROOT, "node_modules", css);
}

export function gzipBytes(text: string): number {
  return text === "" ? 0 : gzipSync(text, { level: 9 }).length;
}
