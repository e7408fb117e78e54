import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Block } from "@fanfare/contract/content/block";
import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { stepProblems } from "@fanfare/contract/content/step-problems";
import { unreachableQuestions } from "@fanfare/contract/content/survey-flow";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import type { Target } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import { t } from "../../lib/i18n/t.ts";
import { newPart } from "../draft/new-part.ts";
import { PART_LABELS } from "../draft/part-labels.ts";
import { partTitle } from "../draft/parts.ts";
import type { EditorLocation } from "../draft/tabs.ts";
import { variantDifference, variantDraft, variantTitle } from "../draft/variants.ts";

/** A publish warning and the field that fixes it. */
export interface PublishWarning extends EditorLocation {
  readonly message: string;
}

/** Locators below this score are unreliable on their own. */
export const WEAK_SCORE = 0.4;

/**
 * Warnings about a draft that is valid for publishing.
 *
 * @example
 * draftWarnings(draft, Date.now()); // [{ message: "Step 2 “Bye” can’t be reached. No step leads to it.", … }]
 */
export function draftWarnings(draft: Draft, now_ms: number): readonly PublishWarning[] {
  const { edition } = draft;
  const { body, schedule, rollout } = edition;
  const parts = partsIn(body);
  const at = (part: Part, warningAt: (part: string) => string): PublishWarning => ({
    message: warningAt(PART_LABELS[body.type].named(parts.indexOf(part) + 1, partTitle(part, body.type))),
    tab: undefined,
    step: part.id,
  });

  const ways = body.type === "tour" ? stepProblems(body.steps) : [];
  const unasked = body.type === "survey" ? unreachableQuestions(body.questions) : [];
  const lost = [
    ...ways.map(({ step_id, kind }) => [step_id, PATH_WARNINGS[kind]] as const),
    ...unasked.map((id) => [id, PATH_WARNINGS.unasked] as const),
  ].flatMap(([id, warning]) => {
    const part = parts.find((each) => each.id === id);
    return part === undefined ? [] : [at(part, warning)];
  });
  const unwritten = parts.flatMap((part, index) => {
    if (part.title === newPart(body.type, part.id, index + 1).title)
      return [at(part, (name) => t("{name} still has its default title.", { name }))];
    return "blocks" in part && part.blocks.some(isBlank)
      ? [at(part, (name) => t("{name} has an empty paragraph.", { name }))]
      : [];
  });
  const targets: readonly (readonly [Target, Part])[] =
    body.type === "hint"
      ? [[body.target, body.panel]]
      : body.type === "tour"
        ? body.steps.flatMap((step) => (step.kind === "anchored" ? [[step.target, step] as const] : []))
        : body.type === "announcement"
          ? bannerTargets(body)
          : [];
  const weak = targets.flatMap(([{ strategies }, part]) =>
    strategies.every((strategy) => scoreStrategy(strategy) < WEAK_SCORE)
      ? [at(part, (name) => t("{name} uses a fragile locator that may fail when the page changes.", { name }))]
      : [],
  );
  const over =
    schedule?.zone === "utc" && schedule.ends_at !== undefined && Date.parse(`${schedule.ends_at}Z`) <= now_ms;
  return [
    ...lost,
    ...unwritten,
    ...weak,
    ...(over ? [{ message: t("The schedule has already ended."), tab: "frequency" as const, step: undefined }] : []),
    ...(rollout?.percent === 0
      ? [
          {
            message: t("The rollout is set to 0%, so no one will see this."),
            tab: "audience" as const,
            step: undefined,
          },
        ]
      : []),
    ...variantWarnings(draft),
  ];
}

function bannerTargets({ position, panels }: AnnouncementBody): readonly (readonly [Target, Part])[] {
  return position !== undefined && "target" in position ? panels.map((panel) => [position.target, panel] as const) : [];
}

/** Warns about empty, identical, or unused variants, and about their texts. */
function variantWarnings(draft: Draft): readonly PublishWarning[] {
  const { edition } = draft;
  return (edition.experiment?.variants ?? []).flatMap((variant): readonly PublishWarning[] => {
    const title = variantTitle(variant);
    const at = { tab: undefined, step: undefined, variant: variant.id };
    const share = { tab: "experiment" as const, step: undefined };
    if (variant.body.type !== "celebration" && partsIn(variant.body).length === 0) {
      return [{ ...at, message: t("Variant {title} is empty.", { title }) }];
    }
    if (variantDifference(edition, variant).same) {
      return [{ ...at, message: t("Variant {title} is identical to the original.", { title }) }];
    }
    const { experiment: _, rollout: __, schedule: ___, ...alone } = variantDraft(draft, variant.id).edition;
    const own = draftWarnings({ ...draft, edition: alone }, 0).map((warning) => ({
      ...warning,
      message: t("In variant {title}: {doubt}", { title, doubt: warning.message }),
      variant: variant.id,
    }));
    return variant.weight === 0
      ? [{ ...share, message: t("Variant {title} has a share of 0%, so no one will see it.", { title }) }, ...own]
      : own;
  });
}

const PATH_WARNINGS = {
  unreachable: (name: string) => t("{name} can’t be reached. No step leads to it.", { name }),
  endless: (name: string) => t("{name} never leads to the end of the tour. People can only close it.", { name }),
  unasked: (name: string) => t("{name} can’t be reached. Every answer before it leads past it.", { name }),
} as const;

function isBlank(block: Block): boolean {
  return block.kind === "paragraph" && block.spans.every(({ text }) => text.trim() === "");
}
