import type { PageSight } from "@fanfare/contract/page-rule";

/** What rules about pages see of this one. */
export function sightOf({ document, location }: Window): PageSight {
  return {
    url: location.href,
    element(selector) {
      try {
        return document.querySelector(selector) !== null;
      } catch {
        // Authors write selectors: one that no browser understands finds nothing that is known.
        return undefined;
      }
    },
  };
}
