import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const HASHED = /^(.+)-[0-9a-f]{7}\.js$/;

/** How the served file finds its server. */
const OWN_HOST = /\/\(\.\*\)\\\/sdk\\\/fanfare\\\.js\/\.exec\(import\.meta\.url\)\?\.\[1\]/g;

/**
 * Changes copies of the served files into those that pages bundle, which adds less to the application:
 * - Bundlers add hashes to the names of files. A second hash would only cost bytes.
 * - Only a served file has the URL of its server. Some bundlers would insert the path of the file on their machine.
 */
export function adaptFiles(dist: string): void {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .sort();
  const names = plainNames(files);
  for (const file of files) {
    const path = join(dist, file);
    const code = readFileSync(path, "utf8").replace(/[\w-]+\.js\b/g, (name) => names.get(name) ?? name);
    writeFileSync(path, file === "fanfare.js" ? withoutOwnHost(code) : code);
    renameSync(path, join(dirname(path), names.get(basename(file)) ?? basename(file)));
  }
}

/** Names of hashed files without their hash. Of two files with the same name, the second one has a number. */
export function plainNames(files: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(files);
  const names = new Map<string, string>();
  for (const file of files) {
    const [, name] = HASHED.exec(basename(file)) ?? [];
    if (name === undefined) continue;
    let plain = `${name}.js`;
    for (let number = 2; taken.has(join(dirname(file), plain)); number++) plain = `${name}-${number}.js`;
    taken.add(join(dirname(file), plain));
    names.set(basename(file), plain);
  }
  return names;
}

function withoutOwnHost(code: string): string {
  if (code.match(OWN_HOST)?.length !== 1) throw new Error("How fanfare.js finds its server has changed.");
  return code.replace(OWN_HOST, "void 0");
}
