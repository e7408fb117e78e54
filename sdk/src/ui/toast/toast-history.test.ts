import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { type PastToast, recordToast, toastHistory, watchToastHistory } from "./toast-history.ts";

function setUp() {
  const state = { epoch: 1, told: 0 };
  const epochs = { epoch: () => state.epoch };
  const toastAt = (text: string, epoch = state.epoch): PastToast => ({ text, at_ms: 1_000, locale: undefined, epoch });
  const texts = () => toastHistory(epochs).map(({ text }) => text);
  watchToastHistory(epochs, () => state.told++);
  return { state, epochs, toastAt, texts };
}

test("lists the newest first and drops the oldest over the limit", () => {
  const { state, epochs, toastAt, texts } = setUp();
  expect(texts()).toEqual([]);
  for (let number = 1; number <= limits.passed_toasts_kept_max + 2; number++) recordToast(epochs, toastAt(`${number}`));
  expect(texts().length).toBe(limits.passed_toasts_kept_max);
  expect([texts()[0], texts().at(-1)]).toEqual([`${limits.passed_toasts_kept_max + 2}`, "3"]);
  expect(state.told).toBe(limits.passed_toasts_kept_max + 2);
});

test("shows one person's toasts to no other person, even if recorded late", () => {
  const { state, epochs, toastAt, texts } = setUp();
  recordToast(epochs, toastAt("Saved"));
  const late = toastAt("Sent");
  state.epoch = 2;
  expect(texts()).toEqual([]);
  recordToast(epochs, late);
  expect(texts()).toEqual([]);
  recordToast(epochs, toastAt("Deleted"));
  expect(texts()).toEqual(["Deleted"]);
});

test("keeps separate histories for two instances in one page", () => {
  const one = setUp();
  const other = setUp();
  recordToast(one.epochs, one.toastAt("Saved"));
  expect([one.texts(), other.texts()]).toEqual([["Saved"], []]);
});
