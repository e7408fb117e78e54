import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { SignJWT } from "jose";
import { build } from "vite";
import budgets from "../sdk/sizes.json" with { type: "json" };
import { serveHostPage } from "../sdk/test/support/host-page.ts";
import { createTour } from "../sdk/test/support/host-test.ts";
import { signIn } from "./support/console.ts";
import { card, expect, stepTitle, test } from "./support/fixtures.ts";
import { APP, type TestServer } from "./support/test-server.ts";

const ROOT = process.cwd();
/** What the package may add to the served core: the instance for server rendering, and the names of bundled files. */
const PACKAGE_BYTES = 300;
/** Vite's own loader of files, which an application has once, and its list of the files that each file imports. */
const VITE_BYTES = 900;

const WELCOME = createTour({
  ...{ trigger: { kind: "automatic" }, frequency: { mode: "always" } },
  body: {
    ...{ type: "tour", suppression: { offered: true, days: 365 } },
    steps: [{ id: "one", kind: "centered", title: "Welcome to the shop", blocks: [] }],
  },
});

test.use({ serverOptions: { demo: false, contents: WELCOME } });

/** Every snippet that Settings → Install shows for a method: of the section to add it, and of the one to identify. */
async function snippets(page: Page, method: string): Promise<{ readonly add: readonly string[]; identify: string }> {
  await page.getByRole("radio", { name: method, exact: true }).click();
  const [section, code] = [page.locator("section"), page.locator("pre code")];
  const add = await section.filter({ hasText: "Add the snippet" }).locator(code).allTextContents();
  const [identify = ""] = await section.filter({ hasText: "Identify people" }).locator(code).allTextContents();
  expect(await page.locator("main").locator(code).allTextContents()).toEqual([...add, identify]);
  return { add, identify };
}

async function openInstallPage(page: Page, server: TestServer): Promise<void> {
  await signIn(page, server.url);
  await page.goto(page.url().replace(/\/content.*/, "/settings/install"));
}

/** What the backend of a page answers, which the console's code to identify people calls. */
async function backend(): Promise<Readonly<Record<string, string>>> {
  const token = new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setSubject("u_42").setAudience(APP.key);
  return { "/fanfare-token": await token.setExpirationTime("1h").sign(new TextEncoder().encode(APP.secret)) };
}

/** Resolves when the server has verified who a page says is signed in. */
async function verified(page: Page): Promise<void> {
  const response = await page.waitForResponse((each) => each.url().includes("/v1/identify"));
  expect(await response.json()).toMatchObject({ person: { external_id: "u_42", verified: true } });
}

async function expectTour(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(stepTitle(page)).toHaveText("Welcome to the shop");
}

test("the snippets for script tags show the tour and identify people as the console displays them", async ({
  server,
  page,
  browser,
}) => {
  await openInstallPage(page, server);
  const methods = page.locator("main").getByRole("radio");
  // The test of npm has the third one.
  await expect(methods).toHaveCount(3);
  for (const method of ["Module", "Classic script"]) {
    const { add, identify } = await snippets(page, method);
    const [snippet = "", ...more] = add;
    expect(more).toEqual([]);
    const is_module = method === "Module";
    // The instance is a constant of the module. A classic script sets it for the whole page.
    const head = is_module ? snippet.replace("</script>", `${identify}\n</script>`) : snippet;
    const site = await serveHostPage(head, { scripts: await backend() });
    const visitor = await browser.newPage();
    const identified = verified(visitor);
    await expectTour(visitor, site.url);
    if (!is_module) await visitor.addScriptTag({ content: identify });
    await identified;
    await visitor.close();
    await site.close();
  }
});

test("the snippets of the documentation show the tour", async ({ server, browser }) => {
  const pages = ["docs/SDK.md", "docs/guides/plain-pages.md"].map((file) => readFileSync(join(ROOT, file), "utf8"));
  const blocks = pages.flatMap((text) =>
    [...text.matchAll(/^```html\n([\s\S]*?)\n```$/gm)].map(([, code = ""]) => code),
  );
  // Whole pages are examples, which have tests of their own.
  const written = new Set(blocks.filter((code) => /^<script[\s\S]*YOUR_APP_KEY/.test(code)));
  expect(written.size).toBeGreaterThan(2);
  for (const code of written) {
    const site = await serveHostPage(
      code.replaceAll("https://fanfare.example", server.url).replaceAll("YOUR_APP_KEY", APP.key),
    );
    const visitor = await browser.newPage();
    await expectTour(visitor, site.url);
    await visitor.close();
    await site.close();
  }
});

