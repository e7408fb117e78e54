import { expect, test } from "bun:test";
import { previewEdition, previewShape, standInWords } from "./preview-edition.ts";
import { anchored, newStrategy } from "./steps.ts";
import { sampleEdition, sampleStep } from "./testing.ts";

const pointing = { ...anchored(sampleStep("b"), undefined), target: { strategies: [newStrategy("text", "Save")] } };

test("the preview points at its stand-in and asks no foreign host for a picture", () => {
  const image = { kind: "image", url: "https://elsewhere.example/a.png", alt: "A chart" } as const;
  const edition = sampleEdition([{ ...sampleStep("a"), blocks: [image] }, pointing]);
  const shown = previewEdition(edition, "/picture.svg");
  expect(JSON.stringify(shown)).not.toContain("elsewhere.example");
  expect(shown.body.steps[0]?.blocks).toEqual([{ kind: "image", url: "/picture.svg", alt: "A chart" }]);
  expect(shown.body.steps[1]).toMatchObject({
    target: { strategies: [{ kind: "attribute", name: "data-preview-target", value: "here" }] },
  });
});

test("other words change in place, another place begins anew", () => {
  const shape = previewShape(sampleEdition([sampleStep("a"), pointing]));
  expect(previewShape(sampleEdition([sampleStep("a", "Other words"), pointing]))).toBe(shape);
  expect(previewShape(sampleEdition([sampleStep("a"), { ...pointing, placement: "top" }]))).not.toBe(shape);
});

test("the stand-in wears the words that the step looks for", () => {
  expect(standInWords(pointing)).toBe("Save");
  expect(standInWords({ ...pointing, target: { strategies: [newStrategy("text", " ")] } })).toBe("Element");
  expect(standInWords(sampleStep("a"))).toBe("Your page");
});
