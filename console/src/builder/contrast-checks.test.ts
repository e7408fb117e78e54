import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content";
import { BUILT_IN, BUILT_IN_THEME } from "@fanfare/contract/theme";
import { contrastDoubts } from "./contrast-checks.ts";
import { sampleEdition } from "./testing.ts";

const pale = { ...BUILT_IN_THEME, light: { ...BUILT_IN_THEME.light, text: "#eeeeee", muted: "#dddddd" } };
const themes = [
  { id: "thm_1", name: "Brand", theme: BUILT_IN_THEME, is_default: true },
  { id: "thm_2", name: "Pale", theme: pale, is_default: false },
];
const words = (edition: Edition) => contrastDoubts(edition, themes).map((doubt) => doubt.words);

test("a theme that some people cannot read is told where a content wears it, chosen or as the workspace's own", () => {
  expect(words(sampleEdition())).toEqual([]);
  expect(words({ ...sampleEdition(), theme: "thm_2" })).toEqual([
    "Some people cannot read the theme Pale: 4 pairs of its colours are too much alike.",
  ]);
  const own = themes.map((each) => ({ ...each, is_default: each.id === "thm_2" }));
  expect(contrastDoubts(sampleEdition(), own)).toHaveLength(1);
  expect(contrastDoubts({ ...sampleEdition(), theme: BUILT_IN }, own)).toEqual([]);
  expect(words({ ...sampleEdition(), theme: "thm_gone" })).toEqual([
    "Its theme was deleted: people meet the workspace’s own.",
  ]);
});

test("colours of a content's own are measured on the theme that it wears, in light and in dark", () => {
  const thrown = (colors: readonly string[]): Edition => ({
    ...sampleEdition(),
    body: { type: "celebration", preset: "burst", colors, suppression: { offered: false, days: 365 } },
  });
  expect(words(thrown(["#ffffff", "#d11a4a"]))).toEqual([]);
  expect(words(thrown(["#ffffff", "#fffbe6"]))).toEqual([
    "None of its colours stands out in light: people may see no confetti.",
  ]);
  expect(words(thrown(["#101018"]))).toEqual(["None of its colours stands out in dark: people may see no confetti."]);
});
