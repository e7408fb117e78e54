import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, type Plugin } from "vite";

const ROOT = dirname(import.meta.dirname);
const printSize = (bytes: number, what: string): void =>
  void process.stdout.write(`${String(bytes).padStart(6)} ${what}\n`);

/** Files that a page loads for a basic tour, grouped by purpose. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  "whether it may be shown: gates, suppressions": [
    "contract/gates/page-gates",
    "contract/gates/suppression",
    "contract/content/lane",
  ],
  "what this page remembers of runs": ["engage/runs/run-memory"],
  "saying where the run is, in moves that fit the server's": ["engage/runs/run-tracker", "contract/content/positions"],
  "one tab of the site at a time; nobody is disturbed while writing": [
    "engage/stage/lane",
    "engage/stage/typing-guard",
  ],
  "which step comes next": ["ui/tour/tour-state"],
  "the card: text, buttons, progress": ["ui/tour/tour-card", "ui/dom/element", "ui/card/blocks", "ui/text/labels"],
  "“Do not show again” and “Remind me later”": ["ui/card/dismiss-options"],
  "finding the target, and waiting for it": ["ui/target/locate", "ui/target/wait-for-target"],
  "frames and shadow roots; what is visible": ["ui/dom/visibility"],
  "placing the card beside it": ["ui/card/position-card", "ui/dom/placement"],
  "the spotlight": ["ui/tour/step-layout", "ui/target/spotlight"],
  "scrolling to it, and following it": ["ui/target/reveal", "ui/card/follow-target"],
  "keys: Tab goes round, Escape closes": ["ui/tour/tour-keys", "ui/dom/tab-stops"],
  "focus: there and back": ["ui/dom/focus"],
  "on top of the page, in dialogs too; shut against it; dark or light; said aloud": [
    "ui/overlay/root",
    "ui/dom/page-modals",
  ],
  "what goes wrong stays inside": ["ui/dom/guard", "ui/card/edition-body"],
  "the look": ["ui/overlay/base-style", "ui/card/card-style", "ui/tour/tour-style"],
};

/** Files that can't be stubbed: what remains when all other parts are removed. */
const ENTRIES = ["chunks/guide", "chunks/tour"];

function pathOf(file: string): string {
  const path = file.startsWith("contract/") ? file.replace("contract/", "contract/src/") : `sdk/src/${file}`;
  return join(ROOT, `${path}.ts`);
}

/** Replaces these files with no-op stubs that have the same exports. */
function without(files: readonly string[]): Plugin {
  const paths = new Set(files.map(pathOf));
  return {
    name: "without",
    enforce: "pre",
    async load(id) {
      if (!paths.has(id)) return null;
      const code = await Bun.file(id).text();
      const { exports } = new Bun.Transpiler({ loader: "ts" }).scan(code);
      const stub = (name: string): string =>
        new RegExp(`export const ${name}\\b[^=]*= (?:async )?\\(|export (?:async )?function ${name}\\b`).test(code)
          ? `export function ${name}() {}`
          : `export const ${name} = "";`;
      return exports.map(stub).join("\n");
    },
  };
}

/** Bytes (Brotli) that a basic tour adds to the core without these files. */
async function measureSize(files: readonly string[]): Promise<number> {
  const built = await build({
    root: join(ROOT, "sdk"),
    configFile: join(ROOT, "sdk/vite.config.ts"),
    logLevel: "error",
    plugins: [without(files)],
    build: { write: false },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = new Map(
    outputs
      .flatMap((each) => ("output" in each ? each.output : []))
      .flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
  );
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name) || name === "fanfare.js") return;
    loaded.add(name);
    const { code } = chunks.get(name) ?? { code: "" };
    for (const { path, kind } of new Bun.Transpiler({ loader: "js" }).scanImports(code)) {
      if (kind === "import-statement") load(join("chunks", path));
    }
  };
  for (const entry of ENTRIES) {
    const name = [...chunks.keys()].find((each) => each.startsWith(`${entry}-`) && each.length === entry.length + 12);
    if (name === undefined) throw new Error(`The build has no ${entry}.`);
    load(name);
  }
  return [...loaded].reduce((sum, name) => sum + brotliCompressSync(chunks.get(name)?.code ?? "").length, 0);
}

// Cost of each part of a basic tour: how much less a page would load without it, all else unchanged. Takes minutes.
const whole = await measureSize([]);
printSize(whole, "all that a basic tour adds to the core");
for (const [name, files] of Object.entries(PARTS)) printSize(whole - (await measureSize(files)), name);
printSize(await measureSize(Object.values(PARTS).flat()), "what is left when all of these are gone");
