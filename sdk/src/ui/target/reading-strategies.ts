import type { Strategy, Target } from "@fanfare/contract/target/target";
import { call, read } from "../../lib/native.ts";
import type { SearchRoot } from "../dom/page-modals.ts";
import { READS_PER_SLICE, SLICE_GAP_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import {
  accessibleName,
  hasRole,
  type LabelLookup,
  labelsIn,
  normalizeSpace,
  reading,
  roleCandidates,
} from "./accessible-name.ts";
import { isReadingStrategy, locatorsOf, type ReadingStrategy, type Search, type StrategyReader } from "./locate.ts";

/** `NodeFilter.SHOW_TEXT` */
const SHOW_TEXT = 4;
const LABELABLE = "input,select,textarea,button,meter,output,progress,[contenteditable],[aria-label],[aria-labelledby]";

/** A search that pauses after each element it reads. */
export type Steps<Result> = Generator<void, Result>;

export const findByReading: StrategyReader = Object.assign(
  (root: SearchRoot, strategy: ReadingStrategy) => withoutPause(searchByReading(root, strategy, openMemory())),
  { partOf },
);

/** Elements that title a part of the page. */
export const TITLES = "h1,h2,h3,h4,h5,h6,legend,caption,th,td";
const HEADINGS = "h1,h2,h3,h4,h5,h6";

/**
 * The part of the page that an element titles: the largest one around a heading without another heading of its rank or
 * above, or the row of a cell, the table of a caption, the fieldset of a legend. A text alone titles the largest one
 * without another element like it. Elements with others in them stand for themselves.
 */
export function partOf(title: Element): Element {
  const name = read(title, "localName");
  const is_heading = call(title, "matches", HEADINGS);
  if (!is_heading) {
    if (call(title, "matches", TITLES)) return call(title, "closest", "tr,fieldset,table") ?? title;
    if (read(title, "childElementCount")) return title;
  }
  const ranks = is_heading
    ? HEADINGS.slice(0, 3 * Number(name[1]) - 1)
    : [name, ...read(title, "classList")].map((each) => CSS.escape(each)).join(".");
  let part = title;
  for (let around = read(part, "parentElement"); around !== null; around = read(part, "parentElement")) {
    if (call(around, "matches", "body,main") || call(around, "querySelectorAll", ranks).length > 1) break;
    part = around;
  }
  return part;
}

export function withoutPause<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs a search in slices, between which the page works. `begun_ms`: when it would have begun without pauses. */
export function inSlices<Result>(
  { clock }: Pick<Page, "clock">,
  steps: Steps<Result>,
  done: (result: Result, begun_ms: number) => void,
  isOver: () => boolean = () => false,
): void {
  let spent_ms = 0;
  const work = (): void => {
    if (isOver()) return;
    const begun_ms = clock.now();
    const until = reading.reads + READS_PER_SLICE;
    let step = steps.next();
    while (!step.done && reading.reads < until) step = steps.next();
    if (step.done) {
      done(step.value, begun_ms - spent_ms);
      return;
    }
    spent_ms += clock.now() - begun_ms;
    clock.after(SLICE_GAP_MS, work);
  };
  work();
}

/** A search for a target in slices. The page may change between two, so only what still matches is found. */
export function createSearch(page: Page, target: Target, isOver: () => boolean): Search {
  let is_running = false;
  let next: Parameters<Search> | undefined;
  const search: Search = (roots, run) => {
    // The page changed during a search: it continues, because it would never end otherwise, and then begins again.
    if (is_running) {
      next = [roots, run];
      return;
    }
    is_running = true;
    const found = new Map<Strategy, readonly Element[]>();
    const searchAll = function* (): Steps<void> {
      const known = openMemory();
      for (const strategy of locatorsOf(target)) {
        if (!isReadingStrategy(strategy)) continue;
        const matches: Element[] = [];
        for (const root of roots) matches.push(...(yield* searchByReading(root, strategy, known)));
        found.set(strategy, matches);
      }
    };
    const find: StrategyReader = Object.assign(
      (root: SearchRoot, strategy: ReadingStrategy) =>
        (found.get(strategy) ?? []).filter(
          (each) => each !== root && call(root as Node, "contains", each) && stillMatches(each, strategy),
        ),
      { partOf },
    );
    const end = (_: unknown, begun_ms: number): void => {
      is_running = false;
      run(find, begun_ms);
      const again = next;
      next = undefined;
      if (again !== undefined && !isOver()) search(...again);
    };
    inSlices(page, searchAll(), end, isOver);
  };
  return search;
}

/** Whether the page shows this element with the role, name, or text of a locator. */
export function stillMatches(element: Element, strategy: ReadingStrategy): boolean {
  const is = (text: string, wanted: string): boolean => normalizeName(text) === normalizeName(wanted);
  switch (strategy.kind) {
    case "role_name":
      return hasRole(element, strategy.role) && is(accessibleName(element), strategy.name);
    case "label":
      return is(accessibleName(element), strategy.value);
    case "text":
      return is(read(element, "textContent") ?? "", strategy.value);
  }
}

/** What was read of a page while it doesn't change, so that several searches read it once. */
export interface PageMemory {
  readonly names: Map<Element, string>;
  readonly labels: Map<Node, LabelLookup>;
}

export function openMemory(): PageMemory {
  return { names: new Map(), labels: new Map() };
}

export function* searchByReading(
  root: SearchRoot,
  strategy: ReadingStrategy,
  known: PageMemory,
): Steps<readonly Element[]> {
  switch (strategy.kind) {
    case "role_name": {
      const { role, name } = strategy;
      // The alternative text of an image is often a file name or an abbreviation.
      return yield* withName(root, known, roleCandidates(root, role), name, role);
    }
    case "label":
      return yield* withName(root, known, call(root, "querySelectorAll", LABELABLE), strategy.value);
    case "text": {
      const text = normalizeSpace(strategy.value);
      const exact = yield* withText(root, text, strategy.tag, normalizeSpace);
      return exact.length > 0 ? exact : yield* withText(root, normalizeName(text), strategy.tag, normalizeName);
    }
  }
}

/** Elements with exactly this name; if there are none, those whose normalized name matches, except images. */
function* withName(
  root: SearchRoot,
  { names, labels }: PageMemory,
  candidates: Iterable<Element>,
  name: string,
  role?: string,
): Steps<readonly Element[]> {
  const tree = call(root as Node, "getRootNode");
  const labelsOf = labels.get(tree) ?? (yield* labelsIn(tree));
  labels.set(tree, labelsOf);
  const [wanted, alike] = [normalizeSpace(name), normalizeName(name)];
  const exact: Element[] = [];
  const similar: Element[] = [];
  for (const element of candidates) {
    reading.reads++;
    yield;
    if (role !== undefined && !hasRole(element, role)) continue;
    const own = names.get(element) ?? accessibleName(element, labelsOf);
    names.set(element, own);
    if (own === wanted) exact.push(element);
    else if (own !== "" && normalizeName(own) === alike) similar.push(element);
  }
  return exact.length > 0 || role === "img" ? exact : similar;
}

/** `Order…`, `ORDER`, `Order *`, and `Order (3)` are the same name. Numbers that aren't counts are significant. */
function normalizeName(text: string): string {
  return (
    normalizeSpace(text)
      .toLowerCase()
      // Without the lookbehind, a long run of these inside of a text would take quadratic time.
      .replace(/ ?\(\d+\)$|(?<![\s.:…!*])[\s.:…!*]+$/g, "") || normalizeSpace(text)
  );
}

/** The innermost elements whose entire text is `text`; with a tag, their nearest ancestor with that tag. */
function* withText(
  root: SearchRoot,
  text: string,
  tag: string | undefined,
  normalize: (text: string) => string,
): Steps<readonly Element[]> {
  const found = new Set<Element>();
  /** Ancestors with more text, so that each is read once. */
  const longer = new Set<Element>();
  const walker = call(read(root, "ownerDocument") ?? (root as Document), "createTreeWalker", root, SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    reading.reads++;
    yield;
    const beginning = normalize(node.nodeValue ?? "");
    if (beginning === "" || !text.startsWith(beginning)) continue;
    for (let at = node.parentElement; at !== null && !longer.has(at); at = read(at, "parentElement")) {
      const whole = normalize(read(at, "textContent"));
      if (whole.length > text.length) {
        longer.add(at);
        break;
      }
      if (whole !== text || (tag !== undefined && read(at, "localName") !== tag)) continue;
      found.add(at);
      break;
    }
  }
  return [...found];
}
