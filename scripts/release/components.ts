import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { ROOT, UserError } from "../terminal.ts";

/** The command line and the server's threads, which it starts by their names below `server/src`. */
export const SERVER_PROGRAMS: readonly string[] = [
  "cli.ts",
  "store/sqlite/worker.ts",
  "store/sqlite/reader.ts",
  "operations/task-worker.ts",
  "imports/import-worker.ts",
].map((name) => join(ROOT, "server/src", name));

/** A package whose code or data is in a release. */
export interface Component {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly text: string;
}

/** Licenses that allow redistribution with nothing but their text. Another one needs a decision first. */
const ACCEPTED: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "MIT-0",
  "LGPL-2.1",
  "Unicode-3.0",
  "BlueOak-1.0.0",
]);

/** What no bundle names. No npm package has the license texts of Bun's libraries. */
const UNBUNDLED: readonly Component[] = [
  {
    name: "bun",
    version: packageJson.dependencies.bun,
    license: "MIT",
    text: "Bun, https://bun.com, with JavaScriptCore (LGPL-2.1), SQLite (public domain), BoringSSL (OpenSSL and ISC), and the libraries that https://bun.com/docs/project/license lists.",
  },
  {
    // Source of the emoji names in contract/src/text/emoji.
    name: "cldr-annotations-full",
    version: "45.0.0",
    license: "Unicode-3.0",
    text: readFileSync(join(ROOT, "contract/src/text/emoji/license.txt"), "utf8"),
  },
];

/**
 * Packages in the server's programs, the documentation, and the console, found in the bundles themselves: dependencies that no bundle
 * contains aren't listed.
 *
 * @throws UserError as {@link accepted}.
 */
export async function bundledPackages(): Promise<readonly Component[]> {
  const [server, console_packages] = [await serverPackages(), consolePackages()];
  const byName = new Map(
    [...UNBUNDLED, ...server, ...console_packages].map((each) => [`${each.name}@${each.version}`, each]),
  );
  // Several versions of one package are found in any order.
  return accepted([...byName.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each));
}

/**
 * Returns the components.
 *
 * @throws UserError for a license that isn't known to allow redistribution, or has no text.
 */
export function accepted(components: readonly Component[]): readonly Component[] {
  const unknown = components.filter(({ license, text }) => !ACCEPTED.has(license) || text.trim() === "");
  if (unknown.length === 0) return components;
  const names = unknown.map(({ name, license }) => `${name} (${license || "no license"})`).join(", ");
  throw new UserError(`Check whether these packages may be in a release: ${names}.`);
}

async function serverPackages(): Promise<readonly Component[]> {
  const entrypoints = [...SERVER_PROGRAMS, join(ROOT, "scripts/docs/browser.ts")];
  const { metafile } = await Bun.build({ entrypoints, target: "bun", metafile: true });
  const inputs = Object.keys(metafile?.inputs ?? {});
  const folders = inputs.flatMap((path) => {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    return folder === undefined ? [] : packageFolder(join(ROOT, folder));
  });
  return [...new Set(folders)].map(readComponent);
}

/** A package may contain others in its `dist/node_modules`, without what describes them. They count as its own files. */
function packageFolder(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : (folder.split("/dist/node_modules/")[0] ?? folder);
}

interface ConsoleLicense {
  readonly name: string;
  readonly version: string;
  readonly identifier: string | null;
  readonly text: string | null;
}

function consolePackages(): readonly Component[] {
  // Written by the console's build (console/vite.config.ts).
  const found: readonly ConsoleLicense[] = JSON.parse(readFileSync(join(ROOT, "console/dist/licenses.json"), "utf8"));
  return found
    .filter(({ name }) => !name.startsWith("@fanfare/"))
    .map(({ name, version, identifier, text }) => ({ name, version, license: identifier ?? "", text: text ?? "" }));
}

function readComponent(folder: string): Component {
  // Fields that npm requires of a published package, and an optional author.
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
    readonly author?: string | { readonly name: string };
  };
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  const holder = typeof author === "object" ? author.name : author;
  const named = license === "MIT" && holder !== undefined ? mitLicense(holder) : "";
  return {
    name,
    version,
    license: license ?? "",
    text: file === undefined ? named : readFileSync(join(folder, file), "utf8"),
  };
}

/** For packages that name their license without its text. */
function mitLicense(holder: string): string {
  return readFileSync(join(ROOT, "LICENSE"), "utf8").replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}

/** What `fanfare licenses` prints. */
export function licenseTexts(components: readonly Component[]): string {
  const own = readFileSync(join(ROOT, "LICENSE"), "utf8").trim();
  const texts = components.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}`,
  );
  return `${[`Fanfare ${packageJson.version} (MIT)\n\n${own}`, ...texts].join(`\n\n${"-".repeat(72)}\n\n`)}\n`;
}

/** Software bill of materials: CycloneDX 1.6. Without a serial number, so that the same commit makes the same file. */
export function billOfMaterials(components: readonly Component[], built_at: string): string {
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: built_at,
      component: {
        type: "application",
        name: "fanfare",
        version: packageJson.version,
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components: components.map(({ name, version, license }) => ({
      type: "library",
      name,
      version,
      licenses: [{ license: { id: license } }],
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    })),
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}
