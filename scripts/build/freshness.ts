import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** State of the sources: a hash of their content, and one of their names, sizes, and times, which takes less to check. */
interface Stamp {
  readonly content: string;
  readonly listing: string;
}

export interface Freshness {
  /** Whether `output` exists and was built from these inputs. */
  isFresh(name: string, inputs: readonly string[], output: string): boolean;
  stampOf(inputs: readonly string[]): Stamp;
  /** Records what the build of a workspace was made from. */
  write(name: string, stamp: Stamp): void;
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

  const write = (name: string, stamp: Stamp): void => {
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(fileOf(name), JSON.stringify(stamp));
  };
  return {
    isFresh(name, inputs, output) {
      if (!existsSync(join(root, output)) || !existsSync(fileOf(name))) return false;
      // Cast: written below.
      const built = JSON.parse(readFileSync(fileOf(name), "utf8")) as Stamp;
      const listing = hashOf(inputs, timeOf);
      if (built.listing === listing) return true;
      // A checkout of the same commit has other times.
      const content = hashOf(inputs, contentOf);
      if (built.content !== content) return false;
      write(name, { content, listing });
      return true;
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
