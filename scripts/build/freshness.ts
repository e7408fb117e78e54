import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** State of the sources: a hash of their content, and one of their names, sizes, and times, which takes less to check. */
interface Stamp {
  readonly content: string;
  readonly listing: string;
}

/** What a build was made from, and whether it was made in a hurry. */
interface Built extends Stamp {
  readonly quick: boolean;
}

export interface Freshness {
  /** The state of a build whose `output` exists and that was made from these inputs. */
  check(name: string, inputs: readonly string[], output: string): "fresh" | "quick" | "stale";
  stampOf(inputs: readonly string[]): Stamp;
  /** Records what the build of a workspace was made from. */
  write(name: string, built: Built): void;
}

/** Compares sources below `root` with those of the last builds. Reads each of them at most once. */
export function createFreshness(root: string): Freshness {
  const files = new Map<string, readonly string[]>();
  const times = new Map<string, string>();
  const contents = new Map<string, string>();
  const filesOf = (path: string): readonly string[] => remember(files, path, () => sourcesIn(root, path));
  const timeOf = (file: string): string =>
    remember(times, file, () => {
      const { size, mtimeMs } = statSync(join(root, file));
      return `${size} ${mtimeMs}`;
    });
  const contentOf = (file: string): string => remember(contents, file, () => hash([readFileSync(join(root, file))]));
  const hashOf = (inputs: readonly string[], what: (file: string) => string): string =>
    hash(inputs.flatMap((input) => filesOf(input).map((file) => `${file} ${what(file)}\n`)));
  const fileOf = (name: string): string => join(root, ".cache", `build-${name}.json`);

  const write = (name: string, built: Built): void => {
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(fileOf(name), JSON.stringify(built));
  };
  return {
    check(name, inputs, output) {
      if (!existsSync(join(root, output)) || !existsSync(fileOf(name))) return "stale";
      // Cast: written below.
      const built = JSON.parse(readFileSync(fileOf(name), "utf8")) as Built;
      const state = built.quick ? "quick" : "fresh";
      const listing = hashOf(inputs, timeOf);
      if (built.listing === listing) return state;
      // A checkout of the same commit has other times.
      const content = hashOf(inputs, contentOf);
      if (built.content !== content) return "stale";
      write(name, { ...built, listing });
      return state;
    },
    stampOf: (inputs) => ({ content: hashOf(inputs, contentOf), listing: hashOf(inputs, timeOf) }),
    write,
  };
}

function remember<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

function hash(parts: readonly (string | Uint8Array)[]): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const part of parts) hasher.update(part);
  return hasher.digest("hex");
}

/** Files at or below a path, without tests and builds. */
function sourcesIn(root: string, path: string): readonly string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .filter(({ name }) => !/\.(test|web|contract)\.tsx?$|^dist(-|$)/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? sourcesIn(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}
