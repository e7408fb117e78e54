import type { Fanfare } from "../api/fanfare.ts";
import type { PanelsDeps } from "../engage/panels/panels.ts";
import { read } from "../lib/native.ts";
import { pageLabels } from "./page-labels.ts";

export interface PanelCallsDeps extends PanelsDeps {
  readonly first: Promise<unknown>;
}

export function createPanelCalls(deps: PanelCallsDeps): Pick<Fanfare, "feed" | "open"> {
  const panels = async () => {
    await deps.first;
    const labels = await pageLabels(deps.labels, read(deps.window.document, "documentElement").lang);
    return (await import("../engage/panels/panels.ts")).getPanels({ ...deps, labels });
  };
  return {
    feed: async () => (await panels()).feed(),
    async open(what, { anchor } = {}) {
      // Untyped callers may pass anything. Without a valid element, the panel opens in the corner.
      return (await panels()).open(what, anchor?.nodeType === Node.ELEMENT_NODE ? anchor : undefined);
    },
  };
}
