import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "@fanfare/contract/limits";
import { startTemporaryServer, type TemporaryServer } from "../../../test/support/temporary-server.ts";

const root = mkdtempSync(join(tmpdir(), "fanfare-docs-"));
const PASSAGES = [
  { url: "sdk.html#celebrate", page: "SDK", heading: "celebrate", text: "Plays <confetti>.", weight: 1 },
  { url: "errors.html#gone", page: "Errors", heading: "gone", text: "It’s gone.", weight: 0.1 },
];
const SEARCH = `<script data-search="assets/search-bbeeb842.json"></script><form action="search.html">
<input type="search" name="q" value="" /></form><div id="answer" data-pending=""><p>Needs JavaScript.</p></div>`;
let server: TemporaryServer;

function put(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(async () => {
  put("docs/dist/index.html", '<a href="sdk.html#load">SDK</a> <a href="index.html">Home</a> <a href="llms.html.txt">');
  put("docs/dist/sdk.html", "<h1>SDK reference</h1>");
  put("docs/dist/tours.html", '<meta http-equiv="refresh" content="0; url=sdk.html#celebrate" />');
  put("docs/dist/sdk.md", "# SDK reference");
  put("docs/dist/search.html", SEARCH);
  put("docs/dist/assets/search-bbeeb842.json", JSON.stringify(PASSAGES));
  server = await startTemporaryServer({ root });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(root, { recursive: true });
});

const get = (path: string) => fetch(`${server.origin}${path}`, { redirect: "manual" });
const search = async (query: string) => (await get(`/docs/search?q=${encodeURIComponent(query)}`)).text();

test("serves the documentation at URLs without extensions", async () => {
  const home = await get("/docs/");
  expect(await home.text()).toBe('<a href="sdk#load">SDK</a> <a href="./">Home</a> <a href="llms.html.txt">');
  expect(home.headers.get("Content-Security-Policy")).toContain("default-src 'none'; script-src 'self'");
  expect(await (await get("/docs/sdk")).text()).toContain("SDK reference");
  expect((await get("/docs/sdk.md")).headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
  expect((await get("/docs/assets/search-bbeeb842.json")).headers.get("Cache-Control")).toContain("immutable");
  const targets = ["/docs", "/docs/sdk.html", "/docs/index.html", "/docs/search.html?q=a%26b", "/docs/tours"].map(
    async (path) => {
      const { status, headers } = await get(path);
      return [status, headers.get("Location")];
    },
  );
  expect(await Promise.all(targets)).toEqual([
    [302, "/docs/"],
    [301, "/docs/sdk"],
    [301, "/docs/"],
    [301, "/docs/search?q=a%26b"],
    [301, "/docs/sdk#celebrate"],
  ]);
  expect((await get("/docs/nothing")).status).toBe(404);
});

test("answers a search of the documentation without a script", async () => {
  const response = await get("/docs/search?q=confetti");
  expect(response.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
  const page = await response.text();
  expect(page).toContain('<form action="search">');
  expect(page).toContain('<input type="search" name="q" value="confetti" />');
  expect(page).toContain(
    '<div id="answer"><ol class="found"><li><a href="sdk#celebrate">celebrate</a><span class="where">SDK</span><p>Plays &lt;confetti&gt;.</p></li></ol></div>',
  );
  expect(page).not.toContain("Needs JavaScript");
  expect(await search("")).toContain('<div id="answer"><p>Enter words');
});

test("shows what was searched as text", async () => {
  const query = `"><script>alert(1)</script>$&`;
  const page = await search(query);
  expect(page).not.toContain("<script>alert");
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;"');
  expect(page).toContain("No results for “&quot;&gt;&lt;script&gt;");
});

test("refuses further searches of an address in a short time", async () => {
  const responses = await Promise.all(
    Array.from({ length: limits.docs_searches_burst_max * 2 }, () => get("/docs/search?q=gone")),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(await responses.find(({ status }) => status === 429)?.text()).toContain("Too many searches.");
});
