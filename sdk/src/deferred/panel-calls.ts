import type { Fanfare } from "../api/fanfare.ts";
import type { PanelsDeps } from "../engage/panels/panels.ts";
import { pageLabels } from "./page-labels.ts";

export interface PanelCallsDeps extends PanelsDeps {
  readonly first: Promise<unknown>;
}

/** The way to what the person opens themselves, once it is known who they are. */
export function createPanelCalls(deps: PanelCallsDeps): Pick<Fanfare, "feed" | "open"> {
  const panels = async () => {
    await deps.first;
    const labels = await pageLabels(deps.labels, deps.window.document.documentElement.lang);
    return (await import("../engage/panels/panels.ts")).getPanels({ ...deps, labels });
  };
  return {
    feed: async () => (await panels()).feed(),
    async open(what, { anchor } = {}) {
      // A page without types may say anything: at what is no element it opens in the corner.
      const opening = (await panels()).open(what, anchor?.nodeType === Node.ELEMENT_NODE ? anchor : undefined);
      // Where this cannot be loaded they lie over each other, the latest on top.
      Promise.all([import("../ui/toast/toast-placement.ts"), opening]).then(
        ([beside]) => beside.placeToastsBesidePanel(deps.window),
        () => {},
      );
      return opening;
    },
  };
}
