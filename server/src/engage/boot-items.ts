import { HOLDOUT } from "@fanfare/contract/content/experiment";
import { limits } from "@fanfare/contract/limits";
import type { PageThemes } from "@fanfare/contract/theme/theme";
import { type CompletedTasks, completedTasks } from "./decide/checklist-progress.ts";
import { type EligibleContent, isAsPublished } from "./decide/decisions.ts";
import type { GivenAnswers } from "./decide/given-answers.ts";
import { holdoutBody } from "./decide/holdout-body.ts";
import { type LocalizedBody, type LocalizedReader, localizeForReader } from "./decide/localize-body.ts";
import type { PersonFacts } from "./decide/person-facts.ts";
import type { PublishedContents } from "./decide/published-content.ts";
import { variantEdition } from "./decide/variants.ts";
import type { UsedThemes } from "./themes/page-themes.ts";

/** Completed tasks are only for checklists. */
export interface BootItem extends CompletedTasks {
  readonly eligible: EligibleContent;
  readonly localized: LocalizedBody;
  /** Those of an open run of a checklist. */
  readonly skipped?: readonly string[] | undefined;
  /** Those of an open run of a survey. */
  readonly answers?: ReturnType<GivenAnswers["get"]>;
  readonly theme: string | undefined;
}

export interface BootItems {
  /** In display order. */
  readonly items: readonly BootItem[];
  /** Those that the items use. */
  readonly themes: PageThemes | undefined;
}

export interface BootItemsInput {
  readonly contents: PublishedContents;
  readonly themes: UsedThemes;
  readonly facts: PersonFacts;
  readonly reader: LocalizedReader;
  readonly shown: readonly EligibleContent[];
  readonly answers: GivenAnswers;
  /** By run. */
  readonly skipped: ReadonlyMap<string, readonly string[]>;
}

/**
 * Localizes what a page gets. People who get the same share one object, so that it's created and written once (boot-text.ts).
 */
export function bootItems(input: BootItemsInput): BootItems {
  const { contents, themes, reader, shown } = input;
  if (!shown.every(isForEveryone)) return makeItems(input);
  const locales = reader.locales.join(" ");
  const known = shared.get(contents) ?? [];
  const found = known.find(
    (each) => each.locales === locales && each.used_themes === themes && isSameList(each.shown, shown),
  );
  if (found !== undefined) return found.made;
  const made = makeItems(input);
  if (made.items.some(({ localized }) => localized.personal)) return made;
  const kept = known.slice(0, limits.boot_texts_max - 1);
  shared.set(contents, [{ made, shown, locales, used_themes: themes }, ...kept]);
  return made;
}

interface SharedItems extends Pick<BootItemsInput, "shown"> {
  readonly made: BootItems;
  /** Of the reader, in order of preference. */
  readonly locales: string;
  readonly used_themes: UsedThemes;
}

/** Newest first. */
const shared = new WeakMap<PublishedContents, readonly SharedItems[]>();

/** Which tasks of a checklist are done depends on the person. */
const isForEveryone = (eligible: EligibleContent): boolean =>
  isAsPublished(eligible) && eligible.content.edition.body.type !== "checklist";

const isSameList = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

function makeItems({ contents, themes, facts, reader, shown, answers, skipped }: BootItemsInput): BootItems {
  const items = shown.map((eligible): BootItem => {
    const { content, variant, past } = eligible;
    const edition = variantEdition(content.edition, variant);
    return {
      eligible,
      localized: variant === HOLDOUT ? holdoutBody(edition.body) : localizeForReader(edition, reader),
      ...completedTasks(contents, facts, eligible),
      skipped: skipped.get(past.open?.run_id ?? ""),
      answers: answers.get(past.open?.run_id ?? ""),
      theme: themes.choice(content.edition.theme),
    };
  });
  return { items, themes: themes.needed(shown.map(({ content }) => content.edition.theme)) };
}

/**
 * How many of the first items depend only on what is published, and on runs and suppressions of this person. If nothing
 * else of this person changes them, their next page may show them before the server responds.
 */
export function earlyItems(items: readonly BootItem[]): number {
  const first_other = items.findIndex(({ eligible, localized, done }) => {
    const { content, page_rule, due, variant, on_request } = eligible;
    const of_person = page_rule ?? due ?? variant ?? on_request ?? done;
    return of_person !== undefined || localized.personal || content.own_gates.length > 0;
  });
  return first_other < 0 ? items.length : first_other;
}
