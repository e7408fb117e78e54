import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHAPTERS } from "../../scripts/docs/pages.ts";
import { codeBlocks } from "../../scripts/docs/samples.ts";
import manifest from "../package.json";

const ROOT = join(import.meta.dirname, "../..");
/** Other packages with types that samples import. */
const LINKED = ["vite", "jose", "pusher", "pusher-js", "laravel-echo", "@microsoft"];

const SERVED_SDK = "https://fanfare.example/sdk/fanfare.js";
const DOCUMENTS = [
  ...["README.md", "sdk/package/README.md"],
  ...CHAPTERS.flatMap(({ pages }) => pages).flatMap(({ source }) => ("file" in source ? [source.file] : [])),
];
const HOOKS = ["useCelebration", "useChannel", "useEvent", "useFanfare"];
/** Names of the packages, which a sample may use without its import. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  "@fanfare/sdk": ["init"],
  "@fanfare/sdk/react": ["FanfareProvider", "StepBlocks", "StepSlot", ...HOOKS],
  "@fanfare/sdk/vue": ["fanfarePlugin", ...HOOKS],
  "@fanfare/api": ["ApiProblem", "createApiClient"],
};
/** How a bundler and Node find the package. */
const RESOLUTIONS = [
  { module: "esnext", moduleResolution: "bundler" },
  { module: "node16", moduleResolution: "node16" },
  { module: "nodenext", moduleResolution: "nodenext" },
] as const;
/** In a sample, in our declarations, or in the options, and not in the declarations of other packages. */
const OWN_ERROR = /sample-\d+\.|@fanfare|error TS(?:5|6|18003)\d*:/;
const SAMPLES_MIN = 50;
/** A sample leaves out what isn't its subject: names without a declaration, and modules of other hosts. */
const LEFT_OUT = /error TS(?:2304|2552|2592|18004|2503|2875|7026|(?:2307|7016): [^']*'(?!@fanfare))/;
/**
 * What a sample in JavaScript can't declare: types of its own parameters, caught errors, elements of its own page, what it looks up in a list, and
 * properties that it adds to the window.
 */
const UNTYPED =
  /\.jsx\(.*error TS(?:7006|7031|7005|7034|18046|2531|2339: .* on type '(?:Element|Window & typeof globalThis|\w+ \| undefined)')/;
/** Names that exist on the page of each sample, and variables of its environment. */
const GLOBALS = `declare const fanfare: import("@fanfare/sdk").Fanfare;
declare const bell: HTMLElement;
declare const api: ReturnType<typeof import("@fanfare/api").createApiClient>;
declare namespace NodeJS {
  interface ProcessEnv { [name: \`FANFARE_\${string}\`]: string; SERVER_URL: string }
}
`;

interface Sample {
  readonly file: string;
  readonly at: string;
}

/** Writes every sample of the documents in a language of the browser into a folder of a project. */
function writeSamples(folder: string): readonly Sample[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "globals.d.ts"), GLOBALS);
  const blocks = codeBlocks(DOCUMENTS, "js", "jsx", "ts", "html").flatMap(({ at, language, code }) =>
    language === "html" ? scriptsOf(code).map((script) => ({ at, language, code: script })) : [{ at, language, code }],
  );
  return (
    blocks
      // A declaration of names would apply to all samples. Angular's compiler checks its own in their example.
      .filter(({ code }) => !/declare module|"@angular\/core"/.test(code))
      .map(({ at, language, code }, index) => {
        const file = `sample-${index}.${language === "ts" ? "ts" : "jsx"}`;
        const imports = missingImports(
          code,
          at.startsWith("docs/guides/vue.md") ? "@fanfare/sdk/react" : "@fanfare/sdk/vue",
        );
        // Imports may stand anywhere, so line numbers stay.
        const module = [code.replaceAll(SERVED_SDK, "@fanfare/sdk"), ...imports, "export {};", ""];
        writeFileSync(join(folder, file), module.join("\n"));
        return { file, at };
      })
  );
}

/** Imports of the names that a sample uses and doesn't import. `other`: the framework that the document isn't about. */
function missingImports(code: string, other: string): readonly string[] {
  return Object.entries(EXPORTS)
    .filter(([name]) => name !== other)
    .flatMap(([name, exported]) => {
      const isMissing = (each: string): boolean =>
        new RegExp(`(?<!\\.)\\b${each}\\b`).test(code) &&
        !new RegExp(`import [^;]*\\b${each}\\b|{ ${each} } = |function ${each}\\b`).test(code);
      const missing = exported.filter(isMissing);
      return missing.length === 0 ? [] : [`import { ${missing.join(", ")} } from "${name}";`];
    });
}

/** Modules. Classic scripts have a queue instead of the package's calls. */
function scriptsOf(html: string): readonly string[] {
  const scripts = [...html.matchAll(/<script[^>]*>\n([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);
  return scripts.filter((script) => script.includes("import "));
}

/**
 * Compiles all samples of the documents strictly, as a customer's project does.
 *
 * @param project directory whose `node_modules` has the SDK, React, Vue, and Node's types
 * @returns errors in samples and in the declarations of the packages, each with its place
 */
export async function documentErrors(project: string, compiler: readonly string[]): Promise<readonly string[]> {
  await addPackages(project);
  const folder = join(project, "samples");
  const samples = writeSamples(folder);
  // Without samples, there would be no errors either.
  if (samples.length < SAMPLES_MIN) return [`Only ${samples.length} samples were found.`];
  const place = new Map(samples.map(({ file, at }) => [file, at]));
  const errors: string[] = [];
  for (const resolution of RESOLUTIONS) {
    const compilerOptions = {
      ...{ strict: true, skipLibCheck: false, noEmit: true, allowJs: true, checkJs: true, jsx: "react-jsx" },
      ...{ target: "es2023", lib: ["es2024", "dom", "dom.iterable"], types: ["vite/client", "node"], ...resolution },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*"] }));
    const command = [...compiler, "-p", folder, "--pretty", "false"];
    const child = Bun.spawn(command, { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
    const lines = (await new Response(child.stdout).text()).split("\n");
    const own = lines.filter((line) => OWN_ERROR.test(line) && !LEFT_OUT.test(line) && !UNTYPED.test(line));
    const named = (line: string) => line.replace(/.*?(sample-\d+\.\w+)/, (_, file) => `${place.get(file)} `);
    errors.push(...own.map((line) => `${resolution.module}: ${named(line)}`));
  }
  return errors;
}

async function addPackages(project: string): Promise<void> {
  const api = join(project, "node_modules/@fanfare/api");
  mkdirSync(api, { recursive: true });
  const tarball = join(ROOT, `sdk/dist/npm/fanfare-api-${manifest.version}.tgz`);
  await Bun.spawn(["tar", "xzf", tarball, "--strip-components=1", "-C", api]).exited;
  for (const name of LINKED) {
    const link = join(project, "node_modules", name);
    if (!existsSync(link)) symlinkSync(join(ROOT, "node_modules", name), link);
  }
}
