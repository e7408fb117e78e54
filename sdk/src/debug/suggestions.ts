import type { Target } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import type { TargetPlace } from "../engage/decide/target-facts.ts";
import { element } from "../ui/dom/element.ts";
import { locate, type StrategyReader } from "../ui/target/locate.ts";
import { buildTargetLine } from "./build-target-line.ts";
import { hasCrossSiteFrame } from "./cross-site-frames.ts";
import { type AcceptLink, type PageHighlighter, strategyText, type TargetLine } from "./target-line.ts";

/** A role and a name: what scores as much is left as it is. */
const GOOD_SCORE = 0.85;
/** Less is not worth a change. */
const WORTH_SCORE = 0.15;

/** What was proposed for an element: it holds for as long as it finds that element alone. */
const proposals = new WeakMap<Element, Target>();

/** Places that a member asked about: what is most like their target is looked for again whenever the lines are made anew. */
const requested_places = new Set<string>();

/**
 * What each place of a content finds in the page now; and where it finds nothing, or by a way that is likely to fail, or only
 * by a later one, the way to a better target. `edit_url`: the content's editor in the console.
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

/** Another target for what is found now; undefined where the present one is as good, or nothing lasting tells it from others. */
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
    /** Of its step in the console's editor. */
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
        // The next press tries again.
        () => {},
      );
    };
    look.addEventListener("click", find);
    if (requested_places.has(url)) find();
    const elsewhere = "Frames from other sites can't be searched. Pick the frame instead.";
    return [
      ...(hasCrossSiteFrame(document) ? [element(document, "p", "", elsewhere)] : []),
      seek?.(take) ?? look,
      again,
    ];
  }
  return better === undefined ? [again] : [element(document, "p", "", better.words, take(better.target)), again];
}

/** Leads to the editor, which asks whether to take it. */
function acceptLink(document: Document, edit_url: string, target: Target): HTMLAnchorElement {
  const bytes = new TextEncoder().encode(JSON.stringify(target));
  const link = element(document, "a", "", "Use in console");
  // In the fragment, where no log meets it.
  link.href = `${edit_url}#target=${btoa(String.fromCharCode(...bytes))}`;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}
