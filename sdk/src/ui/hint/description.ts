import type { Cancel } from "@fanfare/contract/lib/clock";

const NAME = "aria-describedby";

/**
 * Adds `by`, which has an id, to what describes `target` to assistive technology. Answers what puts back exactly what was
 * there; what the page has changed meanwhile stays changed.
 */
export function addDescription(target: Element, by: HTMLElement): Cancel {
  const before = target.getAttribute(NAME);
  const elements = target.ariaDescribedByElements ?? [];
  // An id is only known in its own tree, an element also in the shadow trees of its page.
  const by_id =
    target.getRootNode() === by.getRootNode() && elements.length === (before ?? "").split(/\s+/).filter(Boolean).length;
  if (by_id) target.setAttribute(NAME, [before, by.id].filter(Boolean).join(" "));
  else target.ariaDescribedByElements = [...elements, by];
  const ours = target.getAttribute(NAME);

  return () => {
    const now = target.getAttribute(NAME);
    if (now !== ours) {
      const others = (now ?? "").split(/\s+/).filter((id) => id !== "" && id !== by.id);
      // A page that only put its own text back beside ours still finds that.
      if (now?.split(/\s+/).includes(by.id)) target.setAttribute(NAME, others.join(" "));
      return;
    }
    if (before === null) target.removeAttribute(NAME);
    else target.setAttribute(NAME, before);
    if (before === "" && elements.length > 0) target.ariaDescribedByElements = elements;
  };
}
