import type { Target } from "@fanfare/contract/target";
import { scoreOf } from "@fanfare/contract/target-score";
import type { Place } from "../engage/target-facts.ts";
import { element } from "../ui/element.ts";
import { locate, type Reader } from "../ui/target.ts";
import type { Pointing, TakeLink } from "./content-line.ts";
import { hasForeignFrame } from "./foreign-frames.ts";
import { lineOf } from "./line-of.ts";
import { type TargetLine, wordsOf } from "./target-line.ts";

/** A role and a name: what scores as much is left as it is. */
const GOOD_SCORE = 0.85;
/** Less is not worth a change. */
const WORTH_SCORE = 0.15;

/** What was proposed for an element: it holds for as long as it finds that element alone. */
const proposals = new WeakMap<Element, Target>();

/** Places that a member asked about: what is most like their target is looked for again whenever the lines are made anew. */
const asked = new Set<string>();

/**
 * What each place of a content finds in the page now; and where it finds nothing, or by a way that is likely to fail, or only
 * by a later one, the way to a better target. `edit_url`: the content's editor in the console.
 */
export function linesOf(
  document: Document,
  places: readonly Place[],
  reader: Reader,
  edit_url: string,
): Promise<readonly TargetLine[]> {
  return Promise.all(
    places.map(async ({ station, target }): Promise<TargetLine> => {
      const line = lineOf(document, station, target, reader);
      const [first] = line.strategies;
      if (first !== undefined && first.element !== null && first.score >= GOOD_SCORE) return line;
      const url = `${edit_url}?step=${encodeURIComponent(station)}`;
      const take: TakeLink = (taken) => takeLink(document, url, taken);
      const better = await betterThan(document, line);
      return {
        ...line,
        more: (pointing, seek) =>
          moreOf(document, { station, target, url, lost: line.element === null, better }, take, pointing, seek),
      };
    }),
  );
}

interface Better {
  readonly target: Target;
  readonly words: string;
}

/** Another target for what is found now; undefined where the present one is as good, or nothing lasting tells it from others. */
async function betterThan(document: Document, { element: found, strategies }: TargetLine): Promise<Better | undefined> {
  const used = strategies.find((each) => each.element !== null);
  if (found === null || used === undefined) return undefined;
  const [{ proposeTarget }, { findByReading }] = await Promise.all([import("./pick.ts"), import("../ui/finders.ts")]);
  const known = proposals.get(found);
  const holds = known !== undefined && locate(document, known, findByReading).element === found;
  const target = holds ? known : proposeTarget(document, found);
  const [best] = target?.strategies ?? [];
  if (target === null || best === undefined) return undefined;
  proposals.set(found, target);
  const worth = used === strategies[0] ? WORTH_SCORE : 0;
  if (scoreOf(best) < used.score + worth) return undefined;
  const ways = target.strategies.map(wordsOf).join(", ");
  return { target, words: `Better: ${ways}; score ${scoreOf(best)} instead of ${used.score}. ` };
}

function moreOf(
  document: Document,
  place: {
    readonly station: string;
    readonly target: Target;
    /** Of its step in the console's editor. */
    readonly url: string;
    readonly lost: boolean;
    readonly better: Better | undefined;
  },
  take: TakeLink,
  { pick }: Pointing,
  seek?: (take: TakeLink) => HTMLElement,
): readonly HTMLElement[] {
  const { station, target, url, lost, better } = place;
  const again = element(document, "button", "", `Pick another for ${station}`);
  again.type = "button";
  again.addEventListener("click", () => pick(take));
  if (lost) {
    const look = element(document, "button", "", `Find what is most like the target of ${station}`);
    look.type = "button";
    const find = (): void => {
      asked.add(url);
      void import("./likeliest-line.ts").then(
        ({ likeliestLine }) => look.replaceWith(likeliestLine(document, target, take).line),
        // The next press tries again.
        () => {},
      );
    };
    look.addEventListener("click", find);
    if (asked.has(url)) find();
    const elsewhere = "A frame of this page is of another site, in which nothing is looked for: pick it.";
    return [...(hasForeignFrame(document) ? [element(document, "p", "", elsewhere)] : []), seek?.(take) ?? look, again];
  }
  return better === undefined ? [again] : [element(document, "p", "", better.words, take(better.target)), again];
}

/** Leads to the editor, which asks whether to take it. */
function takeLink(document: Document, edit_url: string, target: Target): HTMLAnchorElement {
  const bytes = new TextEncoder().encode(JSON.stringify(target));
  const link = element(document, "a", "", "Take it in the console");
  // In the fragment, where no log meets it.
  link.href = `${edit_url}#target=${btoa(String.fromCharCode(...bytes))}`;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}
