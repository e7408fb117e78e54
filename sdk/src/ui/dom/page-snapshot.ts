import type { PageState } from "@fanfare/contract/targeting/page-rule";

/** What rules about pages see of this one. */
export function pageSnapshot({ document, location }: Window): PageState {
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
