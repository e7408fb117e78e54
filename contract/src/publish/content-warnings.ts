import type { BannerPosition } from "../content/announcement.ts";
import type { Block } from "../content/block.ts";
import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import type { Variant } from "../content/experiment.ts";
import { type Part, partsIn } from "../content/parts.ts";
import { stepProblems } from "../content/step-problems.ts";
import { unreachableQuestions } from "../content/survey-flow.ts";
import { sameValue } from "../draft/draft-merge.ts";
import type { Target } from "../target/target.ts";
import { scoreStrategy } from "../target/target-score.ts";
import type { Cause } from "../wording/cause.ts";
import { doubt } from "../wording/publish-warnings.ts";
import { isDefaultTitle } from "./default-title.ts";
import { type PublishWarning, partName } from "./publish-warning.ts";

/** Locators below this score are unreliable on their own. */
export const WEAK_SCORE = 0.4;

/** The target of a part that a page has found. */
export interface FoundTarget {
  readonly part_id: string;
  readonly target: Target;
}

interface Facts {
  readonly now_ms: number;
  readonly found: readonly FoundTarget[];
}

/** Warnings that follow from the edition itself: its parts, schedule, rollout, and variants. */
export function contentWarnings(edition: Edition, { now_ms, found }: Facts): readonly PublishWarning[] {
  const { body, schedule, rollout } = edition;
  const over =
    schedule?.zone === "utc" && schedule.ends_at !== undefined && Date.parse(`${schedule.ends_at}Z`) <= now_ms;
  return [
    ...bodyWarnings(body, found),
    ...(over ? [{ cause: doubt("schedule_ended"), tab: "frequency" as const }] : []),
    ...(rollout?.percent === 0 ? [{ cause: doubt("rollout_zero"), tab: "audience" as const }] : []),
    ...(edition.experiment?.variants ?? []).flatMap((variant) => variantWarnings(edition, variant, found)),
  ];
}

function bodyWarnings(body: Body, found: readonly FoundTarget[]): readonly PublishWarning[] {
  const parts = partsIn(body);
  const about = (part: Part, named: (part: Cause) => Cause): PublishWarning => ({
    cause: named(partName(body.type, parts.indexOf(part) + 1, part)),
    part_id: part.id,
  });
  const lost = new Map([
    ...(body.type === "tour" ? stepProblems(body.steps) : []).map(
      ({ step_id, kind }) => [step_id, LOST[kind]] as const,
    ),
    ...(body.type === "survey" ? unreachableQuestions(body.questions) : []).map((id) => [id, LOST.unasked] as const),
  ]);
  const unfinished = parts.flatMap((part, index) => {
    if (isDefaultTitle(body.type, part.title, index + 1))
      return [about(part, (name) => doubt("default_title", { part: name }))];
    const blank = "blocks" in part && part.blocks.some(isBlank);
    return blank ? [about(part, (name) => doubt("empty_paragraph", { part: name }))] : [];
  });
  const doubtful = targetsOf(body).flatMap(([target, part]) => {
    if (!isKnown(target, part, found)) return [about(part, (name) => doubt("unseen_target", { part: name }))];
    return target.strategies.every((strategy) => scoreStrategy(strategy) < WEAK_SCORE)
      ? [about(part, (name) => doubt("fragile_target", { part: name }))]
      : [];
  });
  return [
    ...parts.flatMap((part) => {
      const named = lost.get(part.id);
      return named === undefined ? [] : [about(part, named)];
    }),
    ...unfinished,
    ...doubtful,
  ];
}

/** Whether someone picked the element, or a page has found it for this part. */
function isKnown({ picked, ...target }: Target, { id }: Part, found: readonly FoundTarget[]): boolean {
  if (picked === true) return true;
  return found.some(({ part_id, target: { picked: _, ...there } }) => part_id === id && sameValue(there, target));
}

const LOST = {
  unreachable: (part: Cause) => doubt("unreachable_step", { part }),
  endless: (part: Cause) => doubt("endless_step", { part }),
  unasked: (part: Cause) => doubt("unreachable_question", { part }),
} as const;

/** Targets at which parts point, each with its part. */
export function targetsOf(body: Body): readonly (readonly [Target, Part])[] {
  switch (body.type) {
    case "hint":
      return [[body.target, body.panel]];
    case "tour":
      return body.steps.flatMap((step) => (step.kind === "anchored" ? [[step.target, step] as const] : []));
    case "announcement":
      return positionTargets(body.position, body.panels);
    case "survey":
      return positionTargets(body.position, body.questions.slice(0, 1));
    default:
      return [];
  }
}

function positionTargets(
  position: BannerPosition | undefined,
  parts: readonly Part[],
): readonly (readonly [Target, Part])[] {
  return position !== undefined && "target" in position ? parts.map((part) => [position.target, part] as const) : [];
}

function isBlank(block: Block): boolean {
  return block.kind === "paragraph" && block.spans.every(({ text }) => text.trim() === "");
}

/** Warns about an empty, identical, or unused variant, and about its parts. */
function variantWarnings(edition: Edition, variant: Variant, found: readonly FoundTarget[]): readonly PublishWarning[] {
  const { id, body, translations, weight } = variant;
  const name = doubt("variant_name", { letter: id.toUpperCase(), name: variant.name });
  if (body.type !== "celebration" && partsIn(body).length === 0) {
    return [{ cause: doubt("variant_empty", { variant: name }), variant: id }];
  }
  if (sameValue(edition.body, body) && sameValue(edition.translations, translations)) {
    return [{ cause: doubt("variant_identical", { variant: name }), variant: id }];
  }
  const unused: readonly PublishWarning[] =
    weight === 0 ? [{ cause: doubt("variant_zero", { variant: name }), tab: "experiment" }] : [];
  const own = bodyWarnings(body, found).map((warning) => ({
    ...warning,
    cause: doubt("in_variant", { variant: name, warning: warning.cause }),
    variant: id,
  }));
  return [...unused, ...own];
}
