import type { Strategy } from "@fanfare/contract/target";
import { type ScoreReason, scoreParts } from "@fanfare/contract/target-score";
import type { Trial } from "@fanfare/contract/target-trial";
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

const TRIAL_WORDS: Readonly<Record<Trial, string>> = {
  sibling: t("a sibling is put before it"),
  renamed: t("generated class names change"),
  wrapped: t("one more element is put around it"),
};

/**
 * What came of trying a way in changed copies of its page.
 *
 * @example
 * trialsInWords(["renamed"]); // "In copies of its page it is lost once generated class names change."
 */
export function trialsInWords(failed: readonly Trial[]): string {
  return failed.length === 0
    ? t("In changed copies of its page it still finds the element.")
    : t("In copies of its page it is lost once {changes}.", { changes: list(failed.map((each) => TRIAL_WORDS[each])) });
}

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
