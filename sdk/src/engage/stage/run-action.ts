import type { Action } from "@fanfare/contract/content/panel";
import type { PrepareFailure } from "@fanfare/contract/events/events";
import type { Report } from "../../lib/report.ts";
import { safeLink } from "../../ui/dom/safe-link.ts";
import type { HostActions, Stage } from "../types.ts";

/**
 * Runs the action of a content button. Loaded on the first click. Catches all errors, except the result of a page
 * action.
 */
export async function runAction(
  deps: {
    readonly window: Window;
    readonly actions: HostActions;
    readonly report: Report;
    readonly start: Stage["start"];
  },
  action: Action,
): Promise<PrepareFailure | undefined> {
  const { window, actions, report } = deps;
  switch (action.kind) {
    case "link": {
      const url = safeLink(action.href, window.document.baseURI);
      if (url !== null) window.location.assign(url);
      return undefined;
    }
    case "host":
      try {
        const done = actions.get(action.name);
        if (done === undefined) return "unknown";
        await done();
        return undefined;
      } catch (error) {
        report(`the action ${action.name} failed`, error);
        return "failed";
      }
    case "start":
      await deps.start(action.content, "button");
      return undefined;
  }
}
