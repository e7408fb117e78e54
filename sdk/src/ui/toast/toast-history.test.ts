import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { type PastToast, recordToast, toastHistory, watchToastHistory } from "./toast-history.ts";

/** A page, at which somebody else may come to look. */
function setUp() {
  const state = { epoch: 1, told: 0 };
  const whose = { epoch: () => state.epoch };
  const said = (text: string, epoch = state.epoch): PastToast => ({ text, at_ms: 1_000, locale: undefined, epoch });
  const texts = () => toastHistory(whose).map(({ text }) => text);
  watchToastHistory(whose, () => state.told++);
  return { state, whose, said, texts };
}

test("the newest comes first, and of more than may be kept the oldest are forgotten", () => {
  const { state, whose, said, texts } = setUp();
  expect(texts()).toEqual([]);
  for (let number = 1; number <= limits.passed_toasts_kept_max + 2; number++) recordToast(whose, said(`${number}`));
  expect(texts().length).toBe(limits.passed_toasts_kept_max);
  expect([texts()[0], texts().at(-1)]).toEqual([`${limits.passed_toasts_kept_max + 2}`, "3"]);
  expect(state.told).toBe(limits.passed_toasts_kept_max + 2);
});

test("what one person was told another does not read, not even what was kept only after the other had come", () => {
  const { state, whose, said, texts } = setUp();
  recordToast(whose, said("Saved"));
  const late = said("Sent");
  state.epoch = 2;
  expect(texts()).toEqual([]);
  recordToast(whose, late);
  expect(texts()).toEqual([]);
  recordToast(whose, said("Deleted"));
  expect(texts()).toEqual(["Deleted"]);
});

test("two instances in one page keep their own", () => {
  const one = setUp();
  const other = setUp();
  recordToast(one.whose, one.said("Saved"));
  expect([one.texts(), other.texts()]).toEqual([["Saved"], []]);
});
