import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly rule: string;
  readonly where: string;
}

/** Rules whose result depends on colors, size, or direction. Only these are repeated in other looks. */
const LOOKS = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"] as const;

/**
 * axe violations on the page, and undecided contrasts in our UI. The page must bypass its CSP. `again`: checks only our
 * UI and the rules that depend on the look.
 */
export async function audit(
  app: Page,
  again = false,
): Promise<{ readonly violations: readonly Finding[]; readonly undecided: readonly Finding[] }> {
  if (!(await app.evaluate(() => "axe" in window))) await app.evaluate(axe);
  return app.evaluate(
    async (looks) => {
      interface Result {
        readonly id: string;
        readonly nodes: readonly {
          readonly target: readonly unknown[];
          readonly any: readonly { message: string }[];
        }[];
      }
      interface Axe {
        run(
          context: object,
          options: object,
        ): Promise<{ violations: readonly Result[]; incomplete: readonly Result[] }>;
      }
      // axe-core adds itself to the window.
      const { axe: tool } = window as unknown as { axe: Axe };
      const flat = (results: readonly Result[]): Finding[] =>
        results.flatMap(({ id, nodes }) =>
          nodes.map(({ target, any }) => ({ rule: id, where: `${JSON.stringify(target)} ${any[0]?.message ?? ""}` })),
        );
      const WHOLE = {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        // Two of them are experimental and not included in any tag.
        rules: Object.fromEntries(
          ["target-size", "css-orientation-lock", "table-fake-caption"].map((rule) => [rule, { enabled: true }]),
        ),
      };
      const { violations, incomplete } = await tool.run(looks === undefined ? document : { include: ["fanfare-ui"] }, {
        ...(looks === undefined ? WHOLE : { runOnly: looks }),
        resultTypes: ["violations", "incomplete"],
      });
      /** In forced colors, axe uses some author colors. The rendered ones are in `color` and `background-color`. */
      const standsOut = (text: Element): boolean => {
        const rgba = (color: string): readonly number[] => color.match(/[\d.]+/g)?.map(Number) ?? [];
        const light = (color: readonly number[]): number =>
          [0.2126, 0.7152, 0.0722].reduce((sum, share, at) => {
            const part = (color[at] ?? 0) / 255;
            return sum + share * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
          }, 0);
        let under: readonly number[] = [255, 255, 255];
        for (let at: Node | null = text; at !== null; at = at.parentNode ?? (at as ShadowRoot).host ?? null) {
          if (!(at instanceof Element)) continue;
          const color = rgba(getComputedStyle(at).backgroundColor);
          if ((color[3] ?? 1) < 1) continue;
          under = color;
          break;
        }
        const [dim = 0, bright = 0] = [light(rgba(getComputedStyle(text).color)), light(under)].sort((a, b) => a - b);
        return (bright + 0.05) / (dim + 0.05) >= 4.5;
      };
      const undecided: Finding[] = [];
      for (const node of incomplete.flatMap(({ id, nodes }) => (id === "color-contrast" ? nodes : []))) {
        // Contrast of page text under our backdrop is undecidable, and not ours.
        const [path] = node.target;
        if (!Array.isArray(path) || path[0] !== "fanfare-ui") continue;
        const host = document.querySelector("fanfare-ui");
        const text = host?.shadowRoot?.querySelector(String(path[1]));
        if (text && matchMedia("(forced-colors:active)").matches && standsOut(text)) continue;
        // Scroll text into view before judging its contrast.
        text?.scrollIntoView({ block: "nearest" });
        // axe finds backgrounds only inside the body. A banner is outside, but looks the same when moved inside.
        const is_outside = host?.parentNode === document.documentElement;
        if (is_outside && host) document.body.prepend(host);
        const again = await tool.run({ fromShadowDom: path }, { runOnly: ["color-contrast"] });
        if (is_outside && host) document.body.before(host);
        undecided.push(...flat([...again.incomplete, ...again.violations]));
      }
      return { violations: flat(violations), undecided };
    },
    again ? [...LOOKS] : undefined,
  );
}
