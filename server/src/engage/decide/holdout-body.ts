import { type ElementPosition, isAtElement, isInFeed } from "@fanfare/contract/content/announcement";
import type { Body } from "@fanfare/contract/content/body";
import type { LocalizedBody } from "./localize-body.ts";

/**
 * Body for people in the holdout: only the screen lane, so that the page can detect when it would have been shown.
 * Contains no text.
 */
export function holdoutBody(body: Body): LocalizedBody {
  return { body: bodyOutline(body), locale: undefined, personal: false };
}

const SOMEWHERE: ElementPosition = { place: "inside", target: { strategies: [] }, wait_ms: 1 };

/** What a page needs to know of a body before it shows it: the screen lane. Contains no text. */
export function bodyOutline(body: Body): Body {
  const suppression = { offered: false, days: body.suppression.days };
  const nothing = { title: "", blocks: [] };
  switch (body.type) {
    case "tour":
      return { type: "tour", steps: [], suppression };
    case "hint": {
      const { form, placement, wait_ms } = body;
      return {
        type: "hint",
        form,
        placement,
        wait_ms,
        target: { strategies: [] },
        panel: { id: "", ...nothing },
        suppression,
      };
    }
    case "announcement":
      return {
        ...{ type: "announcement", form: body.form, tone: body.tone, feed: isInFeed(body), panels: [], suppression },
        ...(isAtElement(body) && { position: SOMEWHERE }),
      };
    case "checklist":
      return { type: "checklist", ...nothing, opens: body.opens, tasks: [], suppression };
    case "survey":
      return {
        ...{ type: "survey", ...nothing, form: body.form, questions: [], suppression },
        ...(isAtElement(body) && { position: SOMEWHERE }),
      };
    case "celebration":
      return { type: "celebration", preset: body.preset, suppression };
    case "resource_center":
      return {
        type: "resource_center",
        ...nothing,
        resources: [],
        launcher: { kind: "button", side: "end" },
        suppression,
      };
  }
}
