import type { Strategy } from "@fanfare/contract/target";
import { type ScoreReason, scoreParts } from "@fanfare/contract/target-score";
import { decimal, list } from "../language/format.ts";
import { t } from "../language/t.ts";

const REASON_WORDS: Readonly<Record<ScoreReason, string>> = {
  test_id: t("the test id"),
  role_name: t("the role and name"),
  label: t("the label"),
  attribute: t("the attribute"),
  text: t("the text"),
  css: t("the CSS selector"),
  lasting: t("a lasting name"),
  passing: t("an attribute that changes"),
  generated: t("a name that a tool made"),
  place: t("a place in a row"),
  depth: t("steps from another element"),
  bare_tag: t("a tag alone"),
  long_text: t("a long text"),
  digits: t("digits"),
};

/**
 * What the score of a way is made of.
 *
 * @example
 * scoreInWords({ kind: "text", value: "Order 7" }); // "the text +0.65, digits -0.15"
 */
export function scoreInWords(strategy: Strategy): string {
  return list(
    scoreParts(strategy).map(({ reason, worth }) =>
      t("{reason} {worth}", { reason: REASON_WORDS[reason], worth: `${worth > 0 ? "+" : ""}${decimal(worth, 2)}` }),
    ),
  );
}
