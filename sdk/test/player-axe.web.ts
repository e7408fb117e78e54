import type { Step } from "@fanfare/contract/tour";
import { anchored, card, centered, expect, openTour, paragraph, test, title } from "./app-page.ts";
import { audit } from "./audit.ts";

const rich = anchored("a", "#apply", {
  blocks: [
    {
      kind: "paragraph",
      spans: [
        { text: "Plain, " },
        { text: "strong", bold: true },
        { text: " and " },
        { text: "linked", href: "/help" },
      ],
    },
    { kind: "list", ordered: true, items: [[{ text: "One" }], [{ text: "Two", italic: true }]] },
  ],
});
const long = centered("long", {
  blocks: Array.from({ length: 20 }, () => paragraph("A sentence of some length.")).flat(),
});

const VIEWPORTS = [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
  { width: 320, height: 256 },
];
/** Each theme with each direction and size; in the long run all three with one another. */
const LOOKS = VIEWPORTS.flatMap((viewport, index) =>
  ["light", "dark"].flatMap((theme, shade) =>
    ["ltr", "rtl"]
      .filter((_, side) => process.env["NIGHTLY"] !== undefined || (index + shade + side) % 2 === 0)
      .map((dir) => ({ theme, dir, viewport })),
  ),
);

/** A step beside the page, with buttons of its own: a corner, or a bar. */
const beside = (index: number): Step => {
  const say = (label: string) => ({ label, action: { kind: "finish" } }) as const;
  const texts = { ...centered("beside"), buttons: ["Less", "More", "Enough"].map(say) };
  return index % 2 === 0
    ? { ...texts, kind: "corner", corner: "top_start" }
    : { ...texts, kind: "banner", edge: "bottom" };
};

test.describe("axe finds nothing, and decides every contrast", () => {
  test.use({ bypassCSP: true, reducedMotion: "reduce" });
  for (const look of LOOKS) {
    const { theme, dir, viewport } = look;
    test(`${theme}, ${dir}, ${viewport.width} × ${viewport.height}`, async ({ app }) => {
      await app.setViewportSize(viewport);
      await app.evaluate(
        ([name, direction]) => {
          document.documentElement.dataset["theme"] = name;
          document.documentElement.dir = direction ?? "";
        },
        [theme, dir],
      );
      await openTour(app, [centered("z"), rich, long, beside(LOOKS.indexOf(look))], { step_id: "a" });
      expect(await audit(app)).toEqual({ violations: [], undecided: [] });
      await card(app).getByRole("button", { name: "Next" }).click();
      await title(app, "Title long");
      expect(await audit(app)).toEqual({ violations: [], undecided: [] });
      await card(app).getByRole("button", { name: "Next" }).click();
      await title(app, "Title beside");
      expect(await audit(app)).toEqual({ violations: [], undecided: [] });
    });
  }
});
