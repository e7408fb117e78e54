import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Entries of the package, and what each of them exports. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "": ["init"],
  "/load": ["init"],
  "/react": [
    ...["FanfareProvider", "StepBlocks", "StepSlot", "useCelebration", "useChannel", "useEvent", "useFanfare"],
  ],
  "/vue": ["fanfarePlugin", "useCelebration", "useChannel", "useEvent", "useFanfare"],
};

/** Prints what each entry exports, the globals that it defines, and whether it keeps the process running. */
const LOAD_ALL = `import { createRequire } from "node:module";
const [how, ...entries] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const load = (name) => (how === "import" ? import(name) : require(name));
// They define globals of their own, and so does Node 20.19 for the first CommonJS package that is imported.
for (const peer of ["react", "react-dom", "vue"]) await import(peer);
// Bun lists nothing, but a handle would keep it from ending.
const handles = () => process.getActiveResourcesInfo().sort().join();
const [globals, handles_before] = [new Set(Reflect.ownKeys(globalThis)), handles()];
const names = {};
for (const entry of entries) {
  const module = await load("@fanfare/sdk" + entry);
  names[entry] = Object.keys(module).sort();
  await module.init?.({ key: "k", host: "http://127.0.0.1:9" }).track("loaded");
}
const { name } = require("@fanfare/sdk/package.json");
const defined = Reflect.ownKeys(globalThis).filter((key) => !globals.has(key)).map(String);
console.log(JSON.stringify({ name, names, defined, keeps_running: handles() !== handles_before }));`;

export interface Loaded {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** What {@link loadEntries} returns if all is well. */
export const LOADED: Loaded = {
  code: 0,
  out: `${JSON.stringify({ name: "@fanfare/sdk", names: NAMES, defined: [], keeps_running: false })}\n`,
  errors: "",
};

/**
 * Loads all entries of an installed package by `import`, and in another process by `require`.
 *
 * @param project directory whose `node_modules` has the package, React, and Vue
 * @param runtime program that runs JavaScript, such as `node`
 */
export async function loadEntries(project: string, runtime: string): Promise<readonly Loaded[]> {
  // A package that depends on the SDK. In a project's own files, Node 20 warns about each `require` of an ES module.
  const folder = join(project, "node_modules/shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"shop","type":"module"}');
  writeFileSync(join(folder, "load.js"), LOAD_ALL);
  return Promise.all(
    ["import", "require"].map(async (how) => {
      const command = [runtime, join(folder, "load.js"), how, ...Object.keys(NAMES)];
      const child = Bun.spawn(command, { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
      const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
      return { code: await child.exited, out, errors };
    }),
  );
}
