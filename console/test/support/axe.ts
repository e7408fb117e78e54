import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly target: readonly unknown[];
    readonly failureSummary?: string;
    readonly any: readonly { readonly relatedNodes?: readonly { readonly target: readonly unknown[] }[] }[];
  }[];
}

/**
 * Time limit for repeated checks, of which one takes seconds on slow machines. A closing toast is visible to only some
 * rules, whereas real findings remain.
 */
const RECHECK_TIMEOUT_MS = 60_000;

/** Color rules: the only ones that a theme can affect in the same state. */
const COLORS = ["color-contrast", "link-in-text-block"] as const;

/** Checks only part of the page. The rest was checked before, and a dialog or menu doesn't change it. */
export interface Scope {
  /** CSS selector. */
  readonly part: string;
  /** Colors only: after a check of all rules in the other theme. */
  readonly rules?: "colors";
}

/**
 * Fails on axe findings and undecided contrast. Waits for paint and animations, because fading elements have no final
 * contrast.
 */
export async function expectNoAxeFindings(page: Page, where: string, scope?: Scope): Promise<void> {
  await expect.poll(() => findingsOn(page, scope), { message: where, timeout: RECHECK_TIMEOUT_MS }).toEqual([]);
}

async function findingsOn(page: Page, scope: Scope | undefined): Promise<readonly string[]> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
  // Uses the debugging protocol, which bypasses the page's CSP.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations, undecided } = await page.evaluate(runAxe, {
    runOnly: scope?.rules === "colors" ? { type: "rule", values: [...COLORS] } : { type: "tag", values: RULES },
    part: scope === undefined ? {} : { include: [scope.part] },
  });
  return [...violations, ...undecided].map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary ?? ""}`).join("\n")}`,
  );
}

interface AxeRun {
  readonly runOnly: { readonly type: string; readonly values: readonly string[] };
  readonly part: object;
}

/** Runs in the page, and so on its own. */
async function runAxe({ runOnly, part }: AxeRun) {
  /** False for covered or clipped elements: no one can read them, and axe can't determine their background. */
  const inFull = (selector: string): boolean => {
    const element = document.querySelector(selector);
    const box = element?.getBoundingClientRect();
    if (element === null || box === undefined) return true;
    if (box.left < 0 || box.right > window.innerWidth) return false;
    // Scrolling tab rows may clip less than a letter.
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const bounds = around.getBoundingClientRect();
      if (box.left >= bounds.left && box.right <= bounds.right) continue;
      if (getComputedStyle(around).overflowX !== "visible") return false;
    }
    const points = [0.02, 0.5, 0.98].flatMap((x) => [0.1, 0.9].map((y) => [x, y] as const));
    return points.every(([x, y]) => {
      const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return top !== null && (top === element || top.contains(element) || element.contains(top));
    });
  };
  // axe-core adds itself to the window.
  const { axe } = window as unknown as {
    axe: {
      run(where: object, options: object): Promise<{ violations: Finding[]; incomplete: Finding[] }>;
    };
  };
  const menu_open = document.querySelector("[role=menu]") !== null;
  // Expired toasts disappear without a transition while axe runs, which takes seconds on slow machines.
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets.push(still);
  const result = await axe.run(
    // Excludes pictures that contain text, which no one has to read, and Base UI's focus guards, which pass focus on
    // immediately.
    { ...part, exclude: ["[data-picture]", "[data-base-ui-focus-guard]"] },
    {
      runOnly,
      // Describing passed nodes would take longer than all rules on large pages.
      resultTypes: ["violations", "incomplete"],
      // Menus are outside all landmarks, as in the patterns of the ARIA Authoring Practices.
      ...(runOnly.type === "tag"
        ? {
            rules: {
              "target-size": { enabled: true },
              // Experimental rules without a tag.
              "css-orientation-lock": { enabled: true },
              "table-fake-caption": { enabled: true },
              region: { enabled: !menu_open },
            },
          }
        : {}),
      // The SDK's own tests cover the preview.
      iframes: false,
    },
  );
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  /** False for elements half below a sticky table header, whose covered part axe still measures as a target. */
  const reachable = (node: Finding["nodes"][number]): boolean => {
    const beside = node.any.flatMap(({ relatedNodes }) => relatedNodes ?? []);
    return [node, ...beside].every(({ target }) => inFull(String(target[0])));
  };
  return {
    violations: result.violations
      .map((each) => (each.id === "target-size" ? { ...each, nodes: each.nodes.filter(reachable) } : each))
      .filter(({ nodes }) => nodes.length > 0),
    undecided: result.incomplete
      .filter((finding) => finding.id === "color-contrast")
      .map((finding) => ({ ...finding, nodes: finding.nodes.filter((node) => inFull(String(node.target[0]))) }))
      .filter((finding) => finding.nodes.length > 0),
  };
}
