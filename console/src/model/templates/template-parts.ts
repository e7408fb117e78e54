import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Block } from "@fanfare/contract/content/block";
import type { DismissalOptions } from "@fanfare/contract/content/dismissal";
import type { HintBody } from "@fanfare/contract/content/hint";
import type { Panel } from "@fanfare/contract/content/panel";
import type { Question, SurveyBody } from "@fanfare/contract/content/survey";
import type { Step, TourBody } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import type { Target } from "@fanfare/contract/target/target";
import { newStrategy } from "../draft/steps.ts";

/** The element is for the author to choose. Publishing requires one. */
const target = (): Target => ({ strategies: [newStrategy("test_id")] });

const suppression = (offered: boolean): DismissalOptions["suppression"] => ({
  offered,
  days: limits.suppression_days_default,
});

export const say = (text: string): Block => ({ kind: "paragraph", spans: [{ text }] });

export const bullets = (...items: readonly string[]): Block => ({
  kind: "list",
  ordered: false,
  items: items.map((text) => [{ text }]),
});

export const centered = (id: string, title: string, ...blocks: readonly Block[]): Step => ({
  ...{ kind: "centered", id, title },
  blocks,
});

export const anchored = (id: string, title: string, ...blocks: readonly Block[]): Step => ({
  ...{ kind: "anchored", id, title, blocks },
  ...{ target: target(), placement: "auto", wait_ms: limits.step_wait_ms_default },
  ...{ on_missing: "skip", interaction: "allow" },
});

export const tour = (steps: readonly Step[], more: Partial<TourBody> = {}): TourBody => ({
  ...{ type: "tour", steps },
  ...{ suppression: suppression(true) },
  ...more,
});

export const hint = (form: HintBody["form"], panel: Panel): HintBody => ({
  ...{ type: "hint", form, panel },
  ...{ target: target(), placement: "auto", wait_ms: limits.step_wait_ms_default },
  ...{ suppression: suppression(true) },
});

export const announcement = (
  form: AnnouncementBody["form"],
  panels: readonly Panel[],
  more: Partial<AnnouncementBody> = {},
): AnnouncementBody => ({
  ...{ type: "announcement", form, panels, tone: "info" },
  ...{ suppression: suppression(false) },
  ...more,
});

type SurveyTexts = Pick<SurveyBody, "title" | "thanks"> & Partial<Pick<SurveyBody, "blocks" | "form" | "endings">>;

export const survey = (texts: SurveyTexts, questions: readonly Question[]): SurveyBody => ({
  ...{ type: "survey", form: "corner", blocks: [], questions },
  ...{ suppression: suppression(false) },
  ...texts,
});

export const notOffered = suppression(false);
export const offered = suppression(true);
