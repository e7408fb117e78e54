import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { BUILT_IN, BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { sampleEdition } from "../../../test/support/sample-drafts.ts";
import { contrastWarnings } from "./contrast-warnings.ts";

const pale = { ...BUILT_IN_THEME, light: { ...BUILT_IN_THEME.light, text: "#eeeeee", muted: "#dddddd" } };
const themes = [
  { id: "thm_1", name: "Brand", theme: BUILT_IN_THEME, is_default: true },
  { id: "thm_2", name: "Pale", theme: pale, is_default: false },
];
const messagesFor = (edition: Edition) => contrastWarnings(edition, themes).map((warning) => warning.message);

test("warns about too little contrast in a selected or default theme", () => {
  expect(messagesFor(sampleEdition())).toEqual([]);
  expect(messagesFor({ ...sampleEdition(), theme: "thm_2" })).toEqual([
    "4 color pairs in theme Pale have too little contrast.",
  ]);
  const own = themes.map((each) => ({ ...each, is_default: each.id === "thm_2" }));
  expect(contrastWarnings(sampleEdition(), own)).toHaveLength(1);
  expect(contrastWarnings({ ...sampleEdition(), theme: BUILT_IN }, own)).toEqual([]);
  expect(messagesFor({ ...sampleEdition(), theme: "thm_gone" })).toEqual([
    "The theme was deleted. People see the workspace’s default theme.",
  ]);
});

test("checks custom colors against the theme in light and dark mode", () => {
  const thrown = (colors: readonly string[]): Edition => ({
    ...sampleEdition(),
    body: { type: "celebration", preset: "burst", colors, suppression: { offered: false, days: 365 } },
  });
  expect(messagesFor(thrown(["#ffffff", "#d11a4a"]))).toEqual([]);
  expect(messagesFor(thrown(["#ffffff", "#fffbe6"]))).toEqual([
    "No color has enough contrast in light mode. People may not see the confetti.",
  ]);
  expect(messagesFor(thrown(["#101018"]))).toEqual([
    "No color has enough contrast in dark mode. People may not see the confetti.",
  ]);
});
