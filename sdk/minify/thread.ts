import { parentPort } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";
import { minify } from "terser";
import type { Answer } from "./smallest.ts";

/** Which one compresses better differs by file, so each is tried. */
const STYLES = [{ hoist_funs: false }, { hoist_funs: true }, { hoist_funs: true, reduce_vars: false }] as const;

async function minifyOnce(code: string, style: (typeof STYLES)[number]): Promise<string> {
  const written = await minify(code, {
    module: true,
    ecma: 2020,
    // Longer but more repetitive: keeps `a===1` as written, and statements instead of sequences.
    compress: {
      ...{ passes: 3, unsafe_arrows: true, pure_getters: true, ...style },
      ...{ lhs_constants: false, sequences: false },
    },
  });
  if (written.code === undefined) throw new Error("terser made nothing of a chunk.");
  return written.code;
}

async function smallest(code: string): Promise<string> {
  const written = new Set<string>();
  for (const style of STYLES) written.add(await minifyOnce(code, style));
  const [first = "", ...others] = written;
  if (others.length === 0) return first;
  return [...written].reduce((best, each) => (brotliLength(each) < brotliLength(best) ? each : best));
}

/** At the best quality, which is the default. */
function brotliLength(code: string): number {
  return brotliCompressSync(code).length;
}

parentPort?.on("message", (code: string) => {
  const send = (answer: Answer): void => parentPort?.postMessage(answer);
  smallest(code).then(
    (each) => send({ smallest: each }),
    (error: unknown) => send({ failure: String(error) }),
  );
});