test("the npm snippets install from the server alone and show the tour in a Vite and React app", async ({
  server,
  page,
  browser,
}) => {
  await openInstallPage(page, server);
  const { add, identify } = await snippets(page, "npm");
  const [command = "", code = "", ...more] = add;
  expect(more).toEqual([]);
  const project = mkdtempSync(join(tmpdir(), "fanfare-install-"));
  try {
    await installWith(command, project);
    const bundle = await bundleApp(project, code, identify);
    const most = budgets["Core: a page without content"].bytes_max + PACKAGE_BYTES;
    expect(brotliLength(bundle.without_loader)).toBeLessThanOrEqual(most);
    expect(brotliLength(bundle.core)).toBeLessThanOrEqual(most + VITE_BYTES);

    const csp = `default-src 'none'; script-src 'self'; connect-src 'self' ${server.url} ${server.url.replace("http", "ws")}; require-trusted-types-for 'script'`;
    const site = await serveHostPage('<script type="module" src="/app.js"></script>', {
      csp,
      scripts: { ...bundle.scripts, ...(await backend()) },
    });
    const visitor = await browser.newPage();
    const problems: string[] = [];
    visitor.on("pageerror", (error) => problems.push(error.message));
    const identified = verified(visitor);
    await expectTour(visitor, site.url);
    await identified;
    await card(visitor).getByRole("button", { name: "Close" }).click();
    await expect(card(visitor)).toHaveCount(0);
    await visitor.getByRole("button", { name: "Show me around" }).click();
    await expect(stepTitle(visitor)).toHaveText("Welcome to the shop");
    expect(problems).toEqual([]);
    await visitor.close();
    await site.close();
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});

/** Runs the command in an empty project whose registry doesn't exist. Its framework is already installed. */
async function installWith(command: string, project: string): Promise<void> {
  writeFileSync(join(project, "package.json"), '{"name":"shop","private":true,"type":"module"}');
  writeFileSync(join(project, ".npmrc"), "registry=http://127.0.0.1:9/\nfetch-retries=0\naudit=false\nfund=false\n");
  const [npm = "", ...args] = command.split(" ");
  expect([npm, args[0]]).toEqual(["npm", "install"]);
  await promisify(execFile)(npm, args, { cwd: project });
  for (const name of ["react", "react-dom", "scheduler"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
}

function brotliLength(code: string): number {
  return brotliCompressSync(withStableNames(code)).length;
}

/** Names of files by a hash of their name. A hash of their content would change the size by some bytes. */
function withStableNames(code: string): string {
  const hash = (name: string): string => createHash("sha256").update(name).digest("base64url").slice(0, 8);
  return code.replace(/([\w-]+)-[\w-]{8}\.js/g, (_, name: string) => `${name}-${hash(name)}.js`);
}

interface Bundle {
  /** A page that only calls `init`. */
  readonly core: string;
  /** The same as a library, which Vite leaves to the application to load. */
  readonly without_loader: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** Builds the snippet with Vite: alone, and in a React application that has a button. */
async function bundleApp(project: string, code: string, identify: string): Promise<Bundle> {
  writeFileSync(join(project, "fanfare.ts"), code);
  writeFileSync(
    join(project, "main.tsx"),
    `import { createRoot } from "react-dom/client";
    import { FanfareProvider, useFanfare } from "@fanfare/sdk/react";
    import { fanfare } from "./fanfare.ts";
    function Help() {
      const { start } = useFanfare();
      return <button onClick={() => start("welcome")}>Show me around</button>;
    }
    const root = document.body.appendChild(document.createElement("main"));
    createRoot(root).render(<FanfareProvider fanfare={fanfare}><Help /></FanfareProvider>);
    ${identify}`,
  );
  const bundle = async (input: string, outDir: string, is_library = false): Promise<Bundle["scripts"]> => {
    mkdirSync(outDir);
    const entry = join(project, input);
    const output = { entryFileNames: "app.js", chunkFileNames: "[name]-[hash].js", minify: true };
    await build({
      root: project,
      configFile: false,
      logLevel: "error",
      resolve: { preserveSymlinks: true },
      build: {
        outDir,
        ...(is_library ? { lib: { entry, formats: ["es"] } } : {}),
        rolldownOptions: is_library ? { output } : { input: entry, output },
      },
    });
    const files = readdirSync(outDir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
    return Object.fromEntries(files.map((name) => [`/${name}`, readFileSync(join(outDir, name), "utf8")]));
  };
  const core = await bundle("fanfare.ts", join(project, "core"));
  const library = await bundle("fanfare.ts", join(project, "library"), true);
  return {
    core: core["/app.js"] ?? "",
    without_loader: library["/app.js"] ?? "",
    scripts: await bundle("main.tsx", join(project, "app")),
  };
}
