import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { anchored, card, centered, expect, openTour, paragraph, test, title } from "./app-page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly rule: string;
  readonly where: string;
}

/** What axe finds on the page, and in our card what it could not decide about contrast. */
async function audit(
  app: Page,
): Promise<{ readonly violations: readonly Finding[]; readonly undecided: readonly Finding[] }> {
  await app.evaluate(axe);
  return app.evaluate(async () => {
    interface Result {
      readonly id: string;
      readonly nodes: readonly { readonly target: readonly unknown[]; readonly any: readonly { message: string }[] }[];
    }
    interface Axe {
      run(context: object, options: object): Promise<{ violations: readonly Result[]; incomplete: readonly Result[] }>;
    }
    // axe-core puts itself on the window.
    const { axe: tool } = window as unknown as { axe: Axe };
    const flat = (results: readonly Result[]): Finding[] =>
      results.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => ({ rule: id, where: `${JSON.stringify(target)} ${any[0]?.message ?? ""}` })),
      );
    const { violations, incomplete } = await tool.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      rules: { "target-size": { enabled: true } },
    });
    const undecided: Finding[] = [];
    for (const node of incomplete.flatMap(({ id, nodes }) => (id === "color-contrast" ? nodes : []))) {
      // The page's own text under our dimming layer cannot be decided; it is not ours.
      const [path] = node.target;
      if (!Array.isArray(path) || path[0] !== "fanfare-ui") continue;
      // Text that was scrolled out of the card is judged where a person reads it.
      document
        .querySelector("fanfare-ui")
        ?.shadowRoot?.querySelector(String(path[1]))
        ?.scrollIntoView({ block: "nearest" });
      const again = await tool.run({ fromShadowDom: path }, { runOnly: ["color-contrast"] });
      undecided.push(...flat([...again.incomplete, ...again.violations]));
    }
    return { violations: flat(violations), undecided };
  });
}

const rich = anchored("a", "#apply", {
  blocks: [
    {
      kind: "paragraph",
      spans: [
        { text: "Plain, " },
        { text: "strong", bold: true },
        { text: " and " },
        { text: "linked", href: "/help" },
      ],
    },
    { kind: "list", ordered: true, items: [[{ text: "One" }], [{ text: "Two", italic: true }]] },
  ],
});
const long = centered("long", {
  blocks: Array.from({ length: 20 }, () => paragraph("A sentence of some length.")).flat(),
});

const VIEWPORTS = [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
  { width: 320, height: 256 },
];
/** Each theme with each direction and size; in the long run all three with one another. */
const LOOKS = VIEWPORTS.flatMap((viewport, index) =>
  ["light", "dark"].flatMap((theme, shade) =>
    ["ltr", "rtl"]
      .filter((_, side) => process.env["NIGHTLY"] !== undefined || (index + shade + side) % 2 === 0)
      .map((dir) => ({ theme, dir, viewport })),
  ),
);

test.describe("axe finds nothing, and decides every contrast", () => {
  test.use({ bypassCSP: true, reducedMotion: "reduce" });
  for (const { theme, dir, viewport } of LOOKS) {
    test(`${theme}, ${dir}, ${viewport.width} × ${viewport.height}`, async ({ app }) => {
      await app.setViewportSize(viewport);
      await app.evaluate(
        ([name, direction]) => {
          document.documentElement.dataset["theme"] = name;
          document.documentElement.dir = direction ?? "";
        },
        [theme, dir],
      );
      await openTour(app, [centered("z"), rich, long], { step_id: "a" });
      expect(await audit(app)).toEqual({ violations: [], undecided: [] });
      await card(app).getByRole("button", { name: "Next" }).click();
      await title(app, "Title long");
      expect(await audit(app)).toEqual({ violations: [], undecided: [] });
    });
  }
});
