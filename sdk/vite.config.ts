import { gzipSync } from "node:zlib";
import { minify } from "terser";
import { defineConfig, type Plugin } from "vite";
import * as numbers from "../contract/src/limits.ts";
import { SHORT_EXPORTS, SHORTENED } from "./short-names.ts";

/**
 * Writes the numbers of limits.ts where they are read: a page loads those that it needs instead of the whole table, and
 * no chunk for what parts of the SDK would share of it.
 */
function inlineLimits(): Plugin {
  const { limits, ...units } = numbers;
  const table: Readonly<Record<string, unknown>> = { ...units };
  const limit: Readonly<Record<string, number>> = limits;
  const numberOr = (text: string, value: unknown): string => (typeof value === "number" ? `(${value})` : text);
  return {
    name: "inline-limits",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".ts") || !/from "(?:@fanfare\/contract\/limits|\.{1,2}\/limits\.ts)"/.test(code))
        return undefined;
      // The types have checked the names already; what is not in the table is a file's name or a comment's link.
      const inlined = code
        .split(/^(import [^;]*;)$/m)
        .map((part) =>
          part.startsWith("import ")
            ? part
            : part
                .replace(/(?<![\w./])limits\.([a-z][a-z0-9_]*)\b/g, (text, name: string) => numberOr(text, limit[name]))
                .replace(/(?<![\w./])[A-Z][A-Z_]*_MS\b/g, (text) => numberOr(text, table[text])),
        );
      return { code: inlined.join(""), map: null };
    },
  };
}

/** Stops the build when something comes into the bundle that strangers' pages must not load. */
function checkImports(): Plugin {
  return {
    name: "hold-walls",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const modules = file.type === "chunk" ? file.moduleIds : [];
        const stray = modules.find((id) => /\/node_modules\/|\/contract\/src\/schema\//.test(id));
        if (stray !== undefined) {
          this.error(`${stray} came into the SDK: it has no dependencies, and takes only types from contract/schema.`);
        }
      }
    },
  };
}

/**
 * Writes names that are the SDK's own affair as a letter or two (short-names.ts), before the names of files are made of
 * what is in them: all files that a page loads know each other by the same names.
 */
function shortenNames(): Plugin {
  const nameCache = {
    props: { props: Object.fromEntries([...SHORTENED].map(([name, short]) => [`$${name}`, short])) },
  };
  const regex = new RegExp(`^(?:${[...SHORTENED.keys()].join("|")})$`);
  const shortOf = (name: string): string | undefined =>
    SHORT_EXPORTS.includes(name) ? SHORTENED.get(name) : undefined;
  /** `a as name` in an export, `name as a` in an import. */
  const shortenClause = (clause: string, keyword: string, list: string): string => {
    const pairs = list.split(",").map((pair) => {
      const [first = "", second = first] = pair.split(" as ");
      if (keyword === "export") return `${first} as ${shortOf(second) ?? second}`;
      return `${shortOf(first) ?? first} as ${second}`;
    });
    return list === "" ? clause : `${keyword}{${pairs.join(",")}}`;
  };
  return {
    name: "shorten-names",
    async renderChunk(code) {
      // Which names the platform has is checked against its types (short-names.test.ts), not against a list of terser's.
      const mangle = { properties: { regex, builtins: true } };
      const shortened = await minify(code, { module: true, compress: false, mangle, nameCache });
      if (shortened.code === undefined) return null;
      return { code: shortened.code.replace(/(?<=[;}]|^)(export|import)\{([^}]*)\}/g, shortenClause), map: null };
    },
  };
}

/** A file that only hands on, under their own names, some of what another file has. */
const REEXPORT_ONLY = /^export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";?\s*$/;

/**
 * Takes away files that only hand on what is in a file that others share: that file gives it under both names, and nobody
 * waits for two files one after the other.
 */
function inlineReexports(): Plugin {
  return {
    name: "join-handed-on",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      for (const { fileName, code } of chunks) {
        const [, names = "", name] = REEXPORT_ONLY.exec(code) ?? [];
        const shared = chunks.find((each) => each.fileName === `chunks/${name}`);
        if (shared === undefined) continue;
        const given = shared.code.replace(
          /export\s*\{([^}]*)\};?\s*$/,
          (_, own: string) => `export{${own},${localExports(own, names)}};`,
        );
        if (given === shared.code) continue;
        shared.code = given;
        const from = fileName.replace("chunks/", "");
        for (const each of chunks) each.code = each.code.replaceAll(from, shared.fileName.replace("chunks/", ""));
        delete bundle[fileName];
      }
    },
  };
}

/**
 * `names`, as another file asks for them, by what they are called inside of the file whose exports are `own`: what it gives
 * as `t` may be an `e` in there.
 */
function localExports(own: string, names: string): string {
  const pairs = (list: string): readonly (readonly [inner: string, outer: string])[] =>
    list
      .split(",")
      .map((each) => each.trim().split(/\s+as\s+/))
      .map(([inner = "", outer = inner]) => [inner, outer]);
  const inner_of = new Map(pairs(own).map(([inner, outer]) => [outer, inner]));
  return pairs(names)
    .map(([specifier, outer]) => {
      const inner = inner_of.get(specifier);
      if (inner === undefined) throw new Error(`A file hands on ${specifier}, which nobody gives.`);
      return `${inner} as ${outer}`;
    })
    .join(",");
}

