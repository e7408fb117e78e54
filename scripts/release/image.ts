import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture, ROOT } from "../terminal.ts";
import type { BuildInfo } from "./executable.ts";
import { type TarEntry, tar } from "./tar.ts";

/** The user of the server in the image: no one that a host has. */
const USER = 65_532;
const PORT = 4_000;
const NANOSECONDS = 1_000_000_000;
const HEALTH_INTERVAL_S = 30;
const MEDIA = "application/vnd.oci.image";

/** Debian's C library by the architecture of Node.js: where its files are, and the loader that the executable names. */
const LIBRARIES: Readonly<Record<string, { readonly oci: string; readonly folder: string; readonly loader: string }>> =
  {
    x64: { oci: "amd64", folder: "lib/x86_64-linux-gnu", loader: "lib64/ld-linux-x86-64.so.2" },
    arm64: { oci: "arm64", folder: "lib/aarch64-linux-gnu", loader: "lib/ld-linux-aarch64.so.1" },
  };
const NEEDED = ["libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0"];
const NOTICE = "usr/share/doc/libc6/copyright";

export interface ImageOptions {
  /** With the executable `fanfare`, `licenses.txt`, and `sbom.cdx.json`. */
  readonly folder: string;
  readonly destination: string;
  readonly version: string;
  readonly info: BuildInfo;
}

/**
 * Writes a container image as an archive in OCI layout, which `docker load`, `podman load`, and `skopeo` read. Needs no
 * daemon and no registry: the root has the executable and the C library of this machine's Debian.
 *
 * @returns the digest of the image, or undefined if this machine has no such library.
 */
export async function packImage(options: ImageOptions): Promise<string | undefined> {
  const system = await systemLibrary();
  if (system === undefined) return undefined;
  const { library, libc, files } = system;
  const { folder, destination, version, info } = options;
  const seconds = Date.parse(info.built_at) / 1_000;
  const program = { path: "fanfare", mode: 0o755, bytes: readFileSync(join(folder, "fanfare")) };
  const layer = tar([...rootEntries(folder, files), program], seconds);
  const blobs = new Map<string, Uint8Array>();
  const store = (bytes: Uint8Array) => {
    const digest = sha256(bytes);
    blobs.set(`blobs/${digest.replace(":", "/")}`, bytes);
    return { digest, size: bytes.length };
  };
  const stored_layer = { mediaType: `${MEDIA}.layer.v1.tar+gzip`, ...store(Bun.gzipSync(layer, { level: 9 })) };
  const config = store(json(imageConfig(options, { architecture: library.oci, layer: sha256(layer), libc })));
  const manifest = store(
    json({
      schemaVersion: 2,
      mediaType: `${MEDIA}.manifest.v1+json`,
      config: { mediaType: `${MEDIA}.config.v1+json`, ...config },
      layers: [stored_layer],
    }),
  );
  const path = (digest: string): string => `blobs/${digest.replace(":", "/")}`;
  const index = {
    schemaVersion: 2,
    mediaType: `${MEDIA}.index.v1+json`,
    manifests: [
      {
        ...{ mediaType: `${MEDIA}.manifest.v1+json`, ...manifest },
        platform: { architecture: library.oci, os: "linux" },
        annotations: {
          "io.containerd.image.name": `docker.io/library/fanfare:${version}`,
          "org.opencontainers.image.ref.name": version,
        },
      },
    ],
  };
  // Docker before version 25 reads this file only.
  const docker = [
    { Config: path(config.digest), RepoTags: [`fanfare:${version}`], Layers: [path(stored_layer.digest)] },
  ];
  const entries = [
    ...[...blobs].map(([name, bytes]) => file(name, bytes)),
    file("index.json", json(index)),
    file("manifest.json", json(docker)),
    file("oci-layout", json({ imageLayoutVersion: "1.0.0" })),
  ];
  const folders = ["blobs", "blobs/sha256"].map((name) => ({ path: name, mode: 0o755 }));
  writeFileSync(
    join(destination, `fanfare-${version}-linux-${process.arch}.oci.tar`),
    tar([...folders, ...entries], seconds),
  );
  return manifest.digest;
}

