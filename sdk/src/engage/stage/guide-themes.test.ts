import { expect, test } from "bun:test";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { pageTheme } from "@fanfare/contract/theme/derive-theme";
import { BUILT_IN_THEME, type PageTheme } from "@fanfare/contract/theme/theme";
import { boot, decision } from "../../../test/support/fixtures.ts";
import { createGuideHarness as setUp } from "../../../test/support/guide-harness.ts";
import type { PlayerOptions } from "../../ui/types.ts";

const round = (radius_px: number): PageTheme => pageTheme({ ...BUILT_IN_THEME, radius_px, confetti: ["#123456"] });
const welcome = (themes?: BootResponse["themes"], theme?: string): BootResponse =>
  boot({ decisions: [decision("welcome", { theme })], themes });

/** Returns the theme's stylesheet as applied to this content's root. */
function wornBy({ applyTheme }: PlayerOptions): { readonly text: string } {
  const sheets: { readonly text: string }[] = [];
  // Only the root's stylesheets are accessed.
  applyTheme?.({ adoptedStyleSheets: sheets } as unknown as ShadowRoot);
  return sheets[0] ?? { text: "" };
}

test("opens content in its own, the workspace's, or the built-in theme", async () => {
  const themes = { default: round(3), thm_1: round(5) };
  const radius = async (answer: BootResponse) => {
    const { reevaluate, last } = setUp(answer);
    await reevaluate();
    return /card\{border-radius:(\d+)px/.exec(wornBy(last().options).text)?.[1];
  };
  expect(await radius(welcome(themes, "thm_1"))).toBe("5");
  expect(await radius(welcome(themes))).toBe("3");
  expect(await radius(welcome(themes, "built_in"))).toBeUndefined();
  expect(await radius(welcome())).toBeUndefined();
});

test("applies theme changes to open content in place", async () => {
  const { state, tours, reevaluate, last } = setUp(welcome({ default: round(3) }));
  await reevaluate();
  const sheet = wornBy(last().options);
  expect(sheet.text).toContain("card{border-radius:3px}");
  state.answer = welcome({ default: round(8) });
  await reevaluate();
  expect(sheet.text).toContain("card{border-radius:8px}");
  expect(tours).toHaveLength(1);
});

test("reopens content at its step when the built-in theme is replaced", async () => {
  const { state, tours, moves, reevaluate, last } = setUp(welcome());
  await reevaluate();
  last().tell({ kind: "step_shown", step_id: "two", index: 1 });
  state.answer = welcome({ default: round(3) });
  await reevaluate();
  await reevaluate();
  expect(tours[0]?.log).toEqual(["close navigation"]);
  expect(tours).toHaveLength(2);
  expect(last().options.step_id).toBe("two");
  expect(wornBy(last().options).text).toContain("card{border-radius:3px}");
  expect(moves.map(({ action }) => action)).toEqual(["start", "step"]);
});
