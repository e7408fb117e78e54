import type { Action } from "@fanfare/contract/content/panel";
import type { PrepareFailure } from "@fanfare/contract/events/events";
import type { Report } from "../../lib/report.ts";
import { safeLink } from "../../ui/dom/safe-link.ts";
import type { HostActions, Stage } from "../types.ts";

/**
 * Does what a button of a content says. Loaded with the first that is pressed; what goes wrong stays in here, but for what an
 * action of the page came to.
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
