import { expect, test } from "bun:test";
import type { Translations } from "../translation/translation.ts";
import { type Draft, mergeDrafts } from "./draft-merge.ts";

const draftIn = (translations: Translations | undefined): Draft => ({
  ...{ name: "Welcome", slug: "welcome" },
  edition: {
    body: {
      type: "tour",
      steps: [{ id: "a", kind: "centered", title: "A", blocks: [] }],
      suppression: { offered: false, days: 0 },
    },
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "manual" },
    frequency: { mode: "always" },
    ...{ priority: 0, tags: [] },
    ...(translations && { translations }),
  },
});

/** Translations after both sides changed theirs. "conflict" if they can't be merged. */
const merged = (base?: Translations, mine?: Translations, theirs?: Translations) => {
  const [one, other, third] = [base, mine, theirs].map(draftIn);
  const both = one && other && third && mergeDrafts(one, other, third);
  return both === undefined ? "conflict" : both.edition.translations;
};

test("merges translations of different texts, also in one language", () => {
  expect(merged(undefined, { de: { "a.title": "Eins" } }, { fr: {} })).toEqual({ de: { "a.title": "Eins" }, fr: {} });
  expect(merged({ de: { x: "alt" } }, { de: { x: "neu" } }, { de: { x: "alt", "y z": "auch neu" } })).toEqual({
    de: { x: "neu", "y z": "auch neu" },
  });
  expect(merged({ de: { x: "alt" }, fr: {} }, { de: {}, fr: {} }, { de: { x: "alt" } })).toEqual({ de: {} });
  expect(merged({ de: {} }, undefined, { de: {} })).toBeUndefined();
});

test("reports a conflict for one text, and for a removed language in which the other wrote", () => {
  expect(merged({ de: { x: "alt" } }, { de: { x: "mein" } }, { de: { x: "dein" } })).toBe("conflict");
  expect(merged({ de: {} }, undefined, { de: { x: "dein" } })).toBe("conflict");
});
