import { type Cause, causesOf } from "./cause.ts";

/** Doubts about content that can be published, as ICU messages in English. The second part has names used in others. */
export const PUBLISH_WARNING_TEXTS = {
  unreachable_step: "{part} can't be reached. No step leads to it.",
  endless_step: "{part} never leads to the end of the tour. People can only close it.",
  unreachable_question: "{part} can't be reached. Every answer before it leads past it.",
  default_title: "{part} still has its default title.",
  empty_paragraph: "{part} has an empty paragraph.",
  fragile_target: "{part} uses a fragile locator that may fail when the page changes.",
  unseen_target:
    "The target of {part} wasn't picked on a page, and no page has found it yet. Pick it with “Edit on your page”.",
  schedule_ended: "The schedule has already ended.",
  rollout_zero: "The rollout is set to 0%, so no one will see this.",
  audience_empty: "No people match the audience right now.",
  theme_deleted: "The theme was deleted. People see the workspace's default theme.",
  theme_contrast:
    "{pairs, plural, one {# color pair} other {# color pairs}} in theme {theme} {pairs, plural, one {has} other {have}} too little contrast.",
  light_contrast: "No color has enough contrast in light mode. People may not see the confetti.",
  dark_contrast: "No color has enough contrast in dark mode. People may not see the confetti.",
  variant_empty: "Variant {variant} is empty.",
  variant_identical: "Variant {variant} is identical to the original.",
  variant_zero: "Variant {variant} has a share of 0%, so no one will see it.",
  in_variant: "In variant {variant}: {warning}",
  starts_missing: "{part} starts “{slug}”, which doesn't exist.",
  starts_archived: "{part} starts “{content}”, which is archived.",
  starts_paused: "{part} starts “{content}”, which is paused in this app.",
  starts_draft: "{part} starts “{content}”, which isn't published in this app.",
  starts_scheduled: "{part} starts “{content}”, whose schedule hasn't started.",
  starts_on_pages: "{part} starts “{content}”, which is only shown on {pages}.",
  starts_with_holdout: "{part} starts “{content}”, which {percent}% of people never see.",
  lists_missing: "{part} shows the checklist “{slug}”, which doesn't exist.",
  lists_other: "{part} shows “{content}”, which isn't a checklist.",
  lists_not_live: "{part} shows “{content}”, which isn't live in this app. People don't see this part.",
  texts_untranslated:
    "{texts, plural, one {# text isn't} other {# texts aren't}} translated to {language}. People see the source language instead.",
  texts_wrong_format:
    "{texts, plural, one {# text} other {# texts}} in {language} {texts, plural, one {doesn't} other {don't}} match the formatting of the source text.",
  texts_outdated:
    "{texts, plural, one {# text} other {# texts}} in {language} {texts, plural, one {hasn't} other {haven't}} been updated since the source text changed.",

  step_name: "Step {number} “{title}”",
  panel_name: "Panel {number} “{title}”",
  only_card_name: "“{title}”",
  task_name: "Task {number} “{title}”",
  question_name: "Question {number} “{title}”",
  resource_name: "Resource {number} “{title}”",
  variant_name: "{letter} “{name}”",
} as const;

interface PublishWarningValues {
  readonly part: Cause;
  readonly variant: Cause;
  readonly warning: Cause;
  readonly number: number;
  readonly title: string;
  readonly letter: string;
  readonly name: string;
  readonly theme: string;
  readonly pairs: number;
  readonly slug: string;
  /** Name of the content that a part starts or shows. */
  readonly content: string;
  /** Patterns of page URLs. */
  readonly pages: readonly string[];
  readonly percent: number;
  readonly texts: number;
  /** Language tag. */
  readonly language: string;
}

export const doubt = causesOf<PublishWarningValues>()(PUBLISH_WARNING_TEXTS);
