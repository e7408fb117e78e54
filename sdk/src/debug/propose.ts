import { limits } from "@fanfare/contract/limits";
import { stableClasses } from "@fanfare/contract/target/generated-name";
import type { Strategy, Target, TargetScope } from "@fanfare/contract/target/target";
import { needNoScope, scoreStrategy } from "@fanfare/contract/target/target-score";
import { TRIAL_COST, type TriedTarget } from "@fanfare/contract/target/target-trial";
import { call, read } from "../lib/native.ts";
import { COVERING_MODALS, type SearchRoot, topmostModal } from "../ui/dom/page-modals.ts";
import { ancestorChain, isVisible } from "../ui/dom/visibility.ts";
import { accessibleName, normalizeSpace, roleOf } from "../ui/target/accessible-name.ts";
import { isReadingStrategy, matchingElements, searchRootsWithFrames } from "../ui/target/locate.ts";
import {
  inSlices,
  openMemory,
  type PageMemory,
  partOf,
  type Steps,
  searchByReading,
  TITLES,
  withoutPause,
} from "../ui/target/reading-strategies.ts";
import type { Page } from "../ui/types.ts";
import { classesOf, isDescriptive, ownSegment, pathTo } from "./position.ts";
import { failedTrials } from "./trials.ts";

/** Locators below this score aren't proposed: they are likely to find another element or none in the future. */
const PROPOSED_SCORE_MIN = 0.4;
/** A scope must be more stable than what is located inside it. A short text may title a part. */
const SCOPE_SCORE_MIN = 0.65;
/** Longer texts are content, not names. */
const NAME_CHARS_MAX = 80;
/** Texts that may title a part: each costs a search through the page. */
const LEAVES_MAX = 12;
/** They name themselves. */
const CONTROLS = "a,button,input,select,textarea,option,script,style";
/** Only their authors name them: what is in them is content, and changes. */
const UNNAMED = ":is(nav,header,footer,main,section,aside,form):not([aria-label],[aria-labelledby])";
/** With this many unscoped locators, no scope is needed. */
const STRATEGIES_ENOUGH = 2;
/** CSS selectors are numerous and similar; leave room for other kinds. */
const SELECTORS_MAX = 3;
const CLASSES_MAX = 5;
/** Titles of larger parts say little about an element. */
const PART_ELEMENTS_MAX = 2_000;
/** Longer ways change too often. */
const WAY_DEPTH_MAX = 4;
/** Attributes that identify an element, not those that reflect its current state. */
const ATTRIBUTES =
  /^(?:id|name|href|for|placeholder|title|alt|aria-label|aria-controls|action|data-(?!v-|testid$|test-id$|test$|state$|reactid|index$|theme$|(?:bs-)?(?:toggle|dismiss)$|open$|selected$|disabled$|base-ui-)[a-z-]+)$/;

/**
 * Proposes locators for an element that should survive a rebuild of its page, most reliable first. Each finds only this
 * element on the current page. Excludes generated names, classes of CSS frameworks, and positions. Null if
 * nothing stable distinguishes the element.
 *
 * @example
 * proposeTarget(document, button)?.strategies[0]; // { kind: "role_name", role: "button", name: "New order" }
 */
export function proposeTarget(document: Document, element: Element): TriedTarget | null {
  return withoutPause(propose(document, element));
}

/** Proposes locators in slices, between which the page works. Null also if the element is gone by then. */
export function proposeInSlices(page: Page, element: Element): Promise<TriedTarget | null> {
  return new Promise((resolve) => {
    inSlices(page, propose(page.document, element), (found) => resolve(read(element, "isConnected") ? found : null));
  });
}

function* propose(document: Document, element: Element): Steps<TriedTarget | null> {
  const searched: SearchedPage = {
    roots: searchRootsWithFrames(document),
    modal: topmostModal(document, null, COVERING_MODALS),
    known: openMemory(),
  };
  if (!isUsable(searched, element)) return null;
  const ways = candidateStrategies(element).filter((each) => scoreStrategy(each) >= PROPOSED_SCORE_MIN);
  const alone = yield* findingWays(searched, element, ways);
  if (needNoScope(alone.strategies)) {
    const is_sure = alone.strategies.some((way) =>
      way.kind === "attribute" ? way.name === "id" : way.kind === "test_id",
    );
    return is_sure ? alone : inParts(alone, element);
  }
  // Another element in its place would have another name.
  const has_name = ways.some(({ kind }) => /role|label/.test(kind));
  const tried = new Set<Element>();
  let by_way: Target | null = null;
  for (let around = read(element, "parentElement"); around !== null; around = read(around, "parentElement")) {
    for (const title of [...titlesAround(around, element, tried), around]) {
      const scope = yield* scopeBy(searched, title);
      if (!scope) continue;
      const part = partOf(title);
      const inside = yield* findingWays(searched, element, ways, { scope, around: part });
      if (inside.strategies[0]) return inParts(inside, title);
      by_way ??= has_name ? null : wayInside(part, element, inParts({ strategies: [], scope }, title));
    }
  }
  const last = by_way ?? (yield* byPosition(searched, element, ways));
  return last && { failed: failedTrials(element, last), ...last };
}

