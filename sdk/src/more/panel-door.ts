import type { Fanfare } from "../api.ts";
import type { PanelsDeps } from "../engage/panels.ts";

export interface PanelDoorDeps extends PanelsDeps {
  readonly first: Promise<unknown>;
}

/** The way to what the person opens themselves, once it is known who they are. */
export function createPanelDoor(deps: PanelDoorDeps): Pick<Fanfare, "feed" | "open"> {
  const panels = async () => {
    await deps.first;
    return (await import("../engage/panels.ts")).panelsOf(deps);
  };
  return {
    feed: async () => (await panels()).feed(),
    async open(what, { anchor } = {}) {
      const opening = (await panels()).open(what, anchor);
      // Where this cannot be loaded they lie over each other, the latest on top.
      Promise.all([import("../ui/toasts-beside.ts"), opening]).then(
        ([beside]) => beside.keepToastsBeside(deps.window),
        () => {},
      );
      return opening;
    },
  };
}
