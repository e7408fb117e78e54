import { isGenerated, type NameKind } from "./generated-name.ts";
import type { Strategy } from "./target.ts";

/** How much of each kind survives a redesign, before its value is looked at. */
const KINDS: Readonly<Record<Strategy["kind"], number>> = {
  test_id: 1,
  role_name: 0.85,
  label: 0.85,
  attribute: 0.7,
  text: 0.65,
  css: 0.6,
};
/** Attributes that are there for others to hold on to. */
const HOLDS = ["id", "name", "href", "aria-label", "for"];
/** What each step down, each place in a row and each name made by a tool takes from a selector. */
const DEPTH_COST = 0.05;
const PLACE_COST = 0.25;
const GENERATED_COST = 0.4;

/**
 * How likely it is that a strategy still finds its element after the page is built anew, from 0 to 1: for authors to choose
 * by. Below 0.4 it is better not relied upon alone.
 *
 * @example
 * scoreOf({ kind: "test_id", value: "save" }); // 1
 * scoreOf({ kind: "css", value: ".css-1x2y3z > div:nth-child(3)" }); // 0
 */
export function scoreOf(strategy: Strategy): number {
  const base = KINDS[strategy.kind];
  switch (strategy.kind) {
    case "css":
      return round(selectorScore(strategy.value, base));
    case "attribute": {
      const held = strategy.name.startsWith("data-") || HOLDS.includes(strategy.name);
      return round(
        base + (held ? 0.15 : -0.2) - (isGenerated(strategy.value, kindOf(strategy.name)) ? GENERATED_COST : 0),
      );
    }
    case "test_id":
      return round(base - (isGenerated(strategy.value, "value") ? GENERATED_COST : 0));
    case "text":
      // Long texts are rewritten, numbers change.
      return round(base - (strategy.value.length > 40 ? 0.15 : 0) - (hasDigit(strategy.value) ? 0.15 : 0));
    case "role_name":
      return round(base - (hasDigit(strategy.name) ? 0.15 : 0));
    case "label":
      return round(base - (hasDigit(strategy.value) ? 0.15 : 0));
  }
}

function selectorScore(selector: string, base: number): number {
  const names = selector.match(/[.#](?:\\.|[\w-])+/g) ?? [];
  const values = [...selector.matchAll(/\[([\w-]+)[~|^$*]?=["']?([^"'\]]*)/g)];
  const places = selector.match(/:(?:nth|first|last|only)-/g) ?? [];
  const steps = selector.trim().split(/[\s>+~]+/).length - 1;
  const named = names.filter((name) => isGenerated(unescaped(name.slice(1)), name.startsWith("#") ? "id" : "class"));
  const generated =
    named.length + values.filter(([, name = "", value = ""]) => isGenerated(value, kindOf(name))).length;
  const start = selector.startsWith("#") && steps === 0 ? base + 0.2 : selector.includes("[data-") ? base + 0.2 : base;
  // A tag alone says nothing of the element, whatever it is in.
  const bare = /(?:^|[\s>+~])[a-z][\w-]*$/i.test(selector.trim()) ? 0.3 : 0;
  return start - bare - DEPTH_COST * steps - PLACE_COST * places.length - GENERATED_COST * generated;
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
