import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { startTemporaryServer, type TemporaryServer } from "../../../test/support/temporary-server.ts";

const root = mkdtempSync(join(tmpdir(), "fanfare-dist-"));
const script = `export const text = "${"fanfare ".repeat(500)}";`;
let server: TemporaryServer;

function put(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(async () => {
  put("secret.js", "outside");
  put("console/dist/index.html", "<!doctype html><title>Fanfare</title>");
  put("console/dist/theme.js", "1;");
  put("console/dist/assets/index-B2x_9fKa.js", script);
  put("console/dist/assets/index-C9aa00bb.css", "a{}");
  put("console/dist/.env.js", "hidden");
  put("console/dist/notes.bak", "not for the web");
  put("sdk/dist/fanfare.js", script);
  put("sdk/dist/chunks/tour-fadedab.js", script);
  put("sdk/dist/chunks/tour-spotlights.js", script);
  put("sdk/dist/chunks/tour-together.js", script);
  put("sdk/dist-previous/chunks/tour-A1b2C3d4.js", "export const text = 'before';");
  put("sdk/dist-previous/chunks/tour-fadedab.js", "not what is built now");
  put("sdk/dist-previous/fanfare.iife.js", "old");
  put("sdk/dist/npm/fanfare-sdk-0.2.0.tgz", "new package");
  put("sdk/dist-previous/npm/fanfare-sdk-0.1.0.tgz", "old package");
  put("sdk/dist/fanfare.d.ts", "export {};");
  put("console/dist-previous/assets/list-A1b2C3d4.js", "export {};");
  put("console/dist-previous/notes.js", "old");
  server = await startTemporaryServer({ root });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(root, { recursive: true });
});

/** Overrides the defaults of `fetch`: requests no encoding unless the test does. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, { redirect: "manual", headers: { "Accept-Encoding": "identity", ...headers } });

describe("console files", () => {
  test("are the redirect target of the root path", async () => {
    for (const path of ["/", "/console"]) {
      const response = await get(path);
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/console/"]);
    }
  });

  test("include the page for every path that isn't a file", async () => {
    for (const path of [
      "/console/",
      "/console/shop/content",
      "/console/shop/content/cnt_1?tab=2",
      "/console/setup?token=x",
      // Customers choose the IDs of people and groups: email addresses, hosts, file names.
      "/console/shop/people/ada%40example.com",
      "/console/shop/people/v1.2?tab=why",
      "/console/shop/groups/acme.js",
    ]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("Cache-Control")).toBe("no-cache");
      expect(await response.text()).toContain("<title>Fanfare</title>");
    }
  });

  test("return 404 for a deleted file, not the page", async () => {
    for (const path of ["/console/assets/index-00000000.js", "/console/gone.js"]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test.each([
    ["/console/assets/index-B2x_9fKa.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/console/assets/index-C9aa00bb.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/console/theme.js", "text/javascript; charset=utf-8", "no-cache"],
    ["/sdk/chunks/tour-fadedab.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/sdk/chunks/tour-spotlights.js", "text/javascript; charset=utf-8", "no-cache"],
    ["/sdk/chunks/tour-together.js", "text/javascript; charset=utf-8", "no-cache"],
    ["/sdk/fanfare.js", "text/javascript; charset=utf-8", "max-age=0, stale-while-revalidate=600"],
    ["/sdk/fanfare.d.ts", "text/plain; charset=utf-8", "no-cache"],
    ["/sdk/npm/fanfare-sdk-0.2.0.tgz", "application/gzip", "no-cache"],
    ["/sdk/npm/fanfare-sdk-0.1.0.tgz", "application/gzip", "no-cache"],
  ])("serves %s as %s, cached %s", async (path, type, cached) => {
    const { headers, status } = await get(path);
    expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([200, type, cached]);
  });
});

test("serves old chunks to open pages after an upgrade and new files otherwise", async () => {
  const chunk = await get("/sdk/chunks/tour-A1b2C3d4.js", { Origin: "https://shop.example" });
  expect([chunk.status, await chunk.text()]).toEqual([200, "export const text = 'before';"]);
  expect(chunk.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect((await get("/console/assets/list-A1b2C3d4.js")).status).toBe(200);
  expect(await (await get("/sdk/chunks/tour-fadedab.js")).text()).toBe(script);
  for (const path of ["/sdk/fanfare.iife.js", "/console/notes.js", "/sdk/chunks/tour-00000000.js"]) {
    expect((await get(path)).status).toBe(404);
  }
});

test("uses root-relative URLs in the page, also below a proxy prefix", async () => {
  const html = '<meta name="fanfare-console" content="./" /><script src="./theme.js"></script><a href="https://x/./">';
  const folder = join(root, "prefixed");
  put("prefixed/console/dist/index.html", html);
  await using prefixed = await startTemporaryServer({
    root: folder,
    environment: { FANFARE_PUBLIC_URL: "http://example.com/a&b/" },
  });
  const response = await fetch(`${prefixed.origin}/console/shop/content`);
  const path = "/a&amp;b/console/";
  expect(await response.text()).toBe(
    `<meta name="fanfare-console" content="${path}" /><script src="${path}theme.js"></script><a href="https://x/./">`,
  );
});

test("serves the SDK to pages of any origin", async () => {
  const { headers } = await get("/sdk/fanfare.js", { Origin: "https://shop.example" });
  expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  expect((await get("/console/theme.js")).headers.get("Access-Control-Allow-Origin")).toBeNull();
});

test("responds with 304 for a cached file until the file changes", async () => {
  const first = await get("/sdk/fanfare.js");
  const tag = first.headers.get("ETag") ?? "";
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
  const again = await get("/sdk/fanfare.js", { "If-None-Match": `"x", ${tag}` });
  expect([again.status, await again.text(), again.headers.get("Access-Control-Allow-Origin")]).toEqual([304, "", "*"]);
  put("sdk/dist/fanfare.js", `${script}\n`);
  const changed = await get("/sdk/fanfare.js", { "If-None-Match": tag });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toBe(`${script}\n`);
  put("sdk/dist/fanfare.js", script);
});

test("compresses files as the browser accepts, each with its own ETag", async () => {
  const raw = async (encoding: string) => {
    const response = await fetch(`${server.origin}/sdk/chunks/tour-fadedab.js`, {
      headers: { "Accept-Encoding": encoding },
      decompress: false,
    });
    return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const [plain, br, gzip] = await Promise.all(["identity", "gzip, deflate, br", "gzip;q=1.0"].map(raw));
  expect(br?.headers.get("Content-Encoding")).toBe("br");
  expect(gzip?.headers.get("Content-Encoding")).toBe("gzip");
  expect(brotliDecompressSync(br?.bytes ?? "").toString()).toBe(script);
  expect(gunzipSync(gzip?.bytes ?? "").toString()).toBe(script);
  expect(new Set([plain, br, gzip].map((each) => each?.headers.get("ETag"))).size).toBe(3);
  expect(br?.headers.get("Vary")).toBe("Accept-Encoding");
  expect(br?.bytes.length ?? 0).toBeLessThan(script.length / 10);
});

test("sends the build's Brotli file until the file itself changes", async () => {
  const name = "sdk/dist/chunks/tour-fadedab.js";
  const received = async () => {
    const response = await fetch(`${server.origin}/sdk/chunks/tour-fadedab.js`, {
      headers: { "Accept-Encoding": "br" },
      decompress: false,
    });
    return brotliDecompressSync(new Uint8Array(await response.arrayBuffer())).toString();
  };
  // A different text shows which bytes were sent.
  writeFileSync(join(root, `${name}.br`), brotliCompressSync("of the build"));
  const built = new Date(2_000_000_000_000);
  for (const path of [name, `${name}.br`]) utimesSync(join(root, path), built, built);
  expect(await received()).toBe("of the build");
  put(name, `${script}\n`);
  utimesSync(join(root, name), built, new Date(built.getTime() + 1_000));
  expect(await received()).toBe(`${script}\n`);
  rmSync(join(root, `${name}.br`));
  put(name, script);
});

test.each(["/sdk/fanfare.js", "/console/", "/healthz", "/api/openapi.json", "/nowhere"])(
  "responds to HEAD %s like GET, without the body",
  async (path) => {
    const headers = { "Accept-Encoding": "identity" };
    const [asked, got] = await Promise.all(
      ["HEAD", "GET"].map((method) => fetch(`${server.origin}${path}`, { method, headers })),
    );
    expect([asked?.status, await asked?.text()]).toEqual([got?.status, ""]);
    for (const name of ["Content-Type", "Content-Length", "Cache-Control", "ETag"]) {
      expect([name, asked?.headers.get(name)]).toEqual([name, got?.headers.get(name)]);
    }
  },
);

test("responds with 404 to a name that's too long for any file", async () => {
  for (const path of [`/sdk/${"a".repeat(300)}.js`, `/console/${"a/".repeat(2_500)}a.js`]) {
    expect((await get(path)).status).toBe(404);
  }
});

test("serves nothing outside the build", async () => {
  for (const path of [
    "/console/..%2f..%2fsecret.js",
    "/console/%2e%2e/%2e%2e/secret.js",
    "/console/....//secret.js",
    "/console//etc/hosts.js",
    "/console/..%5c..%5csecret.js",
    "/console/%00.js",
    "/console/.env.js",
    "/console/notes.bak",
    "/sdk/",
    "/sdk/chunks",
    "/sdk/../console/theme.js%00",
  ]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).not.toMatch(/outside|hidden|not for the web/);
  }
});

test("replaces its own compressed copy by the build's as soon as there is one", async () => {
  put("sdk/dist/push-worker.js", script);
  const compressedBody = async () => {
    const response = await fetch(`${server.origin}/sdk/push-worker.js`, {
      headers: { "Accept-Encoding": "br" },
      decompress: false,
    });
    return Buffer.from(await response.arrayBuffer());
  };
  const own = await compressedBody();
  expect(brotliDecompressSync(own).toString()).toBe(script);
  const { BROTLI_PARAM_QUALITY } = constants;
  const built = brotliCompressSync(script, { params: { [BROTLI_PARAM_QUALITY]: 1 } });
  expect(built.equals(own)).toBe(false);
  writeFileSync(join(root, "sdk/dist/push-worker.js.br"), built);
  expect((await compressedBody()).equals(built)).toBe(true);
});
