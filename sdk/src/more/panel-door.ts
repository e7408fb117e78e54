import type { Fanfare } from "../api.ts";
import type { PanelsDeps } from "../engage/panels.ts";
import { pageWords } from "./page-words.ts";

export interface PanelDoorDeps extends PanelsDeps {
  readonly first: Promise<unknown>;
}

/** The way to what the person opens themselves, once it is known who they are. */
export function createPanelDoor(deps: PanelDoorDeps): Pick<Fanfare, "feed" | "open"> {
  const panels = async () => {
    await deps.first;
    const labels = await pageWords(deps.labels, deps.window.document.documentElement.lang);
    return (await import("../engage/panels.ts")).panelsOf({ ...deps, labels });
  };
  return {
    feed: async () => (await panels()).feed(),
    async open(what, { anchor } = {}) {
      // A page without types may say anything: at what is no element it opens in the corner.
      const opening = (await panels()).open(what, anchor?.nodeType === Node.ELEMENT_NODE ? anchor : undefined);
      // Where this cannot be loaded they lie over each other, the latest on top.
      Promise.all([import("../ui/toasts-beside.ts"), opening]).then(
        ([beside]) => beside.keepToastsBeside(deps.window),
        () => {},
      );
      return opening;
    },
  };
}
