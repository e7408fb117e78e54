import { expect, test } from "bun:test";
import { sampleDraft, sampleStep } from "../../../test/support/sample-drafts.ts";
import { savableDraft } from "./savable-draft.ts";

const base = sampleDraft();
const linked = (href: string) =>
  ({ ...sampleStep("b"), blocks: [{ kind: "paragraph", spans: [{ text: "x", href }] }] }) as const;

test("keeps incomplete values", () => {
  for (const draft of [
    sampleDraft([]),
    sampleDraft([sampleStep("a", ""), linked("htps://shop")]),
    { ...base, edition: { ...base.edition, frequency: { mode: "every", every_days: Number.NaN } } } as const,
  ])
    expect(savableDraft(draft, base)).toEqual({ draft, unsaved_paths: [] });
});

test("removes a script link and keeps everything else", () => {
  const draft = sampleDraft([sampleStep("a", "New"), linked("java\nscript:alert(1)")]);
  const { draft: saved, unsaved_paths: held } = savableDraft(draft, base);
  expect(held).toEqual(["body.steps.1.blocks.0.spans.0.href"]);
  expect(saved.edition.body).toEqual(sampleDraft([sampleStep("a", "New"), linked("")]).edition.body);
});

test("keeps the server's name and slug if the new ones are invalid", () => {
  const draft = { ...sampleDraft([sampleStep("a", "New")]), name: "", slug: "Not a slug" };
  const { draft: saved, unsaved_paths: held } = savableDraft(draft, base);
  expect(held).toEqual(["name", "slug"]);
  expect(saved).toEqual({ ...base, edition: draft.edition });
});

test("keeps the server's draft if the new shape is invalid", () => {
  const draft = sampleDraft([sampleStep("same"), sampleStep("same")]);
  expect(savableDraft(draft, base)).toEqual({ draft: base, unsaved_paths: ["body.steps"] });
});
