import { isGeneratedName, type NameKind } from "./generated-name.ts";
import type { Strategy } from "./target.ts";

/** How much of each kind survives a redesign, before its value is looked at. */
const BASE_SCORES: Readonly<Record<Strategy["kind"], number>> = {
  test_id: 1,
  role_name: 0.85,
  label: 0.85,
  attribute: 0.7,
  text: 0.65,
  css: 0.6,
};
/** Attributes that are there for others to hold on to. */
const STABLE_ATTRIBUTES = ["id", "name", "href", "aria-label", "for"];
/** What each step down, each place in a row and each name made by a tool takes from a selector. */
const DEPTH_COST = 0.05;
const NTH_CHILD_COST = 0.25;
const GENERATED_COST = 0.4;

/** What a score is made of: how something is found, and what of it speaks for or against it. */
const SCORE_REASONS = [
  ...(["test_id", "role_name", "label", "attribute", "text", "css"] as const),
  ...(["lasting", "passing", "generated", "place", "depth", "bare_tag", "long_text", "digits"] as const),
] as const;
export type ScoreReason = (typeof SCORE_REASONS)[number];

/**
 * What the score of a strategy is made of: its kind first, then what adds to it or takes from it.
 *
 * @example
 * scoreParts({ kind: "text", value: "Order 7" }); // [{ reason: "text", worth: 0.65 }, { reason: "digits", worth: -0.15 }]
 */
export function scoreParts(strategy: Strategy): readonly { readonly reason: ScoreReason; readonly worth: number }[] {
  const parts: { readonly reason: ScoreReason; readonly worth: number }[] = [];
  const add = (reason: ScoreReason, worth: number): void => {
    if (worth !== 0) parts.push({ reason, worth });
  };
  add(strategy.kind, BASE_SCORES[strategy.kind]);
  switch (strategy.kind) {
    case "css":
      selectorParts(strategy.value, add);
      break;
    case "attribute": {
      const held = strategy.name.startsWith("data-") || STABLE_ATTRIBUTES.includes(strategy.name);
      add(held ? "lasting" : "passing", held ? 0.15 : -0.2);
      add("generated", isGeneratedName(strategy.value, kindOf(strategy.name)) ? -GENERATED_COST : 0);
      break;
    }
    case "test_id":
      add("generated", isGeneratedName(strategy.value, "value") ? -GENERATED_COST : 0);
      break;
    case "text":
      // Long texts are rewritten, numbers change.
      add("long_text", strategy.value.length > 40 ? -0.15 : 0);
      add("digits", hasDigit(strategy.value) ? -0.15 : 0);
      break;
    case "role_name":
      add("digits", hasDigit(strategy.name) ? -0.15 : 0);
      break;
    case "label":
      add("digits", hasDigit(strategy.value) ? -0.15 : 0);
  }
  return parts;
}

/**
 * How likely it is that a strategy still finds its element after the page is built anew, from 0 to 1: for authors to choose
 * by. Below 0.4 it is better not relied upon alone.
 *
 * @example
 * scoreOf({ kind: "test_id", value: "save" }); // 1
 * scoreOf({ kind: "css", value: ".css-1x2y3z > div:nth-child(3)" }); // 0
 */
export function scoreStrategy(strategy: Strategy): number {
  return round(scoreParts(strategy).reduce((sum, { worth }) => sum + worth, 0));
}

function selectorParts(selector: string, add: (reason: ScoreReason, worth: number) => void): void {
  const names = selector.match(/[.#](?:\\.|[\w-])+/g) ?? [];
  const values = [...selector.matchAll(/\[([\w-]+)[~|^$*]?=["']?([^"'\]]*)/g)];
  const places = selector.match(/:(?:nth|first|last|only)-/g) ?? [];
  const steps = selector.trim().split(/[\s>+~]+/).length - 1;
  const named = names.filter((name) =>
    isGeneratedName(unescaped(name.slice(1)), name.startsWith("#") ? "id" : "class"),
  );
  const generated =
    named.length + values.filter(([, name = "", value = ""]) => isGeneratedName(value, kindOf(name))).length;
  add("lasting", (selector.startsWith("#") && steps === 0) || selector.includes("[data-") ? 0.2 : 0);
  // A tag alone says nothing of the element, whatever it is in.
  add("bare_tag", /(?:^|[\s>+~])[a-z][\w-]*$/i.test(selector.trim()) ? -0.3 : 0);
  add("depth", -DEPTH_COST * steps);
  add("place", -NTH_CHILD_COST * places.length);
  add("generated", -GENERATED_COST * generated);
}

/** References to ids are as lasting as the ids. */
function kindOf(name: string): NameKind {
  if (name === "class") return "class";
  return /^(?:id|for|aria-(?:controls|labelledby|describedby|owns))$/.test(name) ? "id" : "value";
}

function unescaped(name: string): string {
  return name.replace(/\\(.)/g, "$1");
}

function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

function round(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;
}