/**
 * Adds what `packaging/Containerfile` needs to a folder with the executable: `rootfs.tar`, which is the root of
 * {@link packImage} without it.
 *
 * @returns false if this machine has no such library.
 */
export async function addContainerfile({ folder, info }: Pick<ImageOptions, "folder" | "info">): Promise<boolean> {
  const system = await systemLibrary();
  if (system === undefined) return false;
  writeFileSync(join(folder, "rootfs.tar"), tar(rootEntries(folder, system.files), Date.parse(info.built_at) / 1_000));
  cpSync(join(ROOT, "packaging/Containerfile"), join(folder, "Containerfile"));
  return true;
}

async function systemLibrary() {
  const library = LIBRARIES[process.arch];
  const libc = await capture(["dpkg-query", "--show", "libc6"]).catch(() => undefined);
  if (library === undefined || libc === undefined || libc.code !== 0) return undefined;
  const files = [library.loader, ...NEEDED.map((name) => `${library.folder}/${name}`), NOTICE];
  if (!files.every((path) => existsSync(`/${path}`))) return undefined;
  return { library, libc: libc.output.split("\t")[1] ?? "", files };
}

function rootEntries(folder: string, libraries: readonly string[]): readonly TarEntry[] {
  const own = (name: string): Uint8Array => readFileSync(join(folder, name));
  const entries: readonly TarEntry[] = [
    // Only the server reads what's in it.
    { path: "data", mode: 0o700, owner: USER },
    { path: "tmp", mode: 0o1777 },
    file("etc/passwd", Buffer.from(`fanfare:x:${USER}:${USER}::/data:/sbin/nologin\n`)),
    file("etc/group", Buffer.from(`fanfare:x:${USER}:\n`)),
    file("usr/share/doc/fanfare/licenses.txt", own("licenses.txt")),
    file("usr/share/doc/fanfare/sbom.cdx.json", own("sbom.cdx.json")),
    ...libraries.map((path) => file(path, readFileSync(`/${path}`), path === NOTICE ? 0o644 : 0o755)),
  ];
  const folders = new Set(entries.flatMap(({ path }) => parents(path)));
  return [
    ...[...folders].sort().map((path) => ({ path, mode: 0o755 })),
    ...entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  ];
}

function parents(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

function file(path: string, bytes: Uint8Array, mode = 0o644): TarEntry {
  return { path, bytes, mode };
}

function imageConfig(
  { version, info }: ImageOptions,
  { architecture, layer, libc }: { readonly architecture: string; readonly layer: string; readonly libc: string },
) {
  return {
    created: info.built_at,
    ...{ architecture, os: "linux" },
    config: {
      User: `${USER}:${USER}`,
      ExposedPorts: { [`${PORT}/tcp`]: {} },
      Env: ["FANFARE_HOST=0.0.0.0", "FANFARE_DATA_DIR=/data"],
      Entrypoint: ["/fanfare"],
      Cmd: ["serve"],
      Volumes: { "/data": {} },
      WorkingDir: "/data",
      StopSignal: "SIGTERM",
      // Of Docker. Kubernetes has probes of its own.
      Healthcheck: {
        Test: ["CMD", "/fanfare", "health"],
        Interval: HEALTH_INTERVAL_S * NANOSECONDS,
        StartPeriod: HEALTH_INTERVAL_S * NANOSECONDS,
      },
      Labels: {
        "org.opencontainers.image.title": "Fanfare",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": info.commit,
        "org.opencontainers.image.licenses": "MIT",
        "org.debian.libc6": libc,
      },
    },
    rootfs: { type: "layers", diff_ids: [layer] },
    history: [{ created: info.built_at, created_by: "npm run release" }],
  };
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function sha256(bytes: Uint8Array): string {
  return `sha256:${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}`;
}
