import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepBuild } from "./kept-builds.ts";
import { staticRoutes } from "./static.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "fanfare-builds-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A release whose files have this hash in their names. */
function release(hash: string): string {
  const root = join(directory, hash);
  for (const file of [
    `sdk/dist/chunks/tour-${hash}.js`,
    "sdk/dist/fanfare.js",
    `console/dist/assets/page-${hash}.js`,
    "docs/dist/index.html",
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `export const release = "${hash}";`);
  }
  return root;
}

/** Starts a release on the data directory, and requests files of it. */
async function start(hash: string, now_ms: number, paths: readonly string[]): Promise<readonly number[]> {
  const root = release(hash);
  const app = staticRoutes({
    ...{ console_dir: join(root, "console/dist"), sdk_dir: join(root, "sdk/dist") },
    path_prefix: "",
    last_build: keepBuild(root, join(directory, "data"), now_ms),
  });
  return Promise.all(paths.map(async (path) => (await app.request(path)).status));
}

const chunk = (hash: string): string => `/sdk/chunks/tour-${hash}.js`;
const [FIRST, SECOND, THIRD] = ["A1b2C3d1", "A1b2C3d2", "A1b2C3d3"];

test("serves the files of the release before, and no older ones", async () => {
  expect(await start(FIRST, 1_000, [chunk(FIRST)])).toEqual([200]);
  const page = `/console/assets/page-${FIRST}.js`;
  expect(await start(SECOND, 2_000, [chunk(SECOND), chunk(FIRST), page])).toEqual([200, 200, 200]);
  expect(await start(THIRD, 3_000, [chunk(THIRD), chunk(SECOND), chunk(FIRST)])).toEqual([200, 200, 404]);
  expect(readdirSync(join(directory, "data/builds"))).toHaveLength(2);
});

test("serves the release before through restarts, and after going back", async () => {
  await start(FIRST, 1_000, []);
  await start(SECOND, 2_000, []);
  expect(await start(SECOND, 3_000, [chunk(FIRST)])).toEqual([200]);
  expect(await start(FIRST, 4_000, [chunk(FIRST), chunk(SECOND)])).toEqual([200, 200]);
});

test("deletes a copy that was cut off", async () => {
  mkdirSync(join(directory, "data/builds/unfinished-x/sdk"), { recursive: true });
  await start(FIRST, 1_000, []);
  expect(readdirSync(join(directory, "data/builds"))).toHaveLength(1);
});
