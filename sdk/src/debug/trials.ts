import { isGeneratedName } from "@fanfare/contract/target/generated-name";
import type { Strategy, Target } from "@fanfare/contract/target/target";
import { TRIALS, type Trial } from "@fanfare/contract/target/target-trial";
import { call, read } from "../lib/native.ts";
import type { SearchRoot } from "../ui/dom/page-modals.ts";
import { matchingElements } from "../ui/target/locate.ts";
import { findByReading, partOf } from "../ui/target/reading-strategies.ts";

/**
 * Returns, per locator, the trials after which it no longer finds `element` or finds additional ones. Trials run on a
 * copy of the page. Those that can't be evaluated on a copy count as survived.
 *
 * @example
 * failedTrials(row, { strategies: [{ kind: "css", value: "ul > li:nth-child(3)" }] }); // [["sibling", "wrapped"]]
 */
export function failedTrials(element: Element, { strategies, scope }: Target): readonly (readonly Trial[])[] {
  // Copies of a large page take long.
  if ([...strategies, ...(scope ? [scope] : [])].every(survivesTrials)) return strategies.map(() => []);
  const before = copyTree(element);
  const counts = before === null ? [] : strategies.map((each) => countMatches(before, each, scope));
  const failed = strategies.map((): Trial[] => []);
  for (const trial of TRIALS) {
    const copy = copyTree(element);
    if (copy === null) continue;
    applyTrial(copy.element, trial);
    strategies.forEach((strategy, index) => {
      const least = counts[index] ?? 0;
      const found = countMatches(copy, strategy, scope);
      if (least > 0 && (found === 0 || found > least)) failed[index]?.push(trial);
    });
  }
  return failed;
}

/** Names, texts, and attributes survive each trial, and so do selectors that depend on no position or generated name. */
function survivesTrials(strategy: Strategy): boolean {
  if (strategy.kind !== "css") return strategy.kind !== "attribute" || strategy.name !== "class";
  const { value } = strategy;
  const [, own = ""] = /([^ ]*)$/.exec(value) ?? [];
  const names = value.match(/(?<=\.)[\w-]+/g) ?? [];
  return !/[:+~>*]/.test(value) && /[.#[]/.test(own) && !names.some((each) => isGeneratedName(each, "class"));
}

interface TreeCopy {
  readonly root: Element;
  readonly element: Element;
}

/** Copies the element's tree into an inert document that loads and runs nothing; null if there is none. */
function copyTree(element: Element): TreeCopy | null {
  let top: Element = element;
  for (let around = top.parentElement; around !== null; around = top.parentElement) top = around;
  const index = [...call(top, "querySelectorAll", "*")].indexOf(element);
  const inert = read(element.ownerDocument, "implementation").createHTMLDocument("");
  const root = inert.importNode(top, true);
  if (root.localName === "html") inert.documentElement.replaceWith(root);
  else inert.body.append(root);
  const copy = index < 0 ? root : call(root, "querySelectorAll", "*")[index];
  return copy === undefined ? null : { root: root.parentElement ?? root, element: copy };
}

/** Number of matches of a locator; 0 if `element` isn't among them. */
function countMatches({ root, element }: TreeCopy, strategy: Strategy, scope: Strategy | undefined): number {
  const around: readonly SearchRoot[] =
    scope === undefined
      ? [root]
      : matchingElements(root, scope, findByReading)
          .map(partOf)
          .filter((each) => each !== element && each.contains(element));
  const found = around.flatMap((each) => matchingElements(each, strategy, findByReading));
  return found.includes(element) ? new Set(found).size : 0;
}

function applyTrial(element: Element, trial: Trial): void {
  const { ownerDocument } = element;
  switch (trial) {
    case "sibling":
      for (let at: Element | null = element; at !== null && at !== read(ownerDocument, "body"); at = at.parentElement) {
        at.before(call(ownerDocument, "createElement", at.localName));
      }
      return;
    case "renamed":
      for (const each of call(ownerDocument, "querySelectorAll", "[class]")) {
        for (const name of [...each.classList]) {
          if (isGeneratedName(name, "class")) each.classList.replace(name, `${name}-anew`);
        }
      }
      return;
    case "wrapped": {
      const around = call(ownerDocument, "createElement", "div");
      element.replaceWith(around);
      around.append(element);
    }
  }
}
