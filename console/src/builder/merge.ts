import type { Step } from "@fanfare/contract/tour";
import { type Draft, stepsOf } from "./draft.ts";
import { stepTitle } from "./steps.ts";

/** The parts of a draft that two people can change without meeting: each step, the order, and each setting. */
type Parts = ReadonlyMap<string, unknown>;

const STEP = "step:";

function partsOf(draft: Draft): Parts {
  const { body, ...rules } = draft.edition;
  const steps = stepsOf(draft);
  const { suppression, celebrate_on_completed } = body;
  return new Map<string, unknown>([
    ["name", draft.name],
    ["slug", draft.slug],
    ["order", steps.map((step) => step.id)],
    ...steps.map((step) => [STEP + step.id, step] as const),
    ...Object.entries({ celebrate_on_completed, suppression, ...rules }),
  ]);
}

/** The same text for the same value, whatever the order of its keys: the server may write them differently. */
function fingerprint(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** True when the two say the same, whatever the order of their keys. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || fingerprint(one) === fingerprint(other);
}

function changedParts(base: Parts, other: Parts): Set<string> {
  const keys = new Set([...base.keys(), ...other.keys()]);
  return new Set([...keys].filter((key) => fingerprint(base.get(key)) !== fingerprint(other.get(key))));
}

const SETTING_SENTENCES: Readonly<Record<string, string>> = {
  name: "the name was changed",
  slug: "the slug was changed",
  trigger: "when it starts was changed",
  targeting: "the pages were changed",
  frequency: "how often it shows was changed",
  suppression: "“Do not show again” was changed",
  celebrate_on_completed: "the celebration was changed",
  priority: "the priority was changed",
  tags: "the tags were changed",
};

/**
 * What differs, in the words of the screen: `step 2 “Invite” was changed`.
 *
 * @example
 * describeChanges(asWeBothKnewIt, asTheySavedIt);
 */
export function describeChanges(base: Draft, other: Draft): string[] {
  const [before, after] = [partsOf(base), partsOf(other)];
  const changed = changedParts(before, after);
  const stepSentences = (steps: readonly Step[], known: boolean, others: Parts, words: string): string[] =>
    steps.flatMap((step, index) =>
      changed.has(STEP + step.id) && others.has(STEP + step.id) === known
        ? [`step ${index + 1} “${stepTitle(step)}” was ${words}`]
        : [],
    );
  const moved = changed.has("order") && sameMembers(stepsOf(base), stepsOf(other));
  return [
    ...stepSentences(stepsOf(other), true, before, "changed"),
    ...stepSentences(stepsOf(other), false, before, "added"),
    ...stepSentences(stepsOf(base), false, after, "deleted"),
    ...(moved ? ["the order of the steps was changed"] : []),
    ...Object.entries(SETTING_SENTENCES).flatMap(([key, sentence]) => (changed.has(key) ? [sentence] : [])),
  ];
}

function sameMembers(one: readonly Step[], other: readonly Step[]): boolean {
  const ids = new Set(one.map((step) => step.id));
  return one.length === other.length && other.every((step) => ids.has(step.id));
}

/** Both sets of changes in one draft, or undefined when both touched the same part. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft | undefined {
  const [start, own, other] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const changed_here = changedParts(start, own);
  const changed_there = changedParts(start, other);
  for (const key of changed_here) {
    if (changed_there.has(key) && fingerprint(own.get(key)) !== fingerprint(other.get(key))) return undefined;
  }
  const pick = (key: string): Parts => (changed_here.has(key) ? own : other);
  const ordered = pick("order") === own ? mine : theirs;
  const steps = stepsOf(ordered).flatMap((step) => {
    const source = pick(STEP + step.id) === own ? mine : theirs;
    return stepsOf(source).filter((candidate) => candidate.id === step.id);
  });
  const of = (key: string): Draft => (pick(key) === own ? mine : theirs);
  return {
    name: of("name").name,
    slug: of("slug").slug,
    edition: {
      body: {
        type: "tour",
        steps,
        suppression: of("suppression").edition.body.suppression,
        celebrate_on_completed: of("celebrate_on_completed").edition.body.celebrate_on_completed,
      },
      targeting: of("targeting").edition.targeting,
      trigger: of("trigger").edition.trigger,
      frequency: of("frequency").edition.frequency,
      priority: of("priority").edition.priority,
      tags: of("tags").edition.tags,
    },
  };
}
