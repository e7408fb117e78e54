import type { Target } from "@fanfare/contract/target/target";

/** Attributes that the SDK reads test IDs from. */
export const TEST_ID_ATTRIBUTES = ["data-testid", "data-test-id", "data-test"];
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
  if (TEST_ID_ATTRIBUTES.includes(name)) return { strategies: [{ kind: "test_id", value }] };
  return { strategies: [{ kind: "attribute", name, value }] };
}

/**
 * An ID as it stands in a selector, as `CSS.escape` of browsers.
 *
 * @example
 * idSelector("1st"); // "#\\31 st"
 */
export function idSelector(id: string): string {
  return `#${id.replace(/^\d|[^\w-]/g, (char) => `\\${char.codePointAt(0)?.toString(16) ?? ""} `)}`;
}
