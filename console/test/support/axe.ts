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
 * Maximum time for repeated checks; one takes seconds on a busy machine. A toast that is closing is hidden from some rules and
 * not from others, while a real finding remains.
 */
const RECHECK_TIMEOUT_MS = 60_000;

/** Rules that depend on colors only: all that another theme can change in the same state. */
const COLORS = ["color-contrast", "link-in-text-block"] as const;

/** Rechecks only the colors of a part of the page, after a full check in the other theme. */
export interface Again {
  readonly colours_of: string;
}

/**
 * Fails on any finding of axe and on undecided contrast. Waits for a new theme or size to be painted and for animations to
 * end, since fading elements have no contrast yet.
 */
export async function expectNoAxeFindings(page: Page, where: string, again?: Again): Promise<void> {
  await expect.poll(() => findingsOn(page, again), { message: where, timeout: RECHECK_TIMEOUT_MS }).toEqual([]);
}

async function findingsOn(page: Page, again: Again | undefined): Promise<readonly string[]> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
  // Runs over the debugger's protocol, where the page's policy does not reach.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations, undecided } = await page.evaluate(
    runAxe,
    again === undefined
      ? { runOnly: { type: "tag", values: RULES }, part: {} }
      : { runOnly: { type: "rule", values: [...COLORS] }, part: { include: [again.colours_of] } },
  );
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
  /** False for what something lies over or cuts off: nobody reads it now, and axe cannot know what is behind it. */
  const inFull = (selector: string): boolean => {
    const element = document.querySelector(selector);
    const box = element?.getBoundingClientRect();
    if (element === null || box === undefined) return true;
    if (box.left < 0 || box.right > window.innerWidth) return false;
    // A row of tabs that scrolls may cut off less than a letter.
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
  // axe-core puts itself on the window.
  const { axe } = window as unknown as {
    axe: {
      run(where: object, options: object): Promise<{ violations: Finding[]; incomplete: Finding[] }>;
    };
  };
  const menu_open = document.querySelector("[role=menu]") !== null;
  // On a busy machine axe looks for seconds: a toast that has been read long enough meanwhile goes at once, not by and by.
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets.push(still);
  const result = await axe.run(
    // A picture that happens to hold words: nobody hears it, nobody has to read it. And Base UI's focus guards: they
    // pass the focus on in the moment they get it.
    { ...part, exclude: ["[data-picture]", "[data-base-ui-focus-guard]"] },
    {
      runOnly,
      // What passes is not described node by node: on a whole screen that takes longer than all rules together.
      resultTypes: ["violations", "incomplete"],
      // A menu floats above all landmarks, as in the patterns of the ARIA Authoring Practices.
      ...(runOnly.type === "tag"
        ? {
            rules: {
              "target-size": { enabled: true },
              // Experiments of axe's, which no tag takes in.
              "css-orientation-lock": { enabled: true },
              "table-fake-caption": { enabled: true },
              region: { enabled: !menu_open },
            },
          }
        : {}),
      // The preview is the SDK's own player: its tests look at it.
      iframes: false,
    },
  );
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  /** What has rolled half under the head of its table is not what a finger there would hit: axe measures to it all the same. */
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
