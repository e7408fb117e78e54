import { type ScoreReason, scoreParts } from "@fanfare/contract/target-score";
import { TRIAL_COST, TRIALS, type Trial, type TriedTarget } from "@fanfare/contract/target-trial";

const REASON_WORDS: Readonly<Record<ScoreReason, string>> = {
  test_id: "a test id",
  role_name: "a role and a name",
  label: "a label",
  attribute: "an attribute",
  text: "a text",
  css: "a selector",
  lasting: "a lasting name",
  passing: "an attribute that changes",
  generated: "a name that a tool made",
  place: "a place in a row",
  depth: "steps from another element",
  bare_tag: "a tag alone",
  long_text: "a long text",
  digits: "digits",
};
const TRIAL_WORDS: Readonly<Record<Trial, string>> = {
  sibling: "a sibling is put before it",
  renamed: "generated class names change",
  wrapped: "one more element is put around it",
};

/** What the scores of a target are made of, and after which changes of the page each of its ways still finds its element. */
export function reasonsOf({ strategies, failed }: TriedTarget): readonly string[] {
  return strategies.map((strategy, index) => {
    const lost = failed[index] ?? [];
    const held = TRIALS.filter((each) => !lost.includes(each)).map((each) => TRIAL_WORDS[each]);
    const parts = scoreParts(strategy).map(({ reason, worth }) => `${REASON_WORDS[reason]} ${signed(worth)}`);
    const fails = lost.map((each) => `fails once ${TRIAL_WORDS[each]} ${signed(-TRIAL_COST)}`);
    const holds = held.length === 0 ? [] : [`still finds it when ${held.join(", ")}`];
    return `Score: ${[...parts, ...fails, ...holds].join("; ")}.`;
  });
}

function signed(worth: number): string {
  return `${worth < 0 ? "−" : "+"}${Math.abs(Math.round(worth * 100) / 100)}`;
}
