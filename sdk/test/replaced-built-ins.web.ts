import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Block } from "@fanfare/contract/content/block";
import type { Target } from "@fanfare/contract/target/target";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { anchored, centered } from "./support/app-page.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { createTour, test, untilConnected } from "./support/host-test.ts";

const library = (file: string): string => readFileSync(`sdk/test/fixtures/libraries/${file}`, "utf8");

/** What Prototype up to 1.6 replaces, and 1.7 no longer does. Its array methods pass no array to their callbacks. */
const PROTOTYPE_1_6 = `(() => {
  const over = (each) => function (callback = (value) => value, self) {
    const results = [];
    for (let at = 0; at < this.length; at++) each(results, callback.call(self, this[at], at), this[at]);
    return results;
  };
  const toArray = function () {
    return over((results, _, value) => results.push(value)).call(this);
  };
  Object.assign(Array.prototype, {
    toArray,
    entries: toArray,
    map: over((results, result) => results.push(result)),
    filter: over((results, result, value) => result && results.push(value)),
    find(callback, self) {
      return this.filter(callback, self)[0];
    },
    every(callback, self) {
      return this.filter(callback, self).length === this.length;
    },
    some(callback, self) {
      return this.filter(callback, self).length > 0;
    },
    reduce() {
      return this.length > 1 ? this : this[0];
    },
    toJSON() {
      return "[" + this.map((each) => Object.toJSON(each)).join(", ") + "]";
    },
  });
  for (const { prototype } of [String, Number, Date]) prototype.toJSON = function () {
    return '"' + this + '"';
  };
  Object.assign(String.prototype, {
    startsWith(text) {
      return this.indexOf(text) === 0;
    },
    endsWith(text) {
      const at = this.length - text.length;
      return at >= 0 && this.lastIndexOf(text) === at;
    },
  });
  Array.from = (list) => (list ? [...list] : []);
  Object.keys = (object) => {
    const keys = [];
    for (const key in object) keys.push(key);
    return keys;
  };
})();`;

const LIBRARIES = [
  ["Prototype 1.7", library("prototype-1.7.3.js")],
  ["Prototype up to 1.6", `${library("prototype-1.7.3.js")};${PROTOTYPE_1_6}`],
  ["MooTools 1.4", library("mootools-core-1.4.5.js")],
] as const;

const TARGET: Target = { strategies: [{ kind: "role_name", role: "button", name: "Order" }] };
const LIST: Block = { kind: "list", ordered: false, items: [[{ text: "A list" }]] };
const tour = createTour({
  ...{ trigger: { kind: "automatic" }, frequency: { mode: "until_completed" } },
  body: {
    type: "tour",
    steps: [anchored("one", "", { target: TARGET, title: "First", blocks: [LIST] })],
    suppression: { offered: true, days: 365 },
  },
});
const hint = createTour({
  ...{ trigger: { kind: "automatic" }, frequency: { mode: "always" } },
  body: {
    ...{ type: "hint", form: "hotspot", placement: "auto", wait_ms: 5_000 },
    panel: { id: "p", title: "A hint", blocks: [] },
    target: { strategies: [{ kind: "text", value: "Next page" }] },
    suppression: { offered: true, days: 365 },
  },
});
const contents = [...tour.contents, ...hint.contents.map((each) => ({ ...each, slug: "hint", name: "Hint" }))];

test.use({ serverOptions: { demo: false, contents: { contents } } });

for (const [name, script] of LIBRARIES) {
  test(`shows, stores, and remembers content beside ${name}`, async ({ server, page, serve, page_errors }) => {
    const site = await serve(`<script src="/library.js"></script>${moduleSnippet(server.url, APP.key)}`, {
      scripts: { "/library.js": script },
    });
    await page.goto(site.url);
    await expect(page.getByRole("heading", { name: "First" })).toBeVisible();
    await expect(page.getByRole("listitem")).toHaveText("A list");
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("heading", { name: "First" })).toBeHidden();
    await expect.poll(async () => (await storedEvents(server.data_dir))["tour_completed"]).toBe(1);
    await page.evaluate(() => window.fanfareClient.track("ordered", { goods: ["tea", "cups"] }));
    await expect.poll(async () => (await storedEvents(server.data_dir))["ordered"]).toBe(1);
    await page.reload();
    await untilConnected(page);
    await expect(page.locator("fanfare-ui .mark")).toBeVisible();
    await expect(page.getByRole("heading", { name: "First" })).toHaveCount(0);
    expect(page_errors).toEqual([]);
  });

  test(`starts from a classic script tag beside ${name}`, async ({ server, page, serve }) => {
    const tag = `<script async src="${server.url}/sdk/fanfare.iife.js" data-key="${APP.key}"></script>`;
    const site = await serve(`<script src="/library.js"></script>${tag}`, { scripts: { "/library.js": script } });
    await page.goto(site.url);
    await expect(page.getByRole("heading", { name: "First" })).toBeVisible();
  });
}

