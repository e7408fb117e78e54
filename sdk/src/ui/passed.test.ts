import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { keepPassed, type Passed, passedBy, watchPassed } from "./passed.ts";

/** A page, at which somebody else may come to look. */
function setUp() {
  const state = { epoch: 1, told: 0 };
  const whose = { epoch: () => state.epoch };
  const said = (text: string, epoch = state.epoch): Passed => ({ text, at_ms: 1_000, locale: undefined, epoch });
  const texts = () => passedBy(whose).map(({ text }) => text);
  watchPassed(whose, () => state.told++);
  return { state, whose, said, texts };
}

test("the newest comes first, and of more than may be kept the oldest are forgotten", () => {
  const { state, whose, said, texts } = setUp();
  expect(texts()).toEqual([]);
  for (let number = 1; number <= limits.passed_toasts_kept_max + 2; number++) keepPassed(whose, said(`${number}`));
  expect(texts().length).toBe(limits.passed_toasts_kept_max);
  expect([texts()[0], texts().at(-1)]).toEqual([`${limits.passed_toasts_kept_max + 2}`, "3"]);
  expect(state.told).toBe(limits.passed_toasts_kept_max + 2);
});

test("what one person was told another does not read, not even what was kept only after the other had come", () => {
  const { state, whose, said, texts } = setUp();
  keepPassed(whose, said("Saved"));
  const late = said("Sent");
  state.epoch = 2;
  expect(texts()).toEqual([]);
  keepPassed(whose, late);
  expect(texts()).toEqual([]);
  keepPassed(whose, said("Deleted"));
  expect(texts()).toEqual(["Deleted"]);
});

test("two instances in one page keep their own", () => {
  const one = setUp();
  const other = setUp();
  keepPassed(one.whose, one.said("Saved"));
  expect([one.texts(), other.texts()]).toEqual([["Saved"], []]);
});
