import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { call, read } from "../../lib/native.ts";
import { ancestorChain } from "../dom/visibility.ts";
import { LOOK_COST_FACTOR, LOOK_GAP_MS, PATIENT_LOOK_GAP_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import { locate, locatorsOf, needsReader, type Search, type StrategyReader, searchRootsWithFrames } from "./locate.ts";

/** Elements may become invisible at the end of a transition that started with an attribute change. */
const END_EVENTS = ["transitionend", "animationend"] as const;
/** Selectors that depend on descendants or siblings, not only on the element and its ancestors. */
const RELATIONAL_SELECTOR = /[:+~]/;

/**
 * Checks whether `element` still matches `target` when an attribute of it or an ancestor changes, or its text if a
 * locator reads it. Calls `lost` once when the element no longer matches or is unusable, such as a reused list row or a
 * hidden element. Measures nothing while nothing changes.
 */
export function watchTarget(page: Page, element: Element, target: Target, lost: () => void): Cancel {
  const { document, window, clock } = page;
  let search: Search = (_, run) => run(() => [], clock.now());
  let gap_ms = LOOK_GAP_MS;
  let pending: Cancel | undefined;
  let around: readonly Node[] = [];
  let over = false;

  const look = (): void => {
    pending = undefined;
    const roots = searchRootsWithFrames(document);
    search(roots, (reader, begun_ms) => {
      if (over) return;
      const found = locate(document, target, reader, roots).element;
      // Throttle checks for constant changes and slow searches.
      gap_ms = Math.max(PATIENT_LOOK_GAP_MS, (clock.now() - begun_ms) * LOOK_COST_FACTOR);
      if (found === element) {
        watch(reader);
      } else {
        stop();
        lost();
      }
    });
  };
  const stir = (): void => {
    pending ??= clock.after(gap_ms, look);
  };
  const ended = (event: Event): void => {
    if (around.some((each) => each === event.target)) stir();
  };

  const observer = new window.MutationObserver(stir);
  const watch = (reader: StrategyReader): void => {
    observer.disconnect();
    around = ancestorChain(element);
    for (const each of around) observer.observe(each, { attributes: true });
    for (const each of targetDependencies(document, element, target, reader)) {
      observer.observe(each, { subtree: true, childList: true, attributes: true, characterData: true });
    }
  };
  const stop = (): void => {
    over = true;
    pending?.();
    observer.disconnect();
    for (const name of END_EVENTS) window.removeEventListener(name, ended, true);
  };

  for (const name of END_EVENTS) window.addEventListener(name, ended, true);
  if (!needsReader(target)) search([], watch);
  else {
    void import("./reading-strategies.ts")
      .then((finders) => {
        search = finders.createSearch(page, target, () => over);
      })
      // If the chunk can't be loaded, its locators found nothing before, either.
      .catch(() => {})
      // The element may have changed while loading.
      .then(stir);
  }
  return stop;
}

/** What the locators depend on, besides attributes of the element and its ancestors. */
function targetDependencies(
  document: Document,
  element: Element,
  target: Target,
  reader: StrategyReader,
): readonly Element[] {
  const wide = locatorsOf(target).some((each) => each.kind === "css" && RELATIONAL_SELECTOR.test(each.value));
  if (!wide && !needsReader(target)) return [];
  const { scope } = locate(document, target, reader);
  const labels: Iterable<Element> = read(element as HTMLInputElement, "labels") ?? [];
  const by = (call(element, "getAttribute", "aria-labelledby") ?? "").split(/\s+/);
  const named = by.flatMap((id) => (id === "" ? [] : (call(document, "getElementById", id) ?? [])));
  const parent = read(element, "parentElement");
  const beside = wide && parent ? [parent] : [];
  return [element, ...(scope ? [scope] : []), ...labels, ...named, ...beside];
}
