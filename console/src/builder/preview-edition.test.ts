import { expect, test } from "bun:test";
import type { Block } from "@fanfare/contract/block";
import { stepsOf } from "@fanfare/contract/stations";
import { previewEdition, previewShape, standInWords } from "./preview-edition.ts";
import { anchored, newStrategy } from "./steps.ts";
import { sampleEdition, sampleStep } from "./testing.ts";

const pointing = { ...anchored(sampleStep("b"), undefined), target: { strategies: [newStrategy("text", "Save")] } };

test("the preview points at its stand-in, and draws what only the author's page can show", () => {
  const image = (url: string): Block => ({ kind: "image", url, alt: "A chart" });
  const blocks = [image("/chart.png"), image("http://shop.example/a.png"), image("https://shop.example/a.png")];
  const shown = previewEdition(sampleEdition([{ ...sampleStep("a"), blocks }, pointing]), "/picture.svg");
  expect(stepsOf(shown.body)[0]?.blocks).toEqual([
    image("/picture.svg"),
    image("/picture.svg"),
    image("https://shop.example/a.png"),
  ]);
  expect(stepsOf(shown.body)[1]).toMatchObject({
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
