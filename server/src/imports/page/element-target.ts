import type { Strategy, Target } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import { idSelector, TEST_ID_ATTRIBUTES } from "../selector-target.ts";
import type { SourceElement } from "../source/source-value.ts";

const ATTRIBUTES = ["name", "aria-label", "href", "placeholder"];
const NAMED_BY_TEXT = ["button", "a", "summary", "h1", "h2", "h3", "label"];
const NAME_CHARS_MAX = 80;
/** Locators that a target keeps, and how reliable each has to be. The path through the page is the last resort. */
const STRATEGIES_MAX = 3;
const SCORE_MIN = 0.4;

/** The most reliable locators of an element of a saved page. */
export function elementTarget({ tag, own, text, path }: SourceElement): Target {
  const value = (name: string): string | undefined => own.get(name) || undefined;
  const attributes = (names: readonly string[], kind: (name: string, value: string) => Strategy): readonly Strategy[] =>
    names.flatMap((name) => {
      const found = value(name);
      return found === undefined ? [] : [kind(name, found)];
    });
  const strategies: readonly Strategy[] = [
    ...attributes(TEST_ID_ATTRIBUTES, (_, found) => ({ kind: "test_id", value: found })),
    ...attributes(["id"], (_, found) => ({ kind: "css", value: idSelector(found) })),
    ...attributes(ATTRIBUTES, (name, found) => ({ kind: "attribute", name, value: found })),
    ...(NAMED_BY_TEXT.includes(tag) && text !== "" && text.length <= NAME_CHARS_MAX
      ? [{ kind: "text" as const, value: text, tag }]
      : []),
  ];
  const reliable = strategies
    .filter((strategy) => scoreStrategy(strategy) >= SCORE_MIN)
    .toSorted((left, right) => scoreStrategy(right) - scoreStrategy(left))
    .slice(0, STRATEGIES_MAX);
  return { strategies: reliable.length > 0 ? reliable : [{ kind: "css", value: path }] };
}
