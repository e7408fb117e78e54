import type { Block } from "@fanfare/contract/block";
import { stepProblems } from "@fanfare/contract/step-problems";
import type { Target } from "@fanfare/contract/target";
import { scoreOf } from "@fanfare/contract/target-score";
import { t } from "../language/t.ts";
import type { Draft } from "./draft.ts";
import { newPart } from "./new-part.ts";
import { PART_WORDS } from "./part-words.ts";
import { type Part, partsOf, partTitle } from "./parts.ts";
import type { Place } from "./tabs.ts";
import { variantDraft, variantTitle, whatDiffers } from "./variants.ts";

/** Something that may go live, and probably should not; and the place where it is mended. */
export interface Doubt extends Place {
  readonly words: string;
}

/** Below this a way of finding an element is better not relied upon alone. */
export const WEAK_SCORE = 0.4;

/**
 * What speaks against publishing a draft that the server would accept.
 *
 * @example
 * publishDoubts(draft, Date.now()); // [{ words: "Step 2 “Bye” is never reached: no button leads there.", … }]
 */
export function publishDoubts(draft: Draft, now_ms: number): readonly Doubt[] {
  const { edition } = draft;
  const { body, schedule, rollout } = edition;
  const parts = partsOf(body);
  const at = (part: Part, say: (part: string) => string): Doubt => ({
    words: say(PART_WORDS[body.type].named(parts.indexOf(part) + 1, partTitle(part, body.type))),
    tab: undefined,
    step: part.id,
  });

  const ways = body.type === "tour" ? stepProblems(body.steps) : [];
  const lost = ways.flatMap(({ step_id, kind }) => {
    const part = parts.find(({ id }) => id === step_id);
    return part === undefined ? [] : [at(part, WAY_WORDS[kind])];
  });
  const unwritten = parts.flatMap((part, index) => {
    if (part.title === newPart(body.type, part.id, index + 1).title)
      return [at(part, (name) => t("{name} still has the title it began with.", { name }))];
    return "blocks" in part && part.blocks.some(isBlank)
      ? [at(part, (name) => t("{name} has a paragraph without words.", { name }))]
      : [];
  });
  const targets: readonly (readonly [Target, Part])[] =
    body.type === "hint"
      ? [[body.target, body.panel]]
      : body.type === "tour"
        ? body.steps.flatMap((step) => (step.kind === "anchored" ? [[step.target, step] as const] : []))
        : [];
  const weak = targets.flatMap(([{ strategies }, part]) =>
    strategies.every((strategy) => scoreOf(strategy) < WEAK_SCORE)
      ? [
          at(part, (name) =>
            t("{name} points at its element in a way that is likely to fail when the page changes.", { name }),
          ),
        ]
      : [],
  );
  const over =
    schedule?.zone === "utc" && schedule.ends_at !== undefined && Date.parse(`${schedule.ends_at}Z`) <= now_ms;
  return [
    ...lost,
    ...unwritten,
    ...weak,
    ...(over ? [{ words: t("The schedule is over already."), tab: "frequency" as const, step: undefined }] : []),
    ...(rollout?.percent === 0
      ? [{ words: t("The roll-out lets nobody in: 0 %."), tab: "audience" as const, step: undefined }]
      : []),
    ...variantDoubts(draft),
  ];
}

/** Of each variant: that it is none, that nobody gets it, and all that speaks against its words. */
function variantDoubts(draft: Draft): readonly Doubt[] {
  const { edition } = draft;
  return (edition.experiment?.variants ?? []).flatMap((variant): readonly Doubt[] => {
    const title = variantTitle(variant);
    const at = { tab: undefined, step: undefined, variant: variant.id };
    const share = { tab: "experiment" as const, step: undefined };
    if (variant.body.type !== "celebration" && partsOf(variant.body).length === 0) {
      return [{ ...at, words: t("Variant {title} is empty: there is nothing to see.", { title }) }];
    }
    if (whatDiffers(edition, variant).same) {
      return [{ ...at, words: t("Variant {title} says the same as the content itself.", { title }) }];
    }
    const { experiment: _, rollout: __, schedule: ___, ...alone } = variantDraft(draft, variant.id).edition;
    const own = publishDoubts({ ...draft, edition: alone }, 0).map((doubt) => ({
      ...doubt,
      words: t("In variant {title}: {doubt}", { title, doubt: doubt.words }),
      variant: variant.id,
    }));
    return variant.weight === 0
      ? [{ ...share, words: t("Nobody gets variant {title}: its share is 0 %.", { title }) }, ...own]
      : own;
  });
}

const WAY_WORDS = {
  unreachable: (name: string) => t("{name} is never reached: no way leads there.", { name }),
  endless: (name: string) => t("{name} has no way to the end: people can only close the tour there.", { name }),
} as const;

function isBlank(block: Block): boolean {
  return block.kind === "paragraph" && block.spans.every(({ text }) => text.trim() === "");
}
