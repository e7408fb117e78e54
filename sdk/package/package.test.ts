import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json";
import { plainNames } from "./adapt-files.ts";
import { flattenDeclarations } from "./declarations.ts";
import { documentErrors } from "./document-samples.ts";
import { LOADED, loadEntries } from "./load-entries.ts";
import { NAMED_APP, STRICT_APP } from "./strict-app.ts";

const ROOT = join(import.meta.dirname, "../..");
const TARBALL = join(ROOT, `sdk/dist/npm/fanfare-sdk-${manifest.version}.tgz`);
/** A project that has the package, React, and Vue. */
const project = mkdtempSync(join(tmpdir(), "fanfare-package-"));
const installed = join(project, "node_modules/@fanfare/sdk");

async function run(...command: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const child = Bun.spawn([...command], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, output: out + error };
}

/** A package with its command would replace TypeScript's own, so this is the one that the check of types has. */
const TYPESCRIPT_5 = createRequire(createRequire(import.meta.url).resolve("@arethetypeswrong/core")).resolve(
  "typescript/lib/tsc.js",
);

/** Only Linux has `unshare`, and some containers forbid it. */
const UNSHARE = ["unshare", "--map-root-user", "--net"];
const WITHOUT_NETWORK = Bun.which("unshare") !== null && Bun.spawnSync([...UNSHARE, "true"]).success ? UNSHARE : [];

const bin = (name: string): string => join(ROOT, "node_modules/.bin", name);

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  await run("tar", "xzf", TARBALL, "--strip-components=1", "-C", installed);
  for (const name of ["react", "react-dom", "vue", "jsdom", "@types"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true }));

