import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import type { HintBody } from "@fanfare/contract/content/hint";
import { positionsOf } from "@fanfare/contract/content/positions";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import type { Step } from "@fanfare/contract/content/tour";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";

export function sampleStep(id: string, title = `Title of ${id}`): Step {
  return { kind: "centered", id, title, blocks: [{ kind: "paragraph", spans: [{ text: `Text of ${id}` }] }] };
}

export function sampleEdition(steps: readonly Step[] = [sampleStep("a"), sampleStep("b")]): Edition {
  return {
    body: { type: "tour", steps, suppression: { offered: true, days: 365 } },
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "automatic" },
    frequency: { mode: "until_completed" },
    priority: 0,
    tags: [],
  };
}

export const sampleHint: HintBody = {
  type: "hint",
  form: "popover",
  panel: { id: "p", title: "Save", blocks: [] },
  target: { strategies: [{ kind: "test_id", value: "save" }] },
  placement: "auto",
  wait_ms: 8_000,
  suppression: { offered: true, days: 365 },
};

export const sampleSurvey: SurveyBody = {
  type: "survey",
  form: "corner",
  title: "Hello",
  blocks: [],
  questions: ["a", "b"].map((id) => ({ id, kind: "text", title: id, required: false, long: true })),
  suppression: { offered: false, days: 365 },
};

export function draftWith(body: Body): Draft {
  return { ...sampleDraft(), edition: { ...sampleEdition(), body } };
}

export function sampleDraft(steps?: readonly Step[]): Draft {
  return { name: "Welcome", slug: "welcome", edition: sampleEdition(steps) };
}

export function sampleDetail(draft: Draft = sampleDraft(), revision = 1): ContentDetail {
  return {
    id: "cnt_1",
    type: "tour",
    priority: 0,
    draft_issues: 0,
    slug: draft.slug,
    name: draft.name,
    steps: positionsOf(draft.edition.body).length,
    status: "draft",
    edited: false,
    revision,
    review: null,
    review_request: null,
    live_version: null,
    published_at: null,
    starts_at: null,
    publishes_at: null,
    publishes_version: null,
    updated_at: "2026-11-21T10:00:00.000Z",
    updated_by: "Ada",
    created_at: "2026-11-20T10:00:00.000Z",
    draft: draft.edition,
  };
}
