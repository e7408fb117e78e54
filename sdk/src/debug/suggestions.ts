import type { Target } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import type { TargetPlace } from "../engage/decide/target-facts.ts";
import { element } from "../ui/dom/element.ts";
import { locate, type StrategyReader } from "../ui/target/locate.ts";
import { buildTargetLine } from "./build-target-line.ts";
import { hasCrossSiteFrame } from "./cross-site-frames.ts";
import { type AcceptLink, type PageHighlighter, strategyText, type TargetLine } from "./target-line.ts";

/** The score of a role and name. Targets that reach it get no suggestion. */
const GOOD_SCORE = 0.85;
/** Minimum improvement for a suggestion. */
const WORTH_SCORE = 0.15;

/** Cached proposals per element, valid while they find only that element. */
const proposals = new WeakMap<Element, Target>();

/** Steps for which the member requested a suggestion. Recomputed whenever the lines are rebuilt. */
const requested_places = new Set<string>();

/**
 * What each step of a content item finds on the page now. Adds a suggestion if nothing is found, or if only an
 * unreliable or later locator matches. `edit_url`: the content's editor in the console.
 */
export function suggestedTargetLines(
  document: Document,
  places: readonly TargetPlace[],
  reader: StrategyReader,
  edit_url: string,
): Promise<readonly TargetLine[]> {
  return Promise.all(
    places.map(async ({ station, target }): Promise<TargetLine> => {
      const line = buildTargetLine(document, station, target, reader);
      const [first] = line.strategies;
      if (first !== undefined && first.element !== null && first.score >= GOOD_SCORE) return line;
      const url = `${edit_url}?step=${encodeURIComponent(station)}`;
      const take: AcceptLink = (taken) => acceptLink(document, url, taken);
      const better = await findSuggestion(document, line);
      return {
        ...line,
        suggestion: (pointing, seek) =>
          suggestionElements(
            document,
            { station, target, url, lost: line.element === null, better },
            take,
            pointing,
            seek,
          ),
      };
    }),
  );
}

interface Suggestion {
  readonly target: Target;
  readonly words: string;
}

/**
 * Returns a better target for the found element. Undefined if the current one is as good or no stable locator exists.
 */
async function findSuggestion(
  document: Document,
  { element: found, strategies }: TargetLine,
): Promise<Suggestion | undefined> {
  const used = strategies.find((each) => each.element !== null);
  if (found === null || used === undefined) return undefined;
  const [{ proposeTarget }, { findByReading }] = await Promise.all([
    import("./pick.ts"),
    import("../ui/target/reading-strategies.ts"),
  ]);
  const known = proposals.get(found);
  const holds = known !== undefined && locate(document, known, findByReading).element === found;
  const target = holds ? known : proposeTarget(document, found);
  const [best] = target?.strategies ?? [];
  if (target === null || best === undefined) return undefined;
  proposals.set(found, target);
  const worth = used === strategies[0] ? WORTH_SCORE : 0;
  if (scoreStrategy(best) < used.score + worth) return undefined;
  const ways = target.strategies.map(strategyText).join(", ");
  return { target, words: `Better: ${ways} (score ${scoreStrategy(best)}, currently ${used.score}). ` };
}

function suggestionElements(
  document: Document,
  place: {
    readonly station: string;
    readonly target: Target;
    /** URL of the step in the console's editor. */
    readonly url: string;
    readonly lost: boolean;
    readonly better: Suggestion | undefined;
  },
  take: AcceptLink,
  { pick }: PageHighlighter,
  seek?: (take: AcceptLink) => HTMLElement,
): readonly HTMLElement[] {
  const { station, target, url, lost, better } = place;
  const again = element(document, "button", "", `Pick another target for ${station}`);
  again.type = "button";
  again.addEventListener("click", () => pick(take));
  if (lost) {
    const look = element(document, "button", "", `Find closest match for ${station}`);
    look.type = "button";
    const find = (): void => {
      requested_places.add(url);
      void import("./closest-match-line.ts").then(
        ({ closestMatchLine: likeliestLine }) => look.replaceWith(likeliestLine(document, target, take).line),
        // Retried on the next click.
        () => {},
      );
    };
    look.addEventListener("click", find);
    if (requested_places.has(url)) find();
    const elsewhere = "Frames from other sites can’t be searched. Pick the frame instead.";
    return [
      ...(hasCrossSiteFrame(document) ? [element(document, "p", "", elsewhere)] : []),
      seek?.(take) ?? look,
      again,
    ];
  }
  return better === undefined ? [again] : [element(document, "p", "", better.words, take(better.target)), again];
}

function acceptLink(document: Document, edit_url: string, target: Target): HTMLAnchorElement {
  const bytes = new TextEncoder().encode(JSON.stringify(target));
  const link = element(document, "a", "", "Use in console");
  // Use the fragment to keep the target out of server logs.
  link.href = `${edit_url}#target=${btoa(String.fromCharCode(...bytes))}`;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}
