import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture } from "../terminal.ts";
import { compileServer } from "./executable.ts";
import { packImage } from "./image.ts";
import { canIsolate } from "./isolated-machine.ts";
import { runJourney } from "./journey.ts";

const directory = mkdtempSync(join(tmpdir(), "fanfare-image-"));
const folder = join(directory, "folder");
const root = join(directory, "root");
const records = join(directory, "records");
const info = { commit: "0".repeat(40), built_at: "2026-01-02T03:04:05.000Z" };
const target = `bun-linux-${process.arch === "arm64" ? "arm64" : "x64"}` as const;
const archive = (name: string): string => join(directory, name, `fanfare-1.2.3-linux-${process.arch}.oci.tar`);
const sha256 = (bytes: Uint8Array): string => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
let digest: string | undefined;
/** Files of the archive by name. */
let files: ReadonlyMap<string, File>;

async function parse(name: string) {
  return JSON.parse((await files.get(name)?.text()) ?? "null");
}

async function blob(found: { readonly digest: string; readonly size: number }): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = (await files.get(`blobs/${found.digest.replace(":", "/")}`)?.bytes()) ?? new Uint8Array();
  expect([`sha256:${sha256(bytes)}`, bytes.length]).toEqual([found.digest, found.size]);
  return bytes;
}

beforeAll(async () => {
  for (const path of [folder, root, records, join(directory, "one"), join(directory, "two")]) mkdirSync(path);
  await compileServer({ outfile: join(folder, "fanfare"), info, target });
  for (const name of ["licenses.txt", "sbom.cdx.json"]) writeFileSync(join(folder, name), name);
  digest = await packImage({ folder, destination: join(directory, "one"), version: "1.2.3", info });
  files = await new Bun.Archive(await Bun.file(archive("one")).bytes()).files();
}, 240_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("is an archive in OCI layout whose digests and sizes match, and which Docker reads", async () => {
  expect(await parse("oci-layout")).toEqual({ imageLayoutVersion: "1.0.0" });
  const [described] = (await parse("index.json")).manifests;
  expect(described.digest).toBe(digest);
  const manifest = JSON.parse(new TextDecoder().decode(await blob(described)));
  expect(manifest).toMatchObject({ schemaVersion: 2, mediaType: described.mediaType });
  const config = JSON.parse(new TextDecoder().decode(await blob(manifest.config)));
  expect(config.config).toMatchObject({
    ...{ User: "65532:65532", Entrypoint: ["/fanfare"], Cmd: ["serve"], StopSignal: "SIGTERM" },
    ...{ Volumes: { "/data": {} }, ExposedPorts: { "4000/tcp": {} } },
  });
  const [layer] = manifest.layers;
  const unpacked = Bun.gunzipSync(await blob(layer));
  expect(config.rootfs).toEqual({ type: "layers", diff_ids: [`sha256:${sha256(unpacked)}`] });
  const [docker] = await parse("manifest.json");
  expect(docker.RepoTags).toEqual(["fanfare:1.2.3"]);
  for (const path of [docker.Config, ...docker.Layers]) expect(files.has(path)).toBe(true);
  writeFileSync(join(directory, "layer.tar"), unpacked);
});

test("has the same bytes each time, and others for another executable", async () => {
  const small = join(directory, "small");
  mkdirSync(small);
  for (const name of ["licenses.txt", "sbom.cdx.json"]) writeFileSync(join(small, name), name);
  const pack = async (program: string): Promise<string> => {
    writeFileSync(join(small, "fanfare"), program);
    await packImage({ folder: small, destination: join(directory, "two"), version: "1.2.3", info });
    return sha256(readFileSync(archive("two")));
  };
  expect(await pack("one")).toBe(await pack("one"));
  expect(await pack("two")).not.toBe(await pack("one"));
});

test.if(canIsolate())(
  "runs everything with its own files, /proc, and no network, from the setup link to a restored backup",
  async () => {
    const listed = await capture(["tar", "-tvf", join(directory, "layer.tar"), "--numeric-owner"]);
    expect(listed.output).toMatch(/^drwx------ 65532\/65532 .* data\/$/m);
    expect(listed.output).toMatch(/^drwxrwxrwt 0\/0 .* tmp\/$/m);
    await capture(["tar", "-xpf", join(directory, "layer.tar"), "-C", root, "--numeric-owner"]);
    await runJourney(root, records);
  },
  360_000,
);
