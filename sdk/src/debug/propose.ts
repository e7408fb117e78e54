import { limits } from "@fanfare/contract/limits";
import { isGeneratedName, stableClasses } from "@fanfare/contract/target/generated-name";
import type { Strategy } from "@fanfare/contract/target/target";
import { needNoScope, scoreStrategy } from "@fanfare/contract/target/target-score";
import { TRIAL_COST, type Trial, type TriedTarget } from "@fanfare/contract/target/target-trial";
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
import { failedTrials } from "./trials.ts";

/** Locators below this score aren't proposed: they are likely to find another element or none in the future. */
const PROPOSED_SCORE_MIN = 0.4;
/** A scope must be more stable than what is located inside it. */
const SCOPE_SCORE_MIN = 0.7;
/** Longer texts are content, not names. */
const NAME_CHARS_MAX = 80;
/** With this many unscoped locators, no scope is needed. */
const STRATEGIES_ENOUGH = 2;
/** CSS selectors are numerous and similar; leave room for other kinds. */
const SELECTORS_MAX = 3;
const CLASSES_MAX = 5;
/** Anchors farther away add no information. */
const ANCHORS_MAX = 2;
/** In larger containers, the elements change too often. */
const ANCHOR_ELEMENTS_MAX = 60;
/** Titles of larger parts say little about an element. */
const PART_ELEMENTS_MAX = 2_000;
/** Longer ways change too often. */
const WAY_DEPTH_MAX = 4;
/** Attributes that identify an element, not those that reflect its current state. */
const ATTRIBUTES =
  /^(?:id|name|href|for|type|placeholder|title|alt|aria-label|aria-controls|action|data-(?!v-|testid$|test-id$|test$|state$|reactid|index$|theme$|toggle$|bs-toggle$|open$|selected$|disabled$|base-ui-)[a-z-]+)$/;

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
  if (needNoScope(alone.strategies)) return alone;
  // Another element in its place would have another name.
  const has_name = ways.some(({ kind }) => kind === "role_name" || kind === "label");
  const tried = new Set<Element>();
  let by_way: TriedTarget | null = null;
  for (let around = read(element, "parentElement"); around !== null; around = read(around, "parentElement")) {
    for (const { title, part } of titlesAround(around, element, tried)) {
      const scope = yield* scopeBy(searched, title);
      if (scope === undefined) continue;
      const inside = yield* findingWays(searched, element, ways, { scope, around: part });
      if (inside.strategies.length > 0) return inside;
      by_way ??= has_name ? null : wayInside(part, element, scope);
    }
    const scope = yield* scopeBy(searched, around);
    if (scope === undefined) continue;
    const inside = yield* findingWays(searched, element, ways, { scope, around });
    if (inside.strategies.length > 0) return inside;
    by_way ??= has_name ? null : wayInside(around, element, scope);
  }
  return by_way;
}

/** A lasting way to find what surrounds the element. */
function* scopeBy(searched: SearchedPage, around: Element): Steps<Strategy | undefined> {
  for (const scope of candidateStrategies(around)) {
    if (scope.kind === "css" || scope.kind === "text" || scoreStrategy(scope) < SCOPE_SCORE_MIN) continue;
    if ((yield* countOf(searched, around, scope)) > 0) return scope;
  }
  return undefined;
}

/** Headings and other titles in `around` of parts that contain the element, except those that were tried before. */
function titlesAround(
  around: Element,
  element: Element,
  tried: Set<Element>,
): readonly { readonly title: Element; readonly part: Element }[] {
  if (call(around, "getElementsByTagName", "*").length > PART_ELEMENTS_MAX) return [];
  return [...call(around, "querySelectorAll", TITLES)].flatMap((title) => {
    if (tried.has(title) || title === element) return [];
    tried.add(title);
    const part = partOf(title);
    return part !== element && call(part, "contains", element) ? [{ title, part }] : [];
  });
}

/**
 * The last resort: the way from a part of the page that has a name. Never by a position among siblings, which another
 * element has when their order changes. Its score tells that it is weak.
 */
function wayInside(part: Element, element: Element, scope: Strategy): TriedTarget | null {
  const path: string[] = [];
  for (let at = element; at !== part; ) {
    const parent = read(at, "parentElement");
    const segment = parent && path.length < WAY_DEPTH_MAX ? ownSegment(at, parent) : null;
    if (parent === null || segment === null) return null;
    path.unshift(segment);
    at = parent;
  }
  // Known without copies of the page: a wrapper interrupts it, and so does another element with the same tag.
  const fails: readonly Trial[] = path.every((each) => each.includes(".")) ? ["wrapped"] : ["sibling", "wrapped"];
  return { strategies: [{ kind: "css", value: [":scope", ...path].join(" > ") }], scope, failed: [fails] };
}