/**
 * Limits the search to the parts of the page around `from` that have a name, as long as they exist: an element elsewhere
 * may get the name of one that is gone, or have it while its part of the page is there.
 */
function inParts<T extends Target>(target: T, from: Element): T {
  const scopes: TargetScope[] = target.scope ? [target.scope] : [];
  for (let around = read(from, "parentElement"); around; around = read(around, "parentElement")) {
    const value = read(around, "id");
    if (isDescriptive("id", value)) scopes.push({ kind: "attribute", name: "id", value, optional: true });
  }
  const [scope, ...outer] = scopes;
  const outer_scopes = outer.slice(0, limits.target_outer_scopes_max).reverse();
  return { ...target, ...(scope && { scope }), ...(outer[0] && { outer_scopes }) };
}

/**
 * The last resort: by its position, which another element has when their order changes. So each position is counted from
 * both ends, and whatever has a name is looked for by its name in the container of that position, if it is the only one
 * there.
 */
function* byPosition(searched: SearchedPage, element: Element, ways: readonly Strategy[]): Steps<Target | null> {
  const names = ways.filter(({ kind }) => kind !== "css");
  const around = read(element, "parentElement");
  if (around !== null) {
    const scope = (yield* positionsOf(searched, around)).at(-1);
    const inside = scope && (yield* findingWays(searched, element, names, { scope, around: partOf(around) }));
    if (inside && inside.strategies.length > 0) return inside;
  }
  const strategies = yield* positionsOf(searched, element);
  return strategies.length > 0 ? { strategies } : null;
}

/**
 * The complete way to an element, then only its end, which stays when something is added around that. An end has a
 * position and a class or ID: without a position, any element of a framework may have it, and without a name, any list.
 */
