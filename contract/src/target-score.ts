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
const HOLDS = ["id", "name", "href", "aria-label", "for", "type"];
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
      return round(base + (held ? 0.15 : -0.2) - (isGenerated(strategy.value) ? GENERATED_COST : 0));
    }
    case "test_id":
      return round(base - (isGenerated(strategy.value) ? GENERATED_COST : 0));
    case "text":
      // Long texts are rewritten, numbers change.
      return round(base - (strategy.value.length > 40 ? 0.15 : 0) - (hasDigit(strategy.value) ? 0.15 : 0));
    case "role_name":
      return round(base - (hasDigit(strategy.name) ? 0.15 : 0));
    case "label":
      return round(base - (hasDigit(strategy.value) ? 0.15 : 0));
  }
}

/**
 * Whether a class name or an id looks as if a tool had made it: it will be another one after the next build. Tools that
 * propose selectors leave such names out.
 *
 * @example
 * isGenerated("css-1q2w3e"); // true
 * isGenerated("order-list"); // false
 */
export function isGenerated(name: string): boolean {
  if (name.includes(":")) return true;
  const parts = name.split(/[-_]+/).filter((part) => part !== "");
  return (
    parts.some(
      (part) =>
        // A number with a letter on each side of it or a long one; letters without a vowel; letters in mixed cases.
        (part.length >= 5 && hasDigit(part) && /[a-z]/i.test(part) && !/^[a-z]+\d{1,2}$/i.test(part)) ||
        /^\d{4,}$/.test(part) ||
        /^(?:ember|react|mui|radix|jss|sc|css|svelte)\d+$/i.test(part) ||
        (part.length >= 5 && /^[a-z]+$/i.test(part) && !/[aeiouy]/i.test(part)) ||
        (part.length >= 5 && /[a-z][A-Z][a-z]?[A-Z]|[A-Z]{2}[a-z]+[A-Z]/.test(part)),
    ) ||
    /^(?:css|sc|jss|svelte)-/.test(name) ||
    /__[A-Za-z0-9]{5,8}$/.test(name)
  );
}

function selectorScore(selector: string, base: number): number {
  const names = selector.match(/[.#][\w-]+/g) ?? [];
  const places = selector.match(/:(?:nth|first|last|only)-/g) ?? [];
  const steps = selector.trim().split(/[\s>+~]+/).length - 1;
  const generated = names.filter((name) => isGenerated(name.slice(1))).length;
  const start = selector.startsWith("#") && steps === 0 ? base + 0.2 : selector.includes("[data-") ? base + 0.2 : base;
  // Tags alone say nothing.
  const bare = names.length === 0 && !selector.includes("[") ? 0.3 : 0;
  return start - bare - DEPTH_COST * steps - PLACE_COST * places.length - GENERATED_COST * generated;
}

function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

function round(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;
}
