import { expect, test } from "bun:test";
import { sampleDraft, sampleStep } from "../../../test/support/sample-drafts.ts";
import { savableDraft } from "./savable-draft.ts";

const base = sampleDraft();
const linked = (href: string) =>
  ({ ...sampleStep("b"), blocks: [{ kind: "paragraph", spans: [{ text: "x", href }] }] }) as const;

test("what is only incomplete is kept as it is", () => {
  for (const draft of [
    sampleDraft([]),
    sampleDraft([sampleStep("a", ""), linked("htps://shop")]),
    { ...base, edition: { ...base.edition, frequency: { mode: "every", every_days: Number.NaN } } } as const,
  ])
    expect(savableDraft(draft, base)).toEqual({ draft, unsaved_paths: [] });
});

test("a link that runs as script is left out, and everything around it is kept", () => {
  const draft = sampleDraft([sampleStep("a", "New"), linked("java\nscript:alert(1)")]);
  const { draft: saved, unsaved_paths: held } = savableDraft(draft, base);
  expect(held).toEqual(["body.steps.1.blocks.0.spans.0.href"]);
  expect(saved.edition.body).toEqual(sampleDraft([sampleStep("a", "New"), linked("")]).edition.body);
});

test("a name and a slug that cannot be stay as the server has them", () => {
  const draft = { ...sampleDraft([sampleStep("a", "New")]), name: "", slug: "Not a slug" };
  const { draft: saved, unsaved_paths: held } = savableDraft(draft, base);
  expect(held).toEqual(["name", "slug"]);
  expect(saved).toEqual({ ...base, edition: draft.edition });
});

test("a shape that no draft has stays as the server has it", () => {
  const draft = sampleDraft([sampleStep("same"), sampleStep("same")]);
  expect(savableDraft(draft, base)).toEqual({ draft: base, unsaved_paths: ["body.steps"] });
});
