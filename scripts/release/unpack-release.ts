import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { capture } from "../terminal.ts";

async function succeed(...command: readonly string[]): Promise<void> {
  const { code, output } = await capture(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
}

/**
 * Unpacks every artifact of a release into a folder of its name, down to single files: archives, npm packages, Debian
 * packages with their scripts, and the layers of an image.
 */
export async function unpackRelease(release: string, destination: string): Promise<void> {
  for (const name of readdirSync(release)) {
    const [file, folder] = [join(release, name), join(destination, name)];
    mkdirSync(folder, { recursive: true });
    if (name.endsWith(".deb")) await succeed("dpkg-deb", "--raw-extract", file, folder);
    else if (/\.(?:tgz|tar\.gz|oci\.tar)$/.test(name)) await succeed("tar", "-xf", file, "-C", folder);
    else cpSync(file, join(folder, name));
    if (name.endsWith(".oci.tar")) await unpackLayers(folder);
  }
}

async function unpackLayers(folder: string): Promise<void> {
  const { manifests } = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  const blob = (digest: string): string => join(folder, "blobs", digest.replace(":", "/"));
  const { layers } = JSON.parse(readFileSync(blob(manifests[0].digest), "utf8"));
  for (const [index, { digest }] of layers.entries()) {
    const layer = join(folder, `layer-${index}`);
    mkdirSync(layer);
    await succeed("tar", "-xzf", blob(digest), "-C", layer);
  }
}

/** Paths of the files below a folder that contain one of the texts, also in compressed form. */
export function filesWith(folder: string, texts: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .filter((path) => {
      const bytes = plainBytes(join(folder, path));
      return texts.some((text) => bytes.includes(text));
    });
}

function plainBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  if (path.endsWith(".br")) return brotliDecompressSync(bytes);
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}
