import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import type { Page } from "@playwright/test";
import { anchored, centered, ended, events, expect, paragraph, startTour, test } from "./support/app-page.ts";

const SEED = 33;
/** Names per page: a name that breaks one place may hide another. */
const NAMES_PER_PAGE = 12;

/** Every word of the SDK's code: a superset of the members that it touches. */
const WORDS = new Set(
  readdirSync("sdk/src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => readFileSync(join("sdk/src", name), "utf8").match(/\b[a-zA-Z]+\b/g) ?? []),
);

/** A form as the target, whose fields have these names, and images that have them on the document. */
async function shadow(app: Page, names: readonly string[]): Promise<void> {
  await app.evaluate((all) => {
    Document.prototype.querySelector.call(document, "#trap")?.remove();
    const trap = document.createElement("div");
    trap.id = "trap";
    const form = trap.appendChild(document.createElement("form"));
    form.setAttribute("aria-label", "Trap");
    form.setAttribute("role", "form");
    const named = (tag: string): readonly Element[] =>
      all.map((name) => {
        const made = document.createElement(tag);
        made.setAttribute("name", name);
        return made;
      });
    const fields = named("input");
    trap.append(...named("img"));
    form.append("Trap", ...fields);
    document.body.append(trap);
  }, names);
}

async function playEverything(app: Page): Promise<void> {
  const strategies = [{ kind: "role_name", role: "form", name: "Trap" }] as const;
  await app.evaluate(() => window.driver.events.splice(0));
  await startTour(app, [anchored("a", "", { target: { strategies } }), centered("b")]);
  await expect.poll(async () => (await events(app)).map(({ kind }) => kind)).toEqual(["step_shown"]);
  await app.keyboard.press("Escape");
  await ended(app);
  for (const form of ["tooltip", "hotspot"] as const) {
    await app.evaluate(() => window.driver.events.splice(0));
    await app.evaluate((hint) => window.driver.show(hint), {
      ...({ type: "hint", form, target: { strategies }, placement: "auto", wait_ms: 2_000 } as const),
      panel: { id: "p", title: "Trap", blocks: paragraph("A hint.") },
      suppression: { offered: true, days: 365 },
    });
    await expect.poll(() => app.evaluate(() => window.driver.tour !== undefined)).toBe(true);
    await app.evaluate(() => window.driver.tour?.close("api"));
    expect((await ended(app)).reason).toBe("api");
  }
}

test("plays on a page whose forms and images are named like members of the platform", async ({ app }) => {
  // Later, nothing loads: the fixture's module loader reads the document, too.
  await shadow(app, []);
  await playEverything(app);
  const members = await app.evaluate(() => {
    const names = new Set<string>();
    for (const start of [HTMLFormElement.prototype, document]) {
      for (let at: object | null = start; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
        for (const name of Object.getOwnPropertyNames(at)) names.add(name);
    }
    return [...names];
  });
  const random = seededNumbers(SEED);
  const names = members.filter((name) => WORDS.has(name)).sort();
  expect(names).toContain("parentNode");
  expect(names.length).toBeGreaterThan(80);
  const shuffled = names.map((name) => ({ name, at: random() })).sort((one, two) => one.at - two.at);
  for (let at = 0; at < shuffled.length; at += NAMES_PER_PAGE) {
    const some = shuffled.slice(at, at + NAMES_PER_PAGE).map(({ name }) => name);
    await test.step(some.join(), async () => {
      await shadow(app, some);
      await playEverything(app);
      await shadow(app, []);
    });
  }
});
