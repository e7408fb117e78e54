import type { Cancel } from "@fanfare/contract/clock";
import type { Target } from "@fanfare/contract/target";
import { LOOK_COST_FACTOR, LOOK_GAP_MS, PATIENT_LOOK_GAP_MS } from "./limits.ts";
import { locate, type Reader, reads } from "./target.ts";
import type { Page } from "./types.ts";
import { outward } from "./visible.ts";

/** At their end something may have become invisible whose attributes changed at their beginning. */
const ENDS = ["transitionend", "animationend"] as const;
/** Selectors that depend on more than the element and what it is in: on what is in it or beside it. */
const WIDE = /[:+~]/;

/**
 * Looks again whether `element` is what `target` names once something has changed that says so: an attribute of it or of
 * what it is in; and what it is read by, where a strategy reads. Calls `lost` once when it no longer is, or can no longer
 * be used: a list may have given it to another row, the page may have hidden it. Nothing is measured while nothing changes.
 */
export function keepTarget(page: Page, element: Element, target: Target, lost: () => void): Cancel {
  const { document, window, clock } = page;
  let reader: Reader = () => [];
  let gap_ms = LOOK_GAP_MS;
  let pending: Cancel | undefined;
  let around: readonly Node[] = [];
  let over = false;

  const look = (): void => {
    pending = undefined;
    const begun_ms = clock.now();
    const found = locate(document, target, reader).element;
    // What keeps on changing is looked at patiently, and a costly search made rarely.
    gap_ms = Math.max(PATIENT_LOOK_GAP_MS, (clock.now() - begun_ms) * LOOK_COST_FACTOR);
    if (found === element) {
      watch();
    } else {
      stop();
      lost();
    }
  };
  const stir = (): void => {
    pending ??= clock.after(gap_ms, look);
  };
  const ended = (event: Event): void => {
    if (around.some((each) => each === event.target)) stir();
  };

  const observer = new window.MutationObserver(stir);
  const watch = (): void => {
    if (over) return;
    observer.disconnect();
    around = outward(element);
    for (const each of around) observer.observe(each, { attributes: true });
    for (const each of partsRead(document, element, target, reader)) {
      observer.observe(each, { subtree: true, childList: true, attributes: true, characterData: true });
    }
  };
  const stop = (): void => {
    over = true;
    pending?.();
    observer.disconnect();
    for (const name of ENDS) window.removeEventListener(name, ended, true);
  };

  for (const name of ENDS) window.addEventListener(name, ended, true);
  if (!reads(target)) watch();
  else {
    void import("./finders.ts")
      .then((finders) => {
        reader = finders.findByReading;
      })
      // Without that chunk its strategies found nothing before, either.
      .catch(() => {})
      // It may have become another thing while all of this was loaded.
      .then(stir);
  }
  return stop;
}

/** What the strategies go by, besides the attributes of the element and of what it is in. */
function partsRead(document: Document, element: Element, target: Target, reader: Reader): readonly Element[] {
  const { strategies, scope } = target;
  const wide = [...strategies, scope].some((each) => each?.kind === "css" && WIDE.test(each.value));
  if (!wide && !reads(target)) return [];
  const inner = scope && locate(document, { strategies: [scope] }, reader).element;
  const labels = "labels" in element ? ((element.labels as NodeListOf<Element> | null) ?? []) : [];
  const by = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/);
  const named = by.flatMap((id) => (id === "" ? [] : (document.getElementById(id) ?? [])));
  const beside = wide && element.parentElement ? [element.parentElement] : [];
  return [element, ...(inner ? [inner] : []), ...labels, ...named, ...beside];
}
