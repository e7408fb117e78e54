import type { PageState } from "@fanfare/contract/targeting/page-rule";

export function pageSnapshot({ document, location }: Window): PageState {
  return {
    url: location.href,
    element(selector) {
      try {
        return document.querySelector(selector) !== null;
      } catch {
        // Authors write selectors: an invalid one yields an unknown result.
        return undefined;
      }
    },
  };
}
