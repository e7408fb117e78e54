import type { Strategy } from "@fanfare/contract/target/target";
import { type ScoreReason, scoreParts } from "@fanfare/contract/target/target-score";
import type { Trial } from "@fanfare/contract/target/target-trial";
import { decimal, list } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";

const REASON_LABELS: Readonly<Record<ScoreReason, string>> = {
  test_id: t("the test ID"),
  role_name: t("the role and name"),
  label: t("the label"),
  attribute: t("the attribute"),
  text: t("the text"),
  css: t("the CSS selector"),
  lasting: t("a stable name"),
  passing: t("an attribute that changes often"),
  generated: t("a generated name"),
  place: t("a position in a list"),
  depth: t("distance from another element"),
  bare_tag: t("a tag only"),
  long_text: t("long text"),
  digits: t("digits"),
};

const TRIAL_LABELS: Readonly<Record<Trial, string>> = {
  sibling: t("a sibling is added before the element"),
  renamed: t("generated class names change"),
  wrapped: t("a wrapper is added around the element"),
};

/**
 * Describes the results of testing a locator on modified copies of its page.
 *
 * @example
 * describeTrials(["renamed"]); // "Fails in copies of the page when generated class names change."
 */
export function describeTrials(failed: readonly Trial[]): string {
  return failed.length === 0
    ? t("Passed all tests on modified copies of the page.")
    : t("Fails on modified copies of the page when {changes}.", {
        changes: list(failed.map((each) => TRIAL_LABELS[each])),
      });
}

/**
 * Describes the parts of a locator's score.
 *
 * @example
 * describeScore({ kind: "text", value: "Order 7" }); // "the text +0.65, digits -0.15"
 */
export function describeScore(strategy: Strategy): string {
  return list(
    scoreParts(strategy).map(({ reason, worth }) =>
      t("{reason} {worth}", { reason: REASON_LABELS[reason], worth: `${worth > 0 ? "+" : ""}${decimal(worth, 2)}` }),
    ),
  );
}
