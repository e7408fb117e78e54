import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Pusher from "pusher";
import { build } from "vite";
import manifest from "../sdk/package.json" with { type: "json" };
import { type HostSite, serveHostPage } from "../sdk/test/support/host-page.ts";
import { createTour } from "../sdk/test/support/host-test.ts";
import { confetti, expect, test } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";

const ROOT = process.cwd();
/** What the SDK's package leaves to the application, and what these need. */
const LINKED = ["react", "react-dom", "scheduler", "vue", "@vue"];

const WELCOME = createTour({
  ...{ trigger: { kind: "manual" }, frequency: { mode: "always" } },
  body: {
    ...{ type: "tour", suppression: { offered: true, days: 365 } },
    steps: [{ id: "one", kind: "centered", title: "Welcome to the shop", blocks: [] }],
  },
});

/** An application around the calls of the documentation: one page for each part. */
const MAIN = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createApp, h, ref } from "vue";
import { Provider, Ship } from "./react.jsx";
import { renderTours } from "./step-slot.jsx";
import { install, setup } from "./vue.js";
const main = document.body.appendChild(document.createElement("main"));
const Orders = {
  setup() {
    const orders = ref([]);
    setup({ orders });
    return () => h("ul", orders.value.map((order) => h("li", order)));
  },
};
const parts = {
  react: () => createRoot(main).render(createElement(Provider, null, createElement(Ship))),
  async tours() {
    const { fanfare } = await import("./package.js");
    renderTours({ root: createRoot(main), fanfare, App: () => "Orders" });
    fanfare.once("ready", () => fanfare.start("welcome"));
  },
  vue() {
    const app = createApp(Orders);
    install({ app });
    app.mount(main);
  },
};
await parts[location.pathname.slice(1)]();
`;

/** Builds the calls with the package that this server has, and with its address and key. */
async function bundleCalls(project: string, url: string): Promise<Readonly<Record<string, string>>> {
  const sdk = join(project, "node_modules/@fanfare/sdk");
  mkdirSync(sdk, { recursive: true });
  const tarball = join(ROOT, `sdk/dist/npm/fanfare-sdk-${manifest.version}.tgz`);
  await promisify(execFile)("tar", ["xzf", tarball, "--strip-components=1", "-C", sdk]);
  for (const name of LINKED) symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  cpSync(join(ROOT, "examples/calls"), project, { recursive: true });
  for (const name of ["package.js", "react.jsx", "vue.js"]) {
    const code = readFileSync(join(project, name), "utf8");
    const own = code.replaceAll("https://fanfare.example", url).replaceAll("YOUR_APP_KEY", APP.key);
    writeFileSync(join(project, name), own);
  }
  writeFileSync(join(project, "main.js"), MAIN);
  const outDir = join(project, "out");
  await build({
    root: project,
    configFile: false,
    logLevel: "error",
    resolve: { preserveSymlinks: true },
    build: {
      outDir,
      target: "es2022",
      rolldownOptions: {
        input: join(project, "main.js"),
        output: { entryFileNames: "app.js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  const files = readdirSync(outDir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  return Object.fromEntries(files.map((name) => [`/${name}`, readFileSync(join(outDir, name), "utf8")]));
}

test.use({ serverOptions: { demo: false, contents: WELCOME } });

let site: HostSite | undefined;
test.afterEach(() => site?.close());

test("the calls of the documentation for React, Vue, and bundlers run in an application", async ({ server, page }) => {
  const project = mkdtempSync(join(tmpdir(), "fanfare-calls-"));
  try {
    const scripts = await bundleCalls(project, server.url);
    site = await serveHostPage('<script type="module" src="/app.js"></script>', { scripts });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));

  await page.goto(`${site.url}react`);
  await page.getByRole("button", { name: "Ship" }).click();
  await expect(confetti(page).first()).toBeVisible();

  await page.goto(`${site.url}tours`);
  const own = page.locator("article.my-card");
  await expect(own.getByRole("heading", { name: "Welcome to the shop" })).toBeVisible();
  await own.getByRole("checkbox").check();
  await own.getByRole("button").last().click();
  await expect(own).toHaveCount(0);

  const subscribed = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("subscription_succeeded")),
    );
  await page.goto(`${site.url}vue`);
  await subscribed;
  const { hostname, port } = new URL(server.url);
  const library = new Pusher({ appId: APP.id, key: APP.key, secret: APP.secret, host: hostname, port, useTLS: false });
  await library.trigger("orders", "order.created", "TL-2055");
  await expect(page.locator("li")).toHaveText(["TL-2055"]);
  expect(problems).toEqual([]);
});
