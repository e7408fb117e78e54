import { join } from "node:path";
import { build } from "vite";
import { inlineLimits } from "../inline-limits.ts";

/**
 * Builds the script of survey links into `survey-page/` of the built SDK. A build of its own: as another entry of the
 * SDK's, it would move what both use out of the core into files of their own.
 */
export async function buildSurveyPage(dist: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, ".."),
    configFile: false,
    logLevel: "error",
    base: "./",
    plugins: [inlineLimits()],
    build: {
      outDir: join(dist, "survey-page"),
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry: { "survey-page": "src/survey-page/survey-page.ts" }, formats: ["es"] },
      rolldownOptions: {
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          hashCharacters: "hex",
          minify: true,
        },
      },
    },
  });
}
