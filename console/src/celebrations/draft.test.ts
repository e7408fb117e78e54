import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content";
import { type CelebrationDraft, draftOf, EMPTY_CELEBRATION, readCelebration } from "./draft.ts";
import { ordinal, ruleWords } from "./words.ts";

const draft = (change: Partial<CelebrationDraft>): CelebrationDraft => ({
  ...EMPTY_CELEBRATION,
  ...{ name: "Tenth order", slug: "tenth-order", event: "order" },
  ...change,
});
const read = (change: Partial<CelebrationDraft>, base?: Edition) => readCelebration(draft(change), base);

test("each rule becomes its trigger, and comes once or each time as its words say", () => {
  const of = (change: Partial<CelebrationDraft>) => {
    const ready = read(change);
    if (ready.outcome === "wrong") throw new Error([...ready.problems].join());
    const { trigger, frequency } = ready.edition;
    return [ruleWords(trigger, frequency), frequency.mode];
  };
  expect(of({ rule: "nth", n: 1 })).toEqual(["The 1st order", "once"]);
  expect(of({ rule: "every", n: 10 })).toEqual(["Every 10th order", "always"]);
  expect(of({ rule: "event" })).toEqual(["Each order in a page", "always"]);
  expect(of({ rule: "completed", content: "welcome" })).toEqual(["welcome completed, once", "once"]);
  expect(of({ rule: "goal", goal: "Big" })).toEqual(["Goal “Big” reached", "once"]);
  expect(of({ rule: "manual" })).toEqual(["Only from code", "always"]);
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal).join(" ")).toBe(
    "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th",
  );
});

test("what is wrong is said at its field", () => {
  const wrong = (change: Partial<CelebrationDraft>) => {
    const answer = read(change);
    return answer.outcome === "wrong" ? [...answer.problems.keys()] : [];
  };
  expect(wrong({ name: " ", slug: "No slug" })).toEqual(["name", "slug"]);
  expect(wrong({ event: "" })).toEqual(["event"]);
  expect(wrong({ rule: "completed" })).toEqual(["content"]);
  expect(wrong({ rule: "goal" })).toEqual(["goal"]);
  expect(wrong({ colors: "red, #123456" })).toEqual(["colors"]);
  expect(wrong({ n: Number.NaN })).not.toEqual([]);
});

test("a celebration that is changed keeps what the form does not speak of, and reads back as it was written", () => {
  const first = read({ colors: "#123456,#abcdef", message: "Ten!", intensity: 0.5, rule: "every", n: 10 });
  if (first.outcome === "wrong") throw new Error("It is right.");
  const base: Edition = { ...first.edition, priority: 7, tags: ["orders"], rollout: { percent: 50 } };
  const second = read({ preset: "snow" }, base);
  expect(second).toMatchObject({
    outcome: "ready",
    edition: { priority: 7, tags: ["orders"], rollout: { percent: 50 }, body: { preset: "snow" } },
  });
  const detail = { name: "Tenth order", slug: "tenth-order", draft: first.edition };
  expect(draftOf(detail)).toEqual(
    draft({ colors: "#123456, #abcdef", message: "Ten!", intensity: 0.5, rule: "every", n: 10 }),
  );
});
