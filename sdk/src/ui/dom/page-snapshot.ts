import type { PageState } from "@fanfare/contract/targeting/page-rule";
import { call, read } from "../../lib/native.ts";

/** Not `isVisible`: its module would have to load before the first card. */
const VISIBLE = { opacityProperty: true, visibilityProperty: true };
const STATES = { disabled: ":disabled,[aria-disabled=true]", checked: ":checked,[aria-checked=true]" };

export function pageSnapshot({ document, location }: Window): PageState {
  return {
    url: location.href,
    element({ selector, state, text = "" }) {
      try {
        for (const each of call(document, "querySelectorAll", selector)) {
          const is_so =
            !state ||
            (state === "visible" ? call(each, "checkVisibility", VISIBLE) : call(each, "matches", STATES[state]));
          if (is_so && read(each, "textContent").includes(text)) return true;
        }
        return false;
      } catch {
        // Authors write selectors: an invalid one yields an unknown result.
        return undefined;
      }
    },
  };
}
