import { isGeneratedName, type NameKind } from "./generated-name.ts";
import type { Strategy } from "./target.ts";

/** Base reliability of each kind across redesigns, before looking at the value. */
const BASE_SCORES: Readonly<Record<Strategy["kind"], number>> = {
  test_id: 1,
  role_name: 0.85,
  label: 0.85,
  attribute: 0.7,
  text: 0.65,
  css: 0.6,
};
/** Attributes that other code relies on. */
const STABLE_ATTRIBUTES = ["id", "name", "href", "aria-label", "for"];
/** Deductions per level of a selector, per position in a list, and per generated name. */
const DEPTH_COST = 0.05;
const NTH_CHILD_COST = 0.25;
const GENERATED_COST = 0.4;

/** Parts of a score: the kind of locator, then bonuses and deductions. */
const SCORE_REASONS = [
  ...(["test_id", "role_name", "label", "attribute", "text", "css"] as const),
  ...(["lasting", "passing", "generated", "place", "depth", "bare_tag", "long_text", "digits"] as const),
] as const;
export type ScoreReason = (typeof SCORE_REASONS)[number];

/**
 * Returns the parts of a locator's score: its kind first, then bonuses and deductions.
 *
 * @example
 * scoreParts({ kind: "text", value: "Order 7" });
 * // [{ reason: "text", worth: 0.65 }, { reason: "digits", worth: -0.15 }]
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
      // Long text gets rewritten, and numbers change.
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
 * Estimated probability, from 0 to 1, that a locator still finds its element after a rebuild of the page. Shown to
 * authors. Below 0.4, don't use it on its own.
 *
 * @example
 * scoreStrategy({ kind: "test_id", value: "save" }); // 1
 * scoreStrategy({ kind: "css", value: ".css-1x2y3z > div:nth-child(3)" }); // 0
 */
export function scoreStrategy(strategy: Strategy): number {
  let score = 0;
  for (const { worth } of scoreParts(strategy)) score += worth;
  return round(score);
}

/** A locator below this score may find another element after a redesign. */
const LONE_SCORE_MIN = 0.65;

/**
 * Whether these locators identify an element in the whole page. Several kinds check each other, and a strong one needs no
 * check. A lone weak one needs a scope.
 *
 * @example
 * needNoScope([{ kind: "css", value: ".total" }]); // false
 * needNoScope([{ kind: "css", value: ".total" }, { kind: "text", value: "Total" }]); // true
 */
export function needNoScope(strategies: readonly Strategy[]): boolean {
  return (
    new Set(strategies.map(({ kind }) => kind)).size > 1 ||
    strategies.some((each) => scoreStrategy(each) >= LONE_SCORE_MIN)
  );
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
  // A bare tag doesn't identify an element, wherever it is.
  add("bare_tag", /(?:^|[\s>+~])[a-z][\w-]*$/i.test(selector.trim()) ? -0.3 : 0);
  add("depth", -DEPTH_COST * steps);
  add("place", -NTH_CHILD_COST * places.length);
  add("generated", -GENERATED_COST * generated);
}

/** References to IDs are only as stable as the IDs. */
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
