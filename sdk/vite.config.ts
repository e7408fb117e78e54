import { brotliCompressSync } from "node:zlib";
import { minify } from "terser";
import { defineConfig, type Plugin } from "vite";
import { poFiles } from "../console/locales/po.ts";
import { inlineLimits } from "./inline-limits.ts";
import { shortNames } from "./short-names.ts";

/** Fails the build if the bundle contains code that host pages must not load. */
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
 * Shortens internal names to one or two letters (short-names.ts) before content hashes are computed, consistently
 * across all files of a page.
 */
function shortenNames(): Plugin {
  const { shortened, exports } = shortNames();
  const nameCache = {
    props: { props: Object.fromEntries([...shortened].map(([name, short]) => [`$${name}`, short])) },
  };
  const regex = new RegExp(`^(?:${[...shortened.keys()].join("|")})$`);
  const shortOf = (name: string): string | undefined => (exports.has(name) ? shortened.get(name) : undefined);
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
      // Reserved platform names are checked against its types (short-names.test.ts), not against terser's list.
      const mangle = { properties: { regex, builtins: true } };
      const written = await minify(code, { module: true, compress: false, mangle, nameCache });
      if (written.code === undefined) return null;
      return { code: written.code.replace(/(?<=[;}]|^)(export|import)\{([^}]*)\}/g, shortenClause), map: null };
    },
  };
}

const REEXPORT_ONLY = /^export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";?\s*$/;

/**
 * Removes files that only re-export from a shared file. The shared file exports both names, which avoids loading two
 * files in sequence.
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
 * Maps `names`, as imported by another file, to the local names in the file with the exports `own`: an export `t` may
 * be `e` locally.
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

/** The bundler's helper for namespaces reads names that pages add to the prototype of all objects, and fails on them. */
function readOwnNames(): Plugin {
  // In the chunk that uses it, or in one of its own if several do.
  const helper = /for\s*\(var ([\w$]+) in ([\w$]+)\)(\s*\{?\s*[\w$]+\([\w$]+,\s*\1,\s*\{\s*get:\s*\2\[\1\])/g;
  return {
    name: "read-own-names",
    generateBundle(_, bundle) {
      let found = 0;
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        file.code = file.code.replace(helper, (_, name: string, all: string, rest: string) => {
          found++;
          return `for(var ${name} of Object.keys(${all}))${rest}`;
        });
      }
      if (found === 0) this.error("The bundler's helper for namespaces has changed. Check what it reads.");
    },
  };
}

/**
 * Minifies again: terser saves another 250 bytes of what a tour loads. Which style compresses better differs by file, so
 * each is tried and the smallest is used. A quick build only uses the usual one.
 */
function minifyAgain(): Plugin {
  return {
    name: "minify-again",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const written = new Set(await Promise.all(styles.map((style) => minifyOnce(file.code, style))));
        const smallest = smallestOf([...written]);
        // Remove line breaks in stylesheets.
        file.code = smallest.replace(/(?<=[;{},])\\n/g, "");
        // Most of it runs at page start, so compile it eagerly instead of lazily on the main thread.
        if (file.name === "fanfare") file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  };
}

const USUAL_STYLE = { hoist_funs: true };
const STYLES = [{ hoist_funs: false }, USUAL_STYLE, { hoist_funs: true, reduce_vars: false }] as const;
/** Set by `npm start` (scripts/build.ts). */
const styles = process.env["SDK_BUILD_QUICK"] === undefined ? STYLES : [USUAL_STYLE];

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

function smallestOf([first = "", ...others]: readonly string[]): string {
  return others.reduce((best, each) => (brotliLength(each) < brotliLength(best) ? each : best), first);
}

/** At the best quality, which is the default. */
function brotliLength(code: string): number {
  return brotliCompressSync(code).length;
}

const ui = (paths: string): RegExp => new RegExp(`/sdk/src/ui/(?:${paths})\\.ts$`);

/** Short names for chunks that the core and a basic tour import, because each importing file contains them. */
const SHORT_FILES: Readonly<Record<string, string>> = {
  "advanced-content": "types",
  "deferred-calls": "calls",
  "history-fallback": "history",
  "lift-suppression": "lift",
  "nearest-focus": "focus",
  "offline-cache": "cached",
  "open-messages": "messages",
  "reading-strategies": "reading",
  rejections: "errors",
  "reveal-start": "reveal",
  "rich-blocks": "rich",
  "run-action": "action",
  "step-flow": "flow",
  "step-places": "places",
  "tour-changes": "changes",
  "watch-card": "watch",
  "watch-typing": "typing",
  "wrapped-player": "wrapped",
};

/**
 * Entries have stable names (`fanfare.js`, `fanfare.iife.js`, `confetti-worker.js`); lazily loaded chunks have hashed
 * names.
 */
export default defineConfig({
  base: "./",
  plugins: [
    poFiles(),
    inlineLimits(),
    checkImports(),
    shortenNames(),
    inlineReexports(),
    readOwnNames(),
    minifyAgain(),
  ],
  build: {
    outDir: "dist",
    target: "es2022",
    sourcemap: false,
    reportCompressedSize: false,
    // Library mode: the preload helper would add 0.9 kB and link elements to each page.
    lib: {
      entry: {
        fanfare: "src/index.ts",
        "fanfare.iife": "src/iife.ts",
        "confetti-worker": "src/confetti-worker.ts",
        "push-worker": "src/push-worker.ts",
      },
      formats: ["es"],
    },
    rolldownOptions: {
      // Inline constants instead of creating a chunk shared by two others.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: ({ name, facadeModuleId }) =>
          `${facadeModuleId?.includes("/sdk/src/builder/") ? "builder" : "chunks"}/${SHORT_FILES[name] ?? name}-[hash:7].js`,
        // Incompressible hashes then cost half a byte per character instead of three quarters, in each file that names
        // others. Of 28 bits, so that no two versions of a file share a name.
        hashCharacters: "hex",
        minify: { compress: true, mangle: true, codegen: true },
        // Two shared files for all players, instead of one for each set of players that shares code.
        codeSplitting: {
          groups: [
            // Read by almost every file: in another group, small files would load that group.
            { name: "native", test: /\/lib\/(?:native|navigation)\.ts$/, priority: 1 },
            // The guide, including the code that `explain` and the debug panel share with it.
            {
              name: "guide",
              test: /\/contract\/src\/(?:gates\/(?:page-gates|suppression)|content\/(?:positions|lane)|theme\/theme)\.ts$|\/engage\/(?:stage\/(?:guide|stage|lane|typing-guard)|runs\/(?:run-memory|run-tracker|content-notice))\.ts$/,
            },
            // What is sent once a card is on the screen.
            { name: "events", test: /\/engage\/(?:runs\/content-events|outbox\/commands)\.ts$/ },
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
            // Each root loads both once it's on the screen.
            { name: "stacking", test: ui("overlay/stacking") },
            { name: "layer", test: ui("overlay/(?:top-layer|blocked-input)") },
            // Includes the pages of a dialog: a separate file would cost more than its content.
            { name: "modal-dialog", test: ui("dialog/modal-dialog|announcement/pages") },
            // A burst on the page is one file; a worker takes its player from the same file.
            {
              name: "confetti",
              test: /\/seeded-rng\.ts$|\/ui\/confetti\/confetti(?:-look|-renderer|-player|-draw|-physics)?\.ts$/,
            },
            // Shared code of all languages, including their loader.
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