const branched = createTour({
  ...{ trigger: { kind: "automatic" }, frequency: { mode: "always" } },
  body: {
    type: "tour",
    steps: [
      centered("one", { title: "First" }),
      anchored("two", "", { target: TARGET, title: "Second", advance: [{ kind: "click" }] }),
      centered("three", { title: "Third" }),
    ],
    suppression: { offered: false, days: 365 },
  },
});

test.describe("with steps that wait for a click", () => {
  test.use({ serverOptions: { demo: false, contents: branched } });

  for (const [name, script] of LIBRARIES)
    test(`moves through the steps and stacks toasts beside ${name}`, async ({ server, page, serve, page_errors }) => {
      const site = await serve(`<script src="/library.js"></script>${moduleSnippet(server.url, APP.key)}`, {
        scripts: { "/library.js": script },
      });
      await page.goto(site.url);
      await expect(page.getByRole("heading", { name: "First" })).toBeVisible();
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Second" })).toBeVisible();
      await page.getByRole("button", { name: "Order" }).click();
      await expect(page.getByRole("heading", { name: "Third" })).toBeVisible();
      await page.getByRole("button", { name: "Done" }).click();
      await expect(page.getByRole("heading", { name: "Third" })).toBeHidden();
      for (const text of ["Saved", "Sent"]) {
        await page.evaluate((each) => void window.fanfareClient.toast(each), text);
        await expect(page.getByText(text)).toBeVisible();
      }
      expect(page_errors).toEqual([]);
    });
});

/**
 * Built-ins that the SDK uses although these libraries replace them, because they do the same with the arguments of the
 * SDK. `NaN` differs from itself. The classes keep their prototypes. The SDK calls
 * `remove`, which needs a parent in Prototype, only for elements that have one. It lists the keys of plain objects, and calls `toJSON` of push subscriptions.
 */
const SAME =
  "Object.keys Object.values String#startsWith String#endsWith Date#toJSON Array#filter Array#find Array#reverse Array#map Array#every Array#some Number.NaN Function#bind Element HTMLElement#remove".split(
    " ",
  );

test("uses no built-in that these libraries replace", async ({ page }) => {
  // As built, with the modules of other workspaces that it includes.
  const code = readdirSync("sdk/dist", { recursive: true, encoding: "utf8" })
    .filter((name) => /^(?!npm\/).*\.js$/.test(name))
    .map((name) => readFileSync(join("sdk/dist", name), "utf8"))
    .join("\n");
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  for (const [, script] of LIBRARIES) {
    await page.goto("http://host.test/");
    const replaced = await page.evaluate((source) => {
      // A replaced constructor, such as MooTools' Event, doesn't replace the members of the platform's objects.
      const owners = Object.getOwnPropertyNames(window).flatMap((name) => {
        const value: unknown = Reflect.get(window, name);
        return typeof value === "function" && value.prototype ? [[name, value] as const] : [];
      });
      const snapshot = (): Map<string, unknown> => {
        const all = new Map<string, unknown>();
        for (const [name, value] of owners) {
          all.set(name, Reflect.get(window, name));
          for (const key of Object.getOwnPropertyNames(value))
            all.set(`${name}.${key}`, Object.getOwnPropertyDescriptor(value, key)?.value);
          for (let at: object | null = value.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
            for (const key of Object.getOwnPropertyNames(at)) {
              const { get, value: own } = Object.getOwnPropertyDescriptor(at, key) ?? {};
              if (!all.has(`${name}#${key}`)) all.set(`${name}#${key}`, own ?? get);
            }
        }
        return all;
      };
      const before = snapshot();
      const added = document.createElement("script");
      added.textContent = source;
      document.head.append(added);
      const after = snapshot();
      return [...before].flatMap(([name, value]) => (after.get(name) === value ? [] : [name]));
    }, script);
    const used = replaced.filter((name) => {
      const [owner = "", member = ""] = name.split(/[.#]/);
      // Subclasses inherit from these, and `Image` and the like are their constructors.
      if (/^(?:Image|Audio|Option)$|^(?:HTML|SVG|MathML)\w+Element$/.test(owner)) return false;
      if (member === "")
        return new RegExp(`(?:new|instanceof) (?:window\\.)?${owner}\\b|\\b${owner}\\.prototype\\b`).test(code);
      return new RegExp(
        name.includes("#") ? `(?<!Object)\\.${member}\\(|"${member}", ` : `\\b${owner}\\.${member}\\(`,
      ).test(code);
    });
    expect(used.filter((name) => !SAME.includes(name))).toEqual([]);
  }
});
