import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { build } from "vite";
import { OUTBOX_STORE_CASES } from "../src/engage/outbox/outbox-store.contract.ts";
import { type HostSite, serveHostPage } from "./support/host-page.ts";

let site: HostSite;

test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL("fixtures/outbox-store.ts", import.meta.url)),
        formats: ["es"],
        fileName: "store",
      },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [];
  const files = (bundle?.output ?? []).flatMap((file) =>
    file.type === "chunk" ? [[`/${file.fileName}`, file.code] as const] : [],
  );
  site = await serveHostPage("", { scripts: Object.fromEntries(files) });
});
test.afterAll(() => site.close());

test.describe("store in the browser database", () => {
  for (const rule of Object.keys(OUTBOX_STORE_CASES)) {
    test(rule, async ({ page }) => {
      await page.goto(site.url);
      const wrong = await page.evaluate(
        async ([url, name]) => {
          // The fixture built above.
          const { run } = (await import(url)) as typeof import("./fixtures/outbox-store.ts");
          return run(name);
        },
        [`${site.url}store.js`, rule] as const,
      );
      expect(wrong).toBeUndefined();
    });
  }
});
