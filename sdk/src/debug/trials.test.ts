import { afterAll, expect, test } from "bun:test";
import type { Strategy } from "@fanfare/contract/target/target";
import type { Trial } from "@fanfare/contract/target/target-trial";
import { JSDOM } from "jsdom";
import { failedTrials } from "./trials.ts";

const PAGE = `<!doctype html><main id="main"><ul class="css-1x2y3z4 rows">
  <li>One</li><li class="css-9f8e7d6 row picked" data-testid="second"><span>Two</span></li><li>Three</li>
</ul></main>`;

afterAll(() => {
  for (const name of ["CSS", "NodeFilter"]) Reflect.deleteProperty(globalThis, name);
});

const css = (value: string): Strategy => ({ kind: "css", value });
test.each([
  [{ kind: "test_id", value: "second" }, []],
  [{ kind: "text", value: "Two", tag: "li" }, []],
  [css(".picked"), []],
  [css("#main .picked"), []],
  [css("li:nth-child(2)"), ["sibling", "wrapped"]],
  [css("main > ul > li.picked"), ["wrapped"]],
  [css(".css-9f8e7d6"), ["renamed"]],
  [css("ul.css-1x2y3z4 > li:nth-of-type(2)"), ["sibling", "renamed", "wrapped"]],
  // A selector that never matched the element can't be evaluated.
  [css(".nothing"), []],
] as const)(
  "reports that %j fails the trials %j, without changing the page",
  (strategy: Strategy, failed: readonly Trial[]) => {
    const { window } = new JSDOM(PAGE);
    Object.assign(globalThis, { CSS: { escape: (value: string) => value }, NodeFilter: window.NodeFilter });
    const element = window.document.querySelector(".picked");
    if (element === null) throw new Error("The page has no such row.");
    const before = window.document.documentElement.outerHTML;
    expect(failedTrials(element, { strategies: [strategy] })).toEqual([failed]);
    expect(window.document.documentElement.outerHTML).toBe(before);
  },
);