describe("SDK package", () => {
  test("contains built files only, nothing of this repository, and no dependencies", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    const outside = files.filter((file) => !file.startsWith("dist"));
    expect(outside.sort()).toEqual(["LICENSE", "README.md", "package.json", "sizes.json"]);
    const texts = files.filter((file) => file.includes(".")).map((file) => readFileSync(join(installed, file), "utf8"));
    expect(texts.filter((text) => /@fanfare\/contract|workspace:|\bsrc\/|"dependencies"/.test(text))).toEqual([]);
    expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  });

  test("names no file by a hash, and reads no address that bundlers replace by a path of their machine", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => /-[0-9a-f]{7}\.js$/.test(file))).toEqual([]);
    const scripts = files.filter((file) => file.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(100);
    expect(scripts.filter((file) => readFileSync(join(installed, file), "utf8").includes("import.meta"))).toEqual([]);
    // Two files with one name.
    expect(plainNames(["a/one-1234567.js", "a/one-89abcde.js", "b/one-fedcba9.js", "a/two.js"])).toEqual(
      new Map([
        ["one-1234567.js", "one.js"],
        ["one-89abcde.js", "one-2.js"],
        ["one-fedcba9.js", "one.js"],
      ]),
    );
  });

  test("marks the React entry, and no other, as code for the client", () => {
    const marked = ["index", "load", "react", "vue"].filter((entry) =>
      readFileSync(join(installed, "dist", `${entry}.js`), "utf8").startsWith('"use client";'),
    );
    expect(marked).toEqual(["react"]);
  });

  test("passes publint and the type checks of ES modules without a network", async () => {
    const [lint, types, network] = await Promise.all([
      run(...WITHOUT_NETWORK, bin("publint"), TARBALL, "--strict"),
      run(...WITHOUT_NETWORK, bin("attw"), TARBALL, "--profile", "esm-only", "--no-emoji"),
      run(...WITHOUT_NETWORK, "node", "-p", "Object.values(os.networkInterfaces()).flat().length"),
    ]);
    if (WITHOUT_NETWORK.length > 0) expect(network.output.trim()).toBe("0");
    expect(lint).toEqual({ code: 0, output: expect.stringContaining("All good!") });
    expect([types.code, types.code === 0 ? "" : types.output]).toEqual([0, ""]);
  });

  test("loads in Node and Bun by import and require, silently, and defines no global", async () => {
    const runs = await Promise.all(["node", process.execPath].map((runtime) => loadEntries(project, runtime)));
    expect(runs).toEqual([
      [LOADED, LOADED],
      [LOADED, LOADED],
    ]);
  }, 60_000);

  test("can be called in workers and in jsdom, where every method settles and nothing throws", async () => {
    writeFileSync(
      join(project, "call-all.js"),
      `const { init } = await import("@fanfare/sdk");
      // The host doesn't answer.
      const fanfare = init({ key: "k", host: "http://127.0.0.1:9" });
      const names = Object.keys(fanfare).filter((name) => name !== "shutdown");
      const results = names.map((name) => fanfare[name]("name", () => {}));
      await Promise.all(results.map((result) => result?.finished ?? result?.closed ?? result));
      fanfare.shutdown();
      export const called = names.length + 1;`,
    );
    writeFileSync(
      join(project, "worker.js"),
      `import { parentPort, Worker } from "node:worker_threads";
      if (parentPort === null) {
        const worker = new Worker(new URL(import.meta.url));
        worker.on("message", (called) => console.log(called));
        worker.on("error", (error) => console.log(error));
      } else parentPort.postMessage((await import("./call-all.js")).called);`,
    );
    // As Jest has it, whose pages have no `fetch`, and as Vitest has it, where the page is the global object.
    writeFileSync(
      join(project, "page.js"),
      `import { JSDOM } from "jsdom";
      const { window: page } = new JSDOM("<!doctype html><main></main>", { url: "http://shop.example/" });
      for (const error of ["uncaughtException", "unhandledRejection"]) process.on(error, (reason) => console.log(reason));
      const define = (name, value) =>
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
      for (const name of Object.getOwnPropertyNames(page)) if (!(name in globalThis)) define(name, page[name]);
      for (const name of ["navigator", "Event", "EventTarget", "AbortController", "AbortSignal"]) define(name, page[name]);
      for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"])
        define(name, page[name].bind(page));
      define("window", process.argv[2] === "jest" ? page : globalThis);
      console.log(\`\${(await import("./call-all.js")).called} \${typeof window.fetch}\`);
      page.close();
      process.exit();`,
    );
    const outcomes = await Promise.all([
      run("node", "worker.js"),
      run(process.execPath, "worker.js"),
      run("node", "page.js", "jest"),
      run("node", "page.js", "vitest"),
    ]);
    const outputs = outcomes.map(({ code, output }) => [code, output.trim()]);
    const called = outcomes[0]?.output.trim() ?? "";
    expect(Number(called)).toBeGreaterThan(30);
    expect(outputs).toEqual([
      [0, called],
      [0, called],
      [0, `${called} undefined`],
      [0, `${called} function`],
    ]);
  }, 60_000);

  test("declares every call for strict projects of TypeScript 5 and 7, bundled or run by Node", async () => {
    writeFileSync(join(project, "app.tsx"), STRICT_APP);
    writeFileSync(join(project, "names.ts"), NAMED_APP);
    const options = { strict: true, skipLibCheck: false, noEmit: true, jsx: "react-jsx", target: "es2022", types: [] };
    const lib = ["es2023", "dom", "dom.iterable"];
    const runs = [
      { module: "esnext", moduleResolution: "bundler", compiler: [bin("tsc")] },
      { module: "preserve", moduleResolution: "bundler", compiler: [bin("tsc")] },
      { module: "nodenext", moduleResolution: "nodenext", compiler: [bin("tsc")] },
      { module: "node16", moduleResolution: "node16", compiler: ["node", TYPESCRIPT_5] },
    ].map(({ compiler, ...resolution }) => {
      const file = join(project, `tsconfig.${resolution.module}.json`);
      const compilerOptions = { ...options, ...resolution, lib };
      // Names apply to a whole program, so they have one of their own.
      const entry = resolution.module === "esnext" ? "names.ts" : "app.tsx";
      writeFileSync(file, JSON.stringify({ compilerOptions, files: [entry] }));
      return [...compiler, "-p", file];
    });
    const outcomes = await Promise.all(runs.map((command) => run(...command)));
    expect(outcomes).toEqual(outcomes.map(() => ({ code: 0, output: "" })));
  }, 120_000);

  // Seconds for each resolution. TypeScript 5.9 has the same test in older-peers.test.ts.
  test.if(process.env["NIGHTLY"] !== undefined)(
    "calls in documents compile in strict projects, bundled or run by Node",
    async () => expect(await documentErrors(project, [bin("tsc")])).toEqual([]),
    240_000,
  );
});

describe("joined declarations", () => {
  const join_ = (modules: Readonly<Record<string, string>>, inferred: readonly string[] = []) =>
    flattenDeclarations({
      entry: "a",
      readDeclarations: (path) => {
        const code = modules[path];
        return code === undefined ? undefined : { code, inferred: new Set(inferred) };
      },
    });

  test("rename what two modules call the same, and keep what they need of packages", () => {
    const text = join_({
      a: 'import type { Box } from "./b.ts";\nimport type { Ref } from "vue";\nexport interface Item<Box2> { a: Box2; box: Box; ref: Ref }\ntype Local = Box;\nexport { Local };',
      b: 'import type { Item } from "./c.ts";\nexport type Box = Item[] | (typeof SIZES)[number];\n/** Hidden */\nexport declare const SIZES: readonly ["s"];\nexport declare const unused: unknown;',
      c: "export interface Item { b: 1 }",
    });
    expect(text.split("\n").map((line) => line.trim())).toEqual([
      'import type { Ref } from "vue";',
      "export interface Item<Box2> { a: Box2; box: Box; ref: Ref }",
      "export type Local = Box;",
      "type Box = Item2[] | (typeof SIZES)[number];",
      "interface Item2 { b: 1 }",
      'declare const SIZES: readonly ["s"];',
      "export {};",
      "",
    ]);
  });

  test("refuse a type that only inference knows", () => {
    const modules = { a: "export type Size = typeof sizes;\ndeclare const sizes: unknown;" };
    expect(() => join_(modules, ["sizes"])).toThrow("annotate the type of sizes");
  });
});