/**
 * A second look at what is minified already: terser finds another three hundred bytes (gzip) of what a tour loads. What
 * gzip likes best differs from file to file, so each is written in both ways and the smaller one is taken.
 */
function minifyAgain(): Plugin {
  return {
    name: "minify-again",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const written = await Promise.all([minifyOnce(file.code, false), minifyOnce(file.code, true)]);
        const smallest = written.reduce((best, each) => (gzipBytes(each) < gzipBytes(best) ? each : best));
        // The lines of style sheets, which only their authors read.
        file.code = smallest.replace(/(?<=[;{},])\\n/g, "");
        // Nearly all of it runs as a page starts: compiled at once, not function by function on the page's own thread.
        if (file.name === "fanfare") file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  };
}

async function minifyOnce(code: string, hoist_funs: boolean): Promise<string> {
  const written = await minify(code, {
    module: true,
    ecma: 2020,
    // Longer, but more alike: `a===1` as its author wrote it, statements instead of sequences.
    compress: {
      ...{ passes: 3, unsafe_arrows: true, pure_getters: true, hoist_funs },
      ...{ lhs_constants: false, sequences: false },
    },
  });
  if (written.code === undefined) throw new Error("terser made nothing of a chunk.");
  return written.code;
}

function gzipBytes(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}

/** The files of `src/ui` with one of these names. */
const ui = (paths: string): RegExp => new RegExp(`/sdk/src/ui/(?:${paths})\\.ts$`);

/** Shorter names for the chunks that the core and a basic tour import: the names stand in every file that imports them. */
const SHORT_FILES: Readonly<Record<string, string>> = {
  "advanced-content": "types",
  "content-events": "events",
  "deferred-calls": "calls",
  "history-fallback": "history",
  "lift-suppression": "lift",
  "nearest-focus": "focus",
  "open-messages": "messages",
  "reading-strategies": "reading",
  rejections: "refused",
  "reveal-start": "reveal",
  "rich-blocks": "rich",
  "run-action": "action",
  "step-flow": "flow",
  "step-places": "places",
  "top-layer": "layer",
  "tour-changes": "changes",
  "watch-card": "watch",
  "watch-typing": "typing",
  "wrapped-player": "wrapped",
};

/** Entries with stable names (`fanfare.js`, `fanfare.iife.js`, `confetti-worker.js`); everything that is loaded on first use has a hashed name. */
export default defineConfig({
  base: "./",
  plugins: [inlineLimits(), checkImports(), shortenNames(), inlineReexports(), minifyAgain()],
  build: {
    outDir: "dist",
    target: "es2022",
    sourcemap: false,
    reportCompressedSize: false,
    // A library: the helper that preloads chunks would cost each page 0.9 kB and put link elements into it.
    lib: {
      entry: {
        fanfare: "src/index.ts",
        "fanfare.iife": "src/iife.ts",
        "confetti-worker": "src/confetti-worker.ts",
      },
      formats: ["es"],
    },
    rolldownOptions: {
      // Numbers go where they are read, instead of into a chunk of their own that two others would share.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: ({ name }) => `chunks/${SHORT_FILES[name] ?? name}-[hash].js`,
        // Half a byte for each character that nothing can shorten, instead of three quarters, in each file that names others.
        hashCharacters: "hex",
        minify: { compress: true, mangle: true, codegen: true },
        // What several players share goes into two files, not into one for each set of players that happens to share it.
        codeSplitting: {
          groups: [
            // The guide, with what `explain` and the debug panel judge by as well: both are loaded beside it.
            {
              name: "guide",
              test: /\/contract\/src\/(?:gates\/(?:page-gates|suppression)|content\/(?:positions|lane)|theme\/theme)\.ts$|\/engage\/(?:stage\/(?:guide|stage|lane|typing-guard)|runs\/(?:run-memory|run-tracker|content-notice))\.ts$/,
            },
            {
              name: "conditions",
              test: /\/src\/(?:targeting\/page-rule|lib\/three-valued|lib\/glob|ui\/dom\/page-snapshot)\.ts$/,
            },
            {
              name: "root",
              test: ui(
                "overlay/(?:root|base-style)|dom/(?:element|focus|restore-focus|visibility|page-modals|guard|tab-stops|safe-link|fixed-header)|text/labels|card/(?:edition-body|dismiss-options|blocks|card-style)",
              ),
            },
            // The pages of a dialog come with it: a file for each would cost more than what is in it.
            { name: "modal-dialog", test: ui("dialog/modal-dialog|announcement/pages") },
            // A burst in the page is one file; a worker takes its player out of the same one.
            {
              name: "confetti",
              test: /\/seeded-rng\.ts$|\/ui\/confetti\/confetti(?:-look|-renderer|-player|-draw|-physics)?\.ts$/,
            },
            // What is to be done without the server's yes: it cannot be reached, or says no.
            { name: "rejections", test: /\/engage\/(?:decide\/offline-cache|outbox\/rejections)\.ts$/ },
            // What all languages of the player need, with what finds them.
            { name: "locales", test: ui("text/(?:locales|plural-forms)") },
            {
              name: "card",
              test: ui(
                "card/(?:position-card|follow-target)|dom/placement|target/(?:spotlight|reveal|locate|wait-for-target)",
              ),
            },
          ],
        },
      },
    },
  },
});
