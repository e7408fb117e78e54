import { fileURLToPath } from "node:url";

export interface Asset {
  readonly body: Blob;
  readonly type: string;
}

const PUBLIC = new URL("../public/", import.meta.url);
const PAGE = new URL("./page/main.ts", import.meta.url);

const FILES: Readonly<Record<string, { readonly file: URL; readonly type: string }>> = {
  "/": { file: new URL("index.html", PUBLIC), type: "text/html; charset=utf-8" },
  "/favicon.svg": { file: new URL("favicon.svg", PUBLIC), type: "image/svg+xml" },
  "/leaves.svg": { file: new URL("leaves.svg", PUBLIC), type: "image/svg+xml" },
  "/fonts/inter.woff2": {
    file: packageFile("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
    type: "font/woff2",
  },
  "/fonts/fraunces.woff2": {
    file: packageFile("@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2"),
    type: "font/woff2",
  },
};

/** Order matters: later files override earlier ones. */
const STYLES = ["base", "masthead", "list", "detail", "narrow"];

function packageFile(specifier: string): URL {
  return new URL(import.meta.resolve(specifier));
}

/** Loads all files of the shop by path. Bundles the page's script once, in milliseconds. */
export async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const [path, { file, type }] of Object.entries(FILES)) assets.set(path, { body: Bun.file(file), type });
  const styles = STYLES.map((name) => Bun.file(new URL(`styles/${name}.css`, PUBLIC)).text());
  const style = new Blob([(await Promise.all(styles)).join("\n")]);
  assets.set("/desk.css", { body: style, type: "text/css; charset=utf-8" });
  const bundle = await Bun.build({ entrypoints: [fileURLToPath(PAGE)], target: "browser" });
  const script = bundle.outputs[0];
  if (script === undefined) throw new Error(`Couldn't build the page's script: ${bundle.logs.join("\n")}`);
  assets.set("/desk.js", { body: script, type: "text/javascript; charset=utf-8" });
  return assets;
}
