import { expect, test } from "bun:test";
import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { tourSteps } from "@fanfare/contract/content/positions";
import { sampleEdition, sampleStep, sampleSurvey } from "../../../test/support/sample-drafts.ts";
import { asAnchored, newStrategy } from "../../model/draft/steps.ts";
import { editionIn, placeholdersFor, previewEdition, previewShape } from "./preview-edition.ts";

const pointing = { ...asAnchored(sampleStep("b"), undefined), target: { strategies: [newStrategy("text", "Save")] } };

const preview = (edition: Edition): Edition => previewEdition(edition, "/picture.svg", "http://fanfare.internal:4000");

test("targets the placeholder and replaces images from the author's page", () => {
  const image = (url: string): Block => ({ kind: "image", url, alt: "A chart" });
  const uploaded = image("http://fanfare.internal:4000/images/a.webp");
  const blocks = [
    image("/chart.png"),
    image("http://shop.example/a.png"),
    image("https://shop.example/a.png"),
    uploaded,
  ];
  const shown = preview(sampleEdition([{ ...sampleStep("a"), blocks }, pointing]));
  expect(tourSteps(shown.body)[0]?.blocks).toEqual([
    image("/picture.svg"),
    image("/picture.svg"),
    image("https://shop.example/a.png"),
    uploaded,
  ]);
  expect(tourSteps(shown.body)[1]).toMatchObject({
    target: { strategies: [{ kind: "attribute", name: "data-preview-target", value: "b" }] },
  });
});

test("updates text in place and restarts when the placement changes", () => {
  const shape = previewShape(sampleEdition([sampleStep("a"), pointing]));
  expect(previewShape(sampleEdition([sampleStep("a", "Other words"), pointing]))).toBe(shape);
  expect(previewShape(sampleEdition([sampleStep("a"), { ...pointing, placement: "top" }]))).not.toBe(shape);
});

test("gives each target its own placeholder with the text that the target looks for", () => {
  const unnamed = {
    ...pointing,
    id: "c",
    placement: "top" as const,
    target: { strategies: [newStrategy("text", " ")] },
  };
  expect(placeholdersFor(sampleEdition([sampleStep("a"), pointing, unnamed]).body)).toEqual([
    { part_id: "b", label: "Save", placement: pointing.placement },
    { part_id: "c", label: "Element", placement: "top" },
  ]);
  expect(placeholdersFor(sampleSurvey)).toEqual([]);
});

test("previews all texts of a survey", () => {
  const picture: Block = { kind: "image", url: "/a.png", alt: "A" };
  const body: Body = { ...sampleSurvey, blocks: [picture], thanks: { title: "Thank-you message", blocks: [picture] } };
  const edition: Edition = { ...sampleEdition(), body };
  expect(preview(edition).body).toMatchObject({
    blocks: [{ url: "/picture.svg" }],
    thanks: { blocks: [{ url: "/picture.svg" }] },
  });
  const other: Body = { ...body, title: "Other", thanks: { title: "Bye", blocks: [] } };
  expect(previewShape({ ...edition, body: other })).toBe(previewShape(edition));
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
