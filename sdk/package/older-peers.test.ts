import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json";
import { documentErrors } from "./document-samples.ts";
import { LOADED, loadEntries } from "./load-entries.ts";
import { NAMED_APP, STRICT_APP } from "./strict-app.ts";

/** The oldest versions that the package supports. The workspace has the newest ones, and one lock can't have both. */
const OLDER = [
  ...["typescript@5.9.3", "react@18.2.0", "react-dom@18.2.0", "vue@3.4.38"],
  ...["@types/react@18.2.79", "@types/react-dom@18.2.25", "@types/node@20.19.43", "node@20.19.0"],
];
const ROOT = join(import.meta.dirname, "../..");
const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;
const project = mkdtempSync(join(tmpdir(), "fanfare-older-"));
setDefaultTimeout(10 * 60_000);

async function run(...command: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const child = Bun.spawn([...command], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, output: out + error };
}

beforeAll(async () => {
  if (!IS_NIGHTLY) return;
  writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
  const install = await run("npm", "install", "--no-audit", "--no-fund", "--loglevel=error", ...OLDER);
  expect([install.code, install.code === 0 ? "" : install.output]).toEqual([0, ""]);
  const sdk = join(project, "node_modules/@fanfare/sdk");
  mkdirSync(sdk, { recursive: true });
  const tarball = join(ROOT, `sdk/dist/npm/fanfare-sdk-${manifest.version}.tgz`);
  await run("tar", "xzf", tarball, "--strip-components=1", "-C", sdk);
  symlinkSync(join(ROOT, "node_modules/jsdom"), join(project, "node_modules/jsdom"));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test.if(IS_NIGHTLY)("the package compiles with TypeScript 5.9, React 18.2, and Vue 3.4", async () => {
  writeFileSync(join(project, "app.tsx"), STRICT_APP);
  writeFileSync(join(project, "names.ts"), NAMED_APP);
  const compilerOptions = {
    ...{ strict: true, skipLibCheck: false, noEmit: true, jsx: "react-jsx", target: "es2022", types: [] },
    lib: ["es2023", "dom", "dom.iterable"],
  };
  for (const [module, moduleResolution] of [
    ["esnext", "bundler"],
    ["node16", "node16"],
    ["nodenext", "nodenext"],
  ] as const) {
    for (const file of ["app.tsx", "names.ts"]) {
      writeFileSync(
        join(project, "tsconfig.json"),
        JSON.stringify({ compilerOptions: { ...compilerOptions, module, moduleResolution }, files: [file] }),
      );
      expect([module, file, await run("node_modules/.bin/tsc", "-p", ".")]).toEqual([
        module,
        file,
        { code: 0, output: "" },
      ]);
    }
  }
});

test.if(IS_NIGHTLY)("calls in documents compile with TypeScript 5.9, too", async () => {
  expect(await run("node_modules/.bin/tsc", "--version")).toEqual({ code: 0, output: "Version 5.9.3\n" });
  expect(await documentErrors(project, ["node_modules/.bin/tsc"])).toEqual([]);
});

test.if(IS_NIGHTLY)("Node 20.19.0 loads every entry by import and require, silently", async () => {
  const node = join(project, "node_modules/.bin/node");
  expect(await run(node, "--version")).toEqual({ code: 0, output: "v20.19.0\n" });
  expect(await loadEntries(project, node)).toEqual([LOADED, LOADED]);
});

test.if(IS_NIGHTLY)("React 18.2 renders on a server, and hydrates without a message", async () => {
  writeFileSync(
    join(project, "hydrate.js"),
    `import { JSDOM } from "jsdom";
    import { createElement, StrictMode } from "react";
    import { renderToString } from "react-dom/server";
    import { init } from "@fanfare/sdk";
    import { FanfareProvider, StepSlot, useCelebration, useChannel, useEvent, useFanfare } from "@fanfare/sdk/react";
    const messages = [];
    for (const level of ["error", "warn"]) console[level] = (...parts) => messages.push(parts.join(" "));
    const instances = new Set();
    function Shop() {
      instances.add(useFanfare());
      useCelebration();
      useEvent(useChannel("orders"), "created", () => {});
      return createElement("main", null, "Shop");
    }
    const start = () => init({ key: "k", host: "http://127.0.0.1:9" });
    const slot = createElement(StepSlot, null, ({ title }) => title);
    const app = createElement(StrictMode, null, createElement(FanfareProvider, { fanfare: start }, createElement(Shop), slot));
    const sent = renderToString(app);
    const { window: page } = new JSDOM(\`<!doctype html><div id="root">\${sent}</div>\`, { url: "http://shop.example/" });
    Object.assign(globalThis, { window: page, document: page.document, IS_REACT_ACT_ENVIRONMENT: true });
    const { act } = await import("react-dom/test-utils");
    const { hydrateRoot } = await import("react-dom/client");
    const root = page.document.querySelector("#root");
    await act(async () => {
      hydrateRoot(root, app, { onRecoverableError: (error) => messages.push(String(error)) });
    });
    console.log(JSON.stringify({ sent, hydrated: root.innerHTML, messages, instances: instances.size }));
    process.exit();`,
  );
  const { code, output } = await run("node", "hydrate.js");
  expect([code, output.trim()]).toEqual([
    0,
    JSON.stringify({ sent: "<main>Shop</main>", hydrated: "<main>Shop</main>", messages: [], instances: 1 }),
  ]);
});
