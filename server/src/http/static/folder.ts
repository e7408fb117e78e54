import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export interface StaticFile {
  /** Path within the folder. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Hex hash of the content. */
  readonly hash: string;
  /** Only if compression saves bytes. */
  readonly encoded: { readonly br?: Uint8Array<ArrayBuffer>; readonly gzip?: Uint8Array<ArrayBuffer> };
}

/** Files of one folder, read and compressed once and cached in memory until they change on disk. */
export interface StaticFolder {
  /** Returns the file at this path. Undefined if it doesn't exist, or if the path isn't build output. */
  find(path: string): Promise<StaticFile | undefined>;
}

/** File types of build output. Other types aren't served. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  md: "text/markdown; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml; charset=utf-8",
  tgz: "application/gzip",
  ts: "text/plain; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  webp: "image/webp",
  woff2: "font/woff2",
};
const COMPRESSED_ALREADY: ReadonlySet<string> = new Set(["png", "webp", "woff2", "ico", "tgz"]);

/** Segments of safe characters without a leading dot, so that no path leaves the folder or reaches a hidden file. */
const PATH = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.([a-z0-9]+)$/;

type Rewrite = (path: string, text: string) => string;

/** `rewrite` changes the folder's pages before they're hashed and compressed. */
export function openFolder(directory: string, rewrite: Rewrite = (_, text) => text): StaticFolder {
  const cache = new Map<
    string,
    { readonly stamp: string; readonly is_precompressed: boolean; readonly file: Promise<StaticFile> }
  >();
  return {
    async find(path) {
      const extension = PATH.exec(path)?.[1];
      const type = extension === undefined ? undefined : TYPES[extension];
      if (extension === undefined || type === undefined) return undefined;
      const full_path = join(directory, path);
      const stamp = await stampOf(full_path);
      if (stamp === undefined) return undefined;
      const may_be_precompressed = extension !== "html" && !COMPRESSED_ALREADY.has(extension);
      const known = cache.get(path);
      if (known?.stamp === stamp) {
        if (known.is_precompressed || !may_be_precompressed) return known.file;
        // `npm start` compresses builds while the server runs.
        if ((await stampOf(`${full_path}.br`)) === undefined) return known.file;
      }
      const read = async (): Promise<Uint8Array<ArrayBuffer>> =>
        extension === "html"
          ? new TextEncoder().encode(rewrite(path, await readFile(full_path, "utf8")))
          : Uint8Array.from(await readFile(full_path));
      const precompressed = may_be_precompressed ? await readPrecompressed(full_path) : undefined;
      const file = readStaticFile(read, path, type, !COMPRESSED_ALREADY.has(extension), precompressed);
      cache.set(path, { stamp, is_precompressed: precompressed !== undefined, file });
      file.catch(() => cache.delete(path));
      return file;
    },
  };
}

/** Includes overlong names, which no file can have. */
const NO_SUCH_FILE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

async function stampOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? `${found.mtimeMs} ${found.size} ${found.ino}` : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && NO_SUCH_FILE.has(error.code)) return undefined;
    throw error;
  }
}

/** The build's Brotli file at its best quality (scripts/build.ts). Undefined if the file itself is newer. */
async function readPrecompressed(path: string): Promise<Uint8Array | undefined> {
  const compressed_path = `${path}.br`;
  if ((await stampOf(compressed_path)) === undefined) return undefined;
  const [plain, compressed] = await Promise.all([stat(path), stat(compressed_path)]);
  return compressed.mtimeMs >= plain.mtimeMs ? readFile(compressed_path) : undefined;
}

async function readStaticFile(
  read: () => Promise<Uint8Array<ArrayBuffer>>,
  name: string,
  type: string,
  compress: boolean,
  precompressed: Uint8Array | undefined,
): Promise<StaticFile> {
  const bytes = await read();
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  return { name, type, bytes, hash, encoded: compress ? await compressed(bytes, precompressed) : {} };
}

/** For files that the build didn't compress. A higher quality would delay their first response. */
const BROTLI_QUALITY = 9;

async function compressed(bytes: Uint8Array, precompressed: Uint8Array | undefined): Promise<StaticFile["encoded"]> {
  const [br, gz] = await Promise.all([
    precompressed ?? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    ...(br.byteLength < bytes.byteLength ? { br: Uint8Array.from(br) } : {}),
    ...(gz.byteLength < bytes.byteLength ? { gzip: Uint8Array.from(gz) } : {}),
  };
}
