import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { boot, decision } from "../../../test/support/fixtures.ts";
import type { CachedResponse, TaggedResponse } from "./cached-response.ts";
import { type EarlyFacts, earlyResponse } from "./early-response.ts";

const NOW_MS = 10_000_000;
const FACTS: EarlyFacts = { now_ms: NOW_MS, chose_ms: 0, preferences: "{}" };
const RUN = { run_id: "run_1", seq: 1, step_id: "one", version_id: "ver_news_1" };

/** The slugs that the next page shows before the server responds. */
function shown(
  answer: Partial<TaggedResponse>,
  cached: Partial<CachedResponse> = {},
  facts: Partial<EarlyFacts> = {},
): readonly string[] {
  const kept = boot({ decisions: [decision("welcome"), decision("news")], early: 1, ...answer });
  const entry: CachedResponse = {
    ...{ who: "[]", at: NOW_MS - 1_000, behind_ms: 0, preferences: "{}", answer: kept, suppressions: [], progress: {} },
    ...cached,
  };
  return earlyResponse(entry, kept, { ...FACTS, ...facts })?.decisions.map(({ slug }) => slug) ?? [];
}

test("shows what the server marked, and nothing after it", () => {
  expect(shown({})).toEqual(["welcome"]);
  expect(shown({ early: 2 })).toEqual(["welcome", "news"]);
  expect(shown({ early: undefined })).toEqual([]);
});

test("shows nothing early of another item's open run, which comes first", () => {
  expect(shown({ decisions: [decision("welcome", { run: RUN }), decision("news")] })).toEqual(["welcome"]);
  expect(shown({ decisions: [decision("welcome"), decision("news", { run: RUN })] })).toEqual([]);
});

test("shows nothing early to identified people, or of a paused app", () => {
  expect(shown({ person: { id: "per_1", external_id: "u_42", verified: true } })).toEqual([]);
  expect(shown({ app: { key: "key", paused: true, config_version: 1 } })).toEqual([]);
});

test("shows nothing of a response that is old, or that a page already showed", () => {
  const age = (age_ms: number): readonly string[] => shown({}, { at: NOW_MS - age_ms });
  expect([age(limits.early_answer_ms_max - 1), age(limits.early_answer_ms_max)]).toEqual([["welcome"], []]);
  expect(shown({}, { shown: true })).toEqual([]);
});

test("shows nothing early as long as a choice in this browser is recent", () => {
  const chose = (before_ms: number): readonly string[] => shown({}, {}, { chose_ms: NOW_MS - before_ms });
  expect([chose(limits.early_answer_ms_max), chose(limits.early_answer_ms_max - 1)]).toEqual([["welcome"], []]);
});

test("shows nothing early if the page asks for something else than the one before", () => {
  expect(shown({}, {}, { preferences: '{"locale":"de"}' })).toEqual([]);
  expect(shown({}, { preferences: '{"locale":"de"}' }, { preferences: '{"locale":"de"}' })).toEqual(["welcome"]);
  expect(shown({}, {}, { preferences: '{"again":["welcome"]}' })).toEqual([]);
});
