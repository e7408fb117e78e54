import { expect, test } from "bun:test";
import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { tourSteps } from "@fanfare/contract/content/positions";
import { sampleEdition, sampleStep, sampleSurvey } from "../../../test/support/sample-drafts.ts";
import { asAnchored, newStrategy } from "../../model/draft/steps.ts";
import { editionIn, placeholderText, previewEdition, previewShape, previewTarget } from "./preview-edition.ts";

const pointing = { ...asAnchored(sampleStep("b"), undefined), target: { strategies: [newStrategy("text", "Save")] } };

test("targets the placeholder and replaces images from the author's page", () => {
  const image = (url: string): Block => ({ kind: "image", url, alt: "A chart" });
  const blocks = [image("/chart.png"), image("http://shop.example/a.png"), image("https://shop.example/a.png")];
  const shown = previewEdition(sampleEdition([{ ...sampleStep("a"), blocks }, pointing]), "/picture.svg");
  expect(tourSteps(shown.body)[0]?.blocks).toEqual([
    image("/picture.svg"),
    image("/picture.svg"),
    image("https://shop.example/a.png"),
  ]);
  expect(tourSteps(shown.body)[1]).toMatchObject({
    target: { strategies: [{ kind: "attribute", name: "data-preview-target", value: "here" }] },
  });
});

test("updates text in place and restarts when the placement changes", () => {
  const shape = previewShape(sampleEdition([sampleStep("a"), pointing]));
  expect(previewShape(sampleEdition([sampleStep("a", "Other words"), pointing]))).toBe(shape);
  expect(previewShape(sampleEdition([sampleStep("a"), { ...pointing, placement: "top" }]))).not.toBe(shape);
});

test("gives the placeholder the text that the step's target looks for", () => {
  expect(placeholderText(pointing.target)).toBe("Save");
  expect(placeholderText({ strategies: [newStrategy("text", " ")] })).toBe("Element");
  expect(placeholderText(undefined)).toBeUndefined();
});

test("previews all texts of a survey, with a target only where a part has one", () => {
  const picture: Block = { kind: "image", url: "/a.png", alt: "A" };
  const body: Body = { ...sampleSurvey, blocks: [picture], thanks: { title: "Thank-you message", blocks: [picture] } };
  const edition: Edition = { ...sampleEdition(), body };
  expect(previewEdition(edition, "/picture.svg").body).toMatchObject({
    blocks: [{ url: "/picture.svg" }],
    thanks: { blocks: [{ url: "/picture.svg" }] },
  });
  const other: Body = { ...body, title: "Other", thanks: { title: "Bye", blocks: [] } };
  expect(previewShape({ ...edition, body: other })).toBe(previewShape(edition));
  expect(previewTarget(body, "a")).toEqual({ placement: "auto" });
  expect(previewTarget(sampleEdition([sampleStep("a"), pointing]).body, "b")).toMatchObject({
    target: pointing.target,
  });
});

const german = { locale: "en", translations: { de: { "a.title": "Hallo {{name|du}}" } } } as const;

test("previews in the browser's language with fallbacks and the person's attributes", () => {
  const { body } = sampleEdition([{ ...sampleStep("a"), title: "Hello {{name|there}}" }, sampleStep("b")]);
  const edition = { ...sampleEdition([]), body, ...german };
  const titles = (titlesFor: string | undefined) =>
    tourSteps(editionIn(edition, titlesFor).body).map(({ title }) => title);
  expect(titles(undefined)).toEqual(["Hello there", "Title of b"]);
  expect(titles("de-AT")).toEqual(["Hallo du", "Title of b"]);
  expect(editionIn(edition, "de-AT").locale).toBe("de");
  expect(titles("fr")).toEqual(["Hello there", "Title of b"]);
  expect(editionIn(edition, "fr").locale).toBe("en");
  expect(tourSteps(editionIn(edition, "de", { name: "Ada" }).body)[0]?.title).toBe("Hallo Ada");
});