function* positionsOf(searched: SearchedPage, element: Element): Steps<readonly Strategy[]> {
  const path = pathTo(element);
  const endFrom = (index: number): Strategy & { kind: "css" } => ({
    kind: "css",
    value: path.slice(index).join(" > "),
  });
  const whole = endFrom(0);
  if ((yield* countOf(searched, element, whole)) === 0) return [];
  for (let from = path.length - 1; from > 0; from--) {
    const end = endFrom(from);
    // The boxes of icons say nothing: any list may have them.
    if (!/:nth/.test(end.value) || !/[.#](?!icon\b)/.test(end.value)) continue;
    if ((yield* countOf(searched, element, end)) > 0) return [whole, end];
  }
  return [whole];
}

/** A lasting way to find what surrounds the element, or what titles a part around it. */
function* scopeBy(searched: SearchedPage, around: Element): Steps<Strategy | undefined> {
  const is_leaf = read(around, "childElementCount") === 0;
  for (const scope of candidateStrategies(around)) {
    if (scope.kind === "css" || scoreStrategy(scope) < SCOPE_SCORE_MIN) continue;
    if (scope.kind === "text" && !(is_leaf && scope.tag)) continue;
    if ((yield* countOf(searched, around, scope)) > 0) return scope;
  }
  return undefined;
}

/**
 * Headings and other titles in `around`, then short texts, of parts that contain the element, except those that were
 * tried before. A text titles a part if it has no other one like it, but never the whole page, as a person's name.
 */
function titlesAround(around: Element, element: Element, tried: Set<Element>): readonly Element[] {
  if (call(around, "getElementsByTagName", "*").length > PART_ELEMENTS_MAX) return [];
  const leaves = [...call(around, "querySelectorAll", `:not(${TITLES},${CONTROLS})`)].filter(
    (each) => read(each, "childElementCount") === 0 && isName(normalizeSpace(read(each, "textContent"))),
  );
  return [...call(around, "querySelectorAll", TITLES), ...leaves.slice(0, LEAVES_MAX)].filter((title) => {
    if (tried.has(title) || title === element) return false;
    tried.add(title);
    const part = partOf(title);
    if (part === element || !call(part, "contains", element)) return false;
    return call(title, "matches", TITLES) || !call(read(part, "parentElement") ?? part, "matches", "body,main");
  });
}

/**
 * The last resort: a class, even of a framework, that is once in a part of the page that has a name, and the way from
 * there. Never by a position among siblings, which another element has when their order changes. Its score tells that it
 * is weak.
 */
function wayInside(part: Element, element: Element, inside: Target): Target | null {
  const values = classesOf(element)
    .map((each) => read(element, "localName") + each)
    .filter((each) => call(part, "querySelectorAll", each).length === 1)
    .slice(0, STRATEGIES_ENOUGH);
  let way = "";
  let at = element;
  for (let depth = 0; at !== part && depth < WAY_DEPTH_MAX; depth++) {
    const parent = read(at, "parentElement");
    const segment = parent && ownSegment(at, parent);
    if (!parent || !segment) break;
    way = ` > ${segment}${way}`;
    at = parent;
  }
  if (at === part) values.push(`:scope${way}`);
  return values.length > 0 ? { ...inside, strategies: values.map((value) => ({ kind: "css", value })) } : null;
}

/** The page of one proposal. Searched once, because large pages take long. */
interface SearchedPage {
  readonly roots: readonly SearchRoot[];
  readonly modal: Element | undefined;
  readonly known: PageMemory;
}

/** The locators that find only this element, most reliable first. */
function* findingWays(
  searched: SearchedPage,
  element: Element,
  ways: readonly Strategy[],
  inside?: { readonly scope: Strategy; readonly around: Element },
): Steps<TriedTarget> {
  const only: Strategy[] = [];
  const found: Strategy[] = [];
  for (const way of ways) {
    const count = yield* countOf(searched, element, way, inside?.around);
    if (count > 0) found.push(way);
    // A hidden duplicate may become visible later.
    if (count === 1) only.push(way);
  }
  const scope = inside?.scope;
  const left = only.length < STRATEGIES_ENOUGH ? found : only;
  const failed = failedTrials(element, { strategies: left, scope });
  let selectors = 0;
  const best = left
    .map((way, index) => {
      const lost = failed[index] ?? [];
      return { way, lost, score: scoreStrategy(way) - TRIAL_COST * lost.length };
    })
    .filter(({ score }) => score >= PROPOSED_SCORE_MIN)
    .sort((one, two) => two.score - one.score)
    .filter(({ way }) => way.kind !== "css" || selectors++ < SELECTORS_MAX)
    .slice(0, limits.target_strategies_max);
  return { strategies: best.map(({ way }) => way), ...(scope && { scope }), failed: best.map(({ lost }) => lost) };
}

/** How many elements a locator matches if `element` is the only usable one of them, otherwise 0. */
function* countOf(searched: SearchedPage, element: Element, way: Strategy, around?: Element): Steps<number> {
  const matches: Element[] = [];
  for (const root of around === undefined ? searched.roots : searchRootsWithFrames(around)) {
    const some = isReadingStrategy(way)
      ? yield* searchByReading(root, way, searched.known)
      : matchingElements(root, way, () => []);
    matches.push(...some);
  }
  yield;
  const usable = matches.filter((each) => isUsable(searched, each));
  return usable.length === 1 && usable[0] === element ? matches.length : 0;
}

function isUsable({ modal }: SearchedPage, element: Element): boolean {
  return isVisible(element) && (modal === undefined || ancestorChain(element).includes(modal));
}

function candidateStrategies(element: Element): readonly Strategy[] {
  const name = accessibleName(element);
  const named = isName(name) && !call(element, "matches", UNNAMED);
  const role = roleOf(element) ?? "";
  const text = normalizeSpace(read(element, "textContent") ?? "");
  const ways: Strategy[] = [];
  for (const attribute of ["data-testid", "data-test-id", "data-test"]) {
    const value = call(element, "getAttribute", attribute);
    if (value) ways.push({ kind: "test_id", value });
  }
  if (/^[a-z]{1,40}$/.test(role) && named) ways.push({ kind: "role_name", role, name });
  if (named && call(element, "matches", "input,select,textarea")) ways.push({ kind: "label", value: name });
  // Only elements with text nodes of their own. Other text belongs to a descendant.
  if (
    isName(text) &&
    [...read(element, "childNodes")].some((node) => node.nodeType === 3 && normalizeSpace(node.nodeValue ?? ""))
  ) {
    const tag = read(element, "localName");
    // Heading levels change. Elsewhere, another element with this text is another thing.
    ways.push({ kind: "text", value: text, tag: /^h[1-6]$/.test(tag) ? undefined : tag });
  }
  for (const { name: attribute, value } of read(element, "attributes")) {
    if (ATTRIBUTES.test(attribute) && isDescriptive(attribute, value))
      ways.push({ kind: "attribute", name: attribute, value });
  }
  return [...ways, ...selectorsFor(element).map((value): Strategy => ({ kind: "css", value }))];
}

/** Numbers alone are content, not names. */
function isName(text: string): boolean {
  return text.length <= NAME_CHARS_MAX && /\p{L}/u.test(text);
}

/** Stable classes, alone and in pairs. */
function selectorsFor(element: Element): readonly string[] {
  const classes = stableClasses([...read(element, "classList")])
    .slice(0, CLASSES_MAX)
    .map((name) => `.${CSS.escape(name)}`);
  return [...classes, ...classes.flatMap((one, index) => classes.slice(index + 1).map((two) => one + two))];
}
