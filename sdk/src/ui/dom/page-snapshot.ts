import type { PageState } from "@fanfare/contract/targeting/page-rule";
import { call } from "../../lib/native.ts";

export function pageSnapshot({ document, location }: Window): PageState {
  return {
    url: location.href,
    element(selector) {
      try {
        return call(document, "querySelector", selector) !== null;
      } catch {
        // Authors write selectors: an invalid one yields an unknown result.
        return undefined;
      }
    },
  };
}