/** The tag of an element if none of its siblings has it, otherwise with a class that they don't have. */
function ownSegment(element: Element, parent: Element): string | null {
  const name = read(element, "localName");
  const others = [...read(parent, "children")].filter((each) => each !== element && read(each, "localName") === name);
  if (others.length === 0) return name;
  const own = [...read(element, "classList")].find(
    (each) => !isGeneratedName(each) && !others.some((other) => read(other, "classList").contains(each)),
  );
  return own === undefined ? null : `${name}.${CSS.escape(own)}`;
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
  const found: { readonly way: Strategy; readonly only: boolean }[] = [];
  for (const way of ways) {
    const count = yield* countOf(searched, element, way, inside?.around);
    // A hidden duplicate may become visible later.
    if (count > 0) found.push({ way, only: count === 1 });
  }
  const only = found.filter((each) => each.only);
  const left = (only.length < STRATEGIES_ENOUGH ? found : only).map(({ way }) => way);
  const failed = failedTrials(element, { strategies: left, scope: inside?.scope });
  const ranked = left
    .map((way, index) => ({ way, lost: failed[index] ?? [] }))
    .map(({ way, lost }) => ({ way, lost, score: scoreStrategy(way) - TRIAL_COST * lost.length }))
    .filter(({ score }) => score >= PROPOSED_SCORE_MIN)
    .sort((one, two) => two.score - one.score);
  const more = ranked.filter(({ way }) => way.kind === "css").slice(SELECTORS_MAX);
  const best = ranked.filter((each) => !more.includes(each)).slice(0, limits.target_strategies_max);
  return { strategies: best.map(({ way }) => way), scope: inside?.scope, failed: best.map(({ lost }) => lost) };
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
  const is_only = matches.every((each) => each === element || !isUsable(searched, each));
  return matches.includes(element) && is_only ? matches.length : 0;
}

function isUsable({ modal }: SearchedPage, element: Element): boolean {
  return isVisible(element) && (modal === undefined || ancestorChain(element).includes(modal));
}

function candidateStrategies(element: Element): readonly Strategy[] {
  const name = accessibleName(element);
  const named = isName(name);
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
  if (isName(text) && [...read(element, "childNodes")].some(isText)) {
    // Heading levels change.
    if (!/^h[1-6]$/.test(read(element, "localName")))
      ways.push({ kind: "text", value: text, tag: read(element, "localName") });
    ways.push({ kind: "text", value: text });
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

function isText(node: Node): boolean {
  return node.nodeType === 3 && normalizeSpace(node.nodeValue ?? "") !== "";
}

function isDescriptive(attribute: string, value: string): boolean {
  if (value === "" || value === "#" || value.length > NAME_CHARS_MAX) return false;
  return !isGeneratedName(
    value,
    attribute === "id" || attribute === "for" || attribute === "aria-controls" ? "id" : "value",
  );
}

/** Stable classes, alone and in pairs, plus each of them inside an ancestor with a stable name. */
function selectorsFor(element: Element): readonly string[] {
  const classes = stableClasses([...read(element, "classList")])
    .slice(0, CLASSES_MAX)
    .map((name) => `.${CSS.escape(name)}`);
  const pairs = classes.flatMap((one, index) => classes.slice(index + 1).map((two) => one + two));
  const own = [...classes, ...pairs];
  const inside: string[] = [];
  const enough = classes.length * ANCHORS_MAX;
  for (
    let around = read(element, "parentElement");
    around !== null && inside.length < enough;
    around = read(around, "parentElement")
  ) {
    const id =
      read(around, "id") !== "" && !isGeneratedName(read(around, "id"), "id")
        ? `#${CSS.escape(read(around, "id"))}`
        : undefined;
    const test_id = call(around, "getAttribute", "data-testid");
    const anchor = test_id ? `[data-testid="${CSS.escape(test_id)}"]` : id;
    if (call(around, "getElementsByTagName", "*").length > ANCHOR_ELEMENTS_MAX) break;
    if (anchor !== undefined) inside.push(...classes.map((each) => `${anchor} ${each}`));
  }
  return [...own, ...inside];
}
