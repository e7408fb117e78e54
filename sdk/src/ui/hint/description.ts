import type { Cancel } from "@fanfare/contract/lib/clock";
import { call, read } from "../../lib/native.ts";

const NAME = "aria-describedby";

/**
 * Adds `by`, which has an ID, to the accessible description of `target`. Returns a function that restores the previous
 * description. Changes by the page in the meantime are kept.
 */
export function addDescription(target: Element, by: HTMLElement): Cancel {
  const before = call(target, "getAttribute", NAME);
  const elements = read(target, "ariaDescribedByElements") ?? [];
  // IDs work only within one tree. Element references also work from shadow trees of the page.
  const by_id =
    call(target, "getRootNode") === by.getRootNode() &&
    elements.length === (before ?? "").split(/\s+/).filter(Boolean).length;
  if (by_id) call(target, "setAttribute", NAME, [before, by.id].filter(Boolean).join(" "));
  else target.ariaDescribedByElements = [...elements, by];
  const ours = call(target, "getAttribute", NAME);

  return () => {
    const now = call(target, "getAttribute", NAME);
    if (now !== ours) {
      const others = (now ?? "").split(/\s+/).filter((id) => id !== "" && id !== by.id);
      // If the page added its own IDs, keep those and remove only ours.
      if (now?.split(/\s+/).includes(by.id)) call(target, "setAttribute", NAME, others.join(" "));
      return;
    }
    if (before === null) call(target, "removeAttribute", NAME);
    else call(target, "setAttribute", NAME, before);
    if (before === "" && elements.length > 0) target.ariaDescribedByElements = elements;
  };
}
