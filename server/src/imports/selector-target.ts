import type { Target } from "@fanfare/contract/target/target";

const TEST_IDS = ["data-testid", "data-test-id", "data-test"];
/** A selector of one attribute with a whole value. */
const ATTRIBUTE = /^[a-z]*\[([A-Za-z_][\w.:-]{0,60})=(?:"([^"\\]+)"|'([^'\\]+)'|([\w-]+))\]$/;

/**
 * A CSS selector as a target. Test IDs and single attributes become locators of their own kind, which are scored
 * higher.
 *
 * @example
 * selectorTarget('[data-testid="save"]'); // { strategies: [{ kind: "test_id", value: "save" }] }
 */
export function selectorTarget(selector: string): Target {
  const css = selector.trim();
  const [, name, ...quoted] = ATTRIBUTE.exec(css) ?? [];
  const value = quoted.find((each) => each !== undefined);
  if (name === undefined || value === undefined) return { strategies: [{ kind: "css", value: css }] };
  if (TEST_IDS.includes(name)) return { strategies: [{ kind: "test_id", value }] };
  return { strategies: [{ kind: "attribute", name, value }] };
}
