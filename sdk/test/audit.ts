import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly rule: string;
  readonly where: string;
}

/** What axe finds on the page, and in what is ours what it could not decide about contrast. The page must bypass its CSP. */
export async function audit(
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
